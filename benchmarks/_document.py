"""Writes docs/benchmarks.md and the long tables behind it: `python -m benchmarks._document`.

The page of a benchmark that was not run here stays as it is; the table at the head is made from
all pages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks._summary import summary_table
from benchmarks.harness import RESULTS, ROOT, Figure, table

DOCUMENT = ROOT / "docs" / "benchmarks.md"
PAGES = ROOT / "docs" / "benchmarks"
HEAD = """\
# Benchmarks

What matters most, beside a peer that was measured in the same run or beside the limit that we set
ourselves. The ratio is ours to the other; "met" is about the limit.
"""
FOOT = """\
Each line leads to all figures of its benchmark, with the command, the commit and the date. Machines
are noisy, so that ratios within one run say more than seconds. "must" and "aim" there are our own
bounds.

`make bench` measures and fills `benchmarks/results/`; `python -m benchmarks._document` writes these
pages from it.
"""


def page_of(name: str, record: Mapping[str, Any]) -> str:
    """Return the page with all figures of a run."""
    figures = [Figure(**figure) for figure in record["figures"]]
    made = f"{record['date'][:10]}, commit {record['commit']}, {record['machine']}"
    return f"# {record['title']}\n\n`make bench ONLY={name}` ({made})\n\n{table(figures)}\n"


def document_of(pages: Mapping[str, str]) -> str:
    """Return the document with the table that is made from the pages."""
    titles = {name: page.partition("\n")[0].removeprefix("# ") for name, page in pages.items()}
    listed = "\n".join(f"- [{title}](benchmarks/{name}.md)" for name, title in titles.items())
    return f"{HEAD}\n{summary_table(pages)}\n\n{FOOT}\n## All figures\n\n{listed}\n"


def read_pages(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}


def write(document: Path, folder: Path, results: Path) -> None:
    """Write the page of each result, and the document."""
    folder.mkdir(exist_ok=True)
    for path in sorted(results.glob("*.json")):
        page = page_of(path.stem, json.loads(path.read_text()))
        (folder / f"{path.stem}.md").write_text(page, encoding="utf-8")
    document.write_text(document_of(read_pages(folder)), encoding="utf-8")


if __name__ == "__main__":
    write(DOCUMENT, PAGES, RESULTS)
