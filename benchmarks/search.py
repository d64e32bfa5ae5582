"""Search over a generated encyclopedia, on both engines, each beside itself without us.

`TOUCHSTONE_BENCH_PAGES` sets how many pages and `TOUCHSTONE_BENCH_ENGINES` which engines, for quick
trials; `TOUCHSTONE_BENCH_HOME` names a folder in which what was made is kept for the next run.

Without us means: the compiled query given to tantivy's or to the Elasticsearch client's API in the
same process; in indexing, which is timed on a sample of the pages, the same tokens given to the
engine from memory; in completion, the database's work, the same SQL. Beside that stands a whole
rebuild, which reads pages and makes them into tokens first.
"""

from __future__ import annotations

import os

from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Search"
PAGES = 200_000
MEGABYTE = 1e6
ARTICLES = 6_000_000
# What the bounds for times were set for.
_BOUNDS_FROM = 100_000


def run() -> list[Figure]:
    pages = int(os.environ.get("TOUCHSTONE_BENCH_PAGES", PAGES))
    kept = os.environ.get("TOUCHSTONE_BENCH_HOME", "")
    result = run_in_child(
        "_search_child",
        pages,
        environment={"TOUCHSTONE_HOME": kept} if kept else None,
        shows_progress=True,
    )
    figures = [
        Figure("pages", result["pages"]),
        Figure("load average after making them", result["load"]),
        Figure("load average at the end", result["load_after"]),
        Figure("of these in the sample", result["sample"]),
        Figure("mean size of their JSON", result["sample_bytes"] / result["sample"] / 1000, "kB"),
        Figure("made and indexed by both at once", pages / result["fill_seconds"], "pages/s"),
        Figure("text analysis", result["analysis_mb_s"], "MB/s a core"),
        Figure("text analysis, for indexing", result["analysis_pieces_mb_s"], "MB/s a core"),
    ]
    for name, measured in result["engines"].items():
        figures += _indexing_figures(name, measured["indexing"], pages)
        for question, times in measured["searching"].items():
            figures += _searching_figures(f"{name}, {question}", times, pages)
        figures += _hostile_figures(name, measured["hostile"])
    for question, times in result["completion"].items():
        figures += _completion_figures(question, times)
    return [
        *figures,
        Figure("opening 20 hits with excerpts, p50", result["opening_ms"], "ms"),
        Figure("words near another, processor time, p50", result["near_words_ms"], "ms"),
        Figure("a pattern tried on pages", result["pattern_pages_s"], "pages/s of a core"),
    ]


def _indexing_figures(name: str, found: dict[str, float], pages: int) -> list[Figure]:
    a_page = found["bytes"] / pages
    hours = ARTICLES / found["rebuild_pages_s"] / 3600
    return [
        Figure(f"{name}: bare, from prepared tokens", found["bare_pages_s"], "pages/s"),
        Figure(f"{name}: ours, from prepared tokens", found["prepared_pages_s"], "pages/s"),
        Figure(
            f"{name}: ours to bare, from prepared tokens",
            found["prepared_ratio"],
            "times",
            must=1.5,
            aim=1.2,
            less_is_better=True,
        ),
        Figure(f"{name}: rebuild from the database", found["rebuild_pages_s"], "pages/s"),
        Figure(f"{name}: rebuild from the database to bare", found["rebuild_ratio"], "times"),
        Figure(f"{name}: preparing a page", found["preparing_ms"], "ms of a core"),
        Figure(f"{name}: index of all pages", found["bytes"] / MEGABYTE, "MB"),
        Figure(f"{name}: index of a page", a_page / 1000, "kB"),
        Figure(f"{name}: six million pages, rebuild", hours, "h"),
        Figure(f"{name}: six million pages, index", a_page * ARTICLES / 1e9, "GB"),
    ]


