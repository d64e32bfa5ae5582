"""Line coverage of the tests: `make test` measures it and prints one table at its end.

SlipCover measures, because coverage.py's tracer nearly doubles the processor time of the parser's
tests on Python 3.11: it rewrites the bytecode and takes each probe out when its line has run, so
that code costs nothing once it is covered. coverage.py, which everybody knows, makes the reports.
"""

from __future__ import annotations

from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parent.parent.parent
# Lines that ran, a file for each process; and the pages that show them.
FOLDER = PROJECT_ROOT / ".coverage"
PAGES = FOLDER / "html"
# What is no part of the product.
_OTHERS = {"tests", "benchmarks", "scripts"}


def measured_packages() -> list[str]:
    """Return the names of the packages whose lines are counted."""
    return sorted(
        folder.name
        for folder in PROJECT_ROOT.iterdir()
        if (folder / "__init__.py").exists() and folder.name not in _OTHERS
    )
