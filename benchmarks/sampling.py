"""Drawing highlights from a million pages, none of which is opened.

Beside it a tenth of the pages, with as many highlights: what the memory needs must not grow with
the pages.
"""

from __future__ import annotations

from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Drawing highlights"
PAGES = 1_000_000
HIGHLIGHTS = 10_000


def run() -> list[Figure]:
    few, many = (
        run_in_child("_sampling_child", pages, HIGHLIGHTS) for pages in (PAGES // 10, PAGES)
    )
    return [
        Figure("pages", PAGES),
        Figure("highlights drawn", many["written"], must=HIGHLIGHTS),
        Figure(
            "pages drawn from more than once",
            many["written"] - many["pages"],
            must=0,
            less_is_better=True,
        ),
        Figure("time to draw them", many["seconds"], "s", must=60, aim=20, less_is_better=True),
        Figure("longest transaction", many["longest"] * 1000, "ms", must=100, less_is_better=True),
        Figure("memory on top, a tenth of the pages", few["megabytes"], "MB", less_is_better=True),
        Figure("memory on top, all pages", many["megabytes"], "MB", less_is_better=True),
        Figure(
            "memory, all to a tenth",
            many["megabytes"] / max(few["megabytes"], 1),
            "",
            must=1.5,
            less_is_better=True,
        ),
    ]