def _searching_figures(name: str, times: dict[str, float], pages: int) -> list[Figure]:
    if name.endswith("in a rush"):
        return _rush_figures(name, times)
    bound = "three words" in name and pages >= _BOUNDS_FROM
    must, aim = (50.0, 20.0) if bound else (None, None)
    figures = [
        Figure(f"{name}: p50", times["ours_50"], "ms", less_is_better=True),
        Figure(f"{name}: p95", times["ours_95"], "ms", must, aim, less_is_better=True),
        Figure(f"{name}: p99", times["ours_99"], "ms", less_is_better=True),
        Figure(f"{name}: bare p50", times["bare_50"], "ms", less_is_better=True),
        Figure(f"{name}: bare p95", times["bare_95"], "ms", less_is_better=True),
        Figure(f"{name}: bare p99", times["bare_99"], "ms", less_is_better=True),
        # What the bare engine gives is ids and scores; titles are the database's.
        _to_bare(f"{name}: ids and scores, p50 to bare", times["ranked_ratio"]),
        Figure(f"{name}: with titles, p50 to bare", times["ours_ratio"], "times"),
    ]
    if "ready_50" in times:
        ready = times["ranked_50"] / times["ready_50"]
        figures.append(
            Figure(
                f"{name}: ids and scores, p50 to bare with its query made before", ready, "times"
            )
        )
    if not name.endswith("1 client"):
        figures.append(Figure(f"{name}: asked", times["ranked_rate"], "1/s"))
    if name.startswith("tantivy") and name.endswith("1 client"):
        ranked, ours = times["ranked_busy_ratio"], times["ours_busy_ratio"]
        figures += [
            Figure(f"{name}: processor time, bare p50", times["bare_busy_50"], "ms"),
            Figure(f"{name}: processor time, ids and scores, p50 to bare", ranked, "times"),
            Figure(f"{name}: processor time, with titles, p50 to bare", ours, "times"),
        ]
    return [*figures, Figure(f"{name}: load average", times["load"])]


def _hostile_figures(name: str, taken: dict[str, float]) -> list[Figure]:
    slowest = max(taken, key=lambda query: taken[query])
    return [
        Figure(
            f"{name}: slowest hostile query ({slowest})",
            taken[slowest],
            "ms",
            must=1000.0,
            less_is_better=True,
        )
    ]


def _rush_figures(name: str, times: dict[str, float]) -> list[Figure]:
    ratio = times["bare_rate"] / times["ranked_rate"]
    return [
        Figure(f"{name}: answered", times["ours_rate"], "1/s"),
        Figure(f"{name}: answered with ids and scores", times["ranked_rate"], "1/s"),
        Figure(f"{name}: bare answered", times["bare_rate"], "1/s"),
        # By Little's law the inverse of the answers a second.
        _to_bare(f"{name}: ids and scores, mean time to bare", ratio),
        Figure(f"{name}: ids and scores, p50 to bare", times["ranked_ratio"], "times"),
        Figure(f"{name}: bare p50", times["bare_50"], "ms", less_is_better=True),
    ]


def _to_bare(name: str, ratio: float) -> Figure:
    return Figure(name, ratio, "times", must=1.3, aim=1.1, less_is_better=True)


def _completion_figures(name: str, times: dict[str, float]) -> list[Figure]:
    must = 30.0 if name.endswith("1 client") else None
    return [
        Figure(f"{name}: p50", times["ours_50"], "ms", must=must, less_is_better=True),
        Figure(f"{name}: p95", times["ours_95"], "ms", must=must, less_is_better=True),
        Figure(f"{name}: p99", times["ours_99"], "ms", must=must, less_is_better=True),
        Figure(f"{name}: bare SQL p50", times["bare_50"], "ms", less_is_better=True),
        Figure(f"{name}: bare SQL p95", times["bare_95"], "ms", less_is_better=True),
        Figure(f"{name}: answered", times["ours_rate"], "1/s"),
    ]
