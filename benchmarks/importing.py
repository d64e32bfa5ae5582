"""The whole import: reading, parsing, packing and writing, into both databases.

The articles are real ones where there is real data, each several times under altered titles and
with altered texts, so that none is taken over; else the demo's.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._child import run_in_child
from benchmarks.harness import ROOT, Figure, data_folder
from demo.export import DumpPage, write_dump

TITLE = "Importing a dump"
REPEATS = 8
MEGABYTE = 1e6
ARTICLES = 6_000_000
CORES = (2, 8, 16)
# For comparison beside the mean of the articles at hand, which are long ones.
TYPICAL_BYTES = 10_000


def articles() -> tuple[list[tuple[str, str]], str]:
    """Return titles and texts, and what they are."""
    folder = data_folder()
    path = folder / "wiki" / "articles.jsonl.gz" if folder else None
    if path is not None and path.is_file():
        with gzip.open(path, "rt", encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        return [(record["title"], record["text"]) for record in records], "real articles"
    from wiki.dump import Batch, open_dump

    dump = open_dump(ROOT / "demo" / "demo-pages-articles.xml")
    pages = [page for batch in dump.batches() if isinstance(batch, Batch) for page in batch.pages]
    return [(page.title, page.text) for page in pages if not page.redirect], "the demo's articles"


def make_dump(path: Path, pages: list[tuple[str, str]]) -> int:
    """Write a dump of so many bytes of wikitext."""
    repeated = [
        # The numbers keep apart two articles of one title from different years.
        DumpPage(f"{title} {number} {place}", f"{text}\n\nThis is copy number {number}.")
        for number in range(REPEATS)
        for place, (title, text) in enumerate(pages)
    ]
    path.write_text(write_dump(repeated), encoding="utf-8")
    return sum(len(page.text.encode()) for page in repeated)


def run_import(path: Path, workers: int, environment: dict[str, str]) -> dict[str, Any]:
    result: dict[str, Any] = run_in_child(
        "_import_child", str(path), workers, environment=environment
    )
    return result


def measure(path: Path, folder: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Time an import by database and number of workers, each into a fresh database."""
    from tests.servers.postgres import postgres_server

    results = {}
    for workers in (1, 2):
        home = str(folder / f"sqlite-{workers}")
        results["SQLite", workers] = run_import(path, workers, {"TOUCHSTONE_HOME": home})
    for workers in (1, 2):
        with postgres_server() as url:
            environment = {
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "TOUCHSTONE_TEST_DATABASE_URL": url,
            }
            results["PostgreSQL", workers] = run_import(path, workers, environment)
    return results


def hours(result: dict[str, Any], cores: int, *, share: float = 1.0) -> float:
    """Return the hours for six million articles: all work over all cores, or the importer's.

    `share` is how long they are beside the measured ones.
    """
    pages = result["pages"]
    serial, parallel = result["serial"] / pages, result["parallel"] / pages
    seconds: float = max(serial, (serial + parallel) / cores)
    return ARTICLES * share * seconds / 3600


def run() -> list[Figure]:
    pages, what = articles()
    print(f"{len(pages)} of {what}, each {REPEATS} times.\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="touchstone-import-") as name:
        folder = Path(name)
        path = folder / "dump.xml"
        size = make_dump(path, pages)
        results = measure(path, folder)
    any_result = results["SQLite", 1]
    mean = size / any_result["pages"]
    figures = [
        Figure("articles", any_result["pages"]),
        Figure("mean length of their wikitext", mean / 1000, "kB"),
        Figure("put aside", any_result["put_aside"], less_is_better=True, must=0),
        Figure("documents, stored, to wikitext", any_result["stored"] / size, less_is_better=True),
    ]
    for (database, workers), result in results.items():
        name = f"{database}, {workers} worker{'s' * (workers > 1)}"
        figures += [
            Figure(f"{name}: articles", result["pages"] / result["seconds"], "1/s"),
            Figure(f"{name}: wikitext", size / MEGABYTE / result["seconds"], "MB/s"),
            Figure(
                f"{name}: median transaction",
                median(result["writes"]) * 1000,
                "ms",
                must=100 if database == "SQLite" else None,
                less_is_better=True,
            ),
            Figure(
                f"{name}: longest transaction of 20",
                result["writes"][len(result["writes"]) * 19 // 20] * 1000,
                "ms",
                less_is_better=True,
            ),
            Figure(f"{name}: importer's peak memory", result["importer_kb"] / 1000, "MB"),
            Figure(f"{name}: a worker's peak memory", result["worker_kb"] / 1000, "MB"),
        ]
    for database in ("SQLite", "PostgreSQL"):
        # With one worker the importer has a core to itself, as it would among many.
        result = results[database, 1]
        for cores in CORES:
            figures += [
                Figure(
                    f"{database}, {cores} cores: six million such articles",
                    hours(result, cores),
                    "h",
                    less_is_better=True,
                ),
                Figure(
                    f"{database}, {cores} cores: six million of {TYPICAL_BYTES // 1000} kB",
                    hours(result, cores, share=TYPICAL_BYTES / mean),
                    "h",
                    less_is_better=True,
                ),
            ]
    return figures
