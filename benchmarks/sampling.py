"""Drawing highlights from a million pages, none of which is opened.

Beside it a tenth of the pages, with as many highlights: what the memory needs must not grow with
the pages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.harness import ROOT, Figure

TITLE = "Drawing highlights"
PAGES = 1_000_000
HIGHLIGHTS = 10_000


def draw(pages: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="touchstone-sampling-") as home:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks._sampling_child", str(pages), str(HIGHLIGHTS)],
            cwd=ROOT,
            env={**os.environ, "TOUCHSTONE_HOME": home, "TOUCHSTONE_LOG_LEVEL": "WARNING"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def run() -> list[Figure]:
    few, many = draw(PAGES // 10), draw(PAGES)
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
