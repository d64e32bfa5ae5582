"""The processor time of `manage.py migrate` in an empty home folder, on SQLite."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile

from benchmarks.harness import ROOT, Figure

TITLE = "Migrating"
ROUNDS = 3


def run() -> list[Figure]:
    seconds = sorted(_migrate() for _ in range(ROUNDS))
    return [
        Figure(
            f"migrating from nothing, processor time, best of {ROUNDS}",
            seconds[0],
            "s",
            must=2,
            less_is_better=True,
        )
    ]


def _migrate() -> float:
    """Migrate from nothing; return the processor time of the command and its children."""
    before = _used()
    with tempfile.TemporaryDirectory(prefix="touchstone-bench-") as home:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env={**os.environ, "TOUCHSTONE_HOME": home},
            check=True,
        )
    return _used() - before


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
