"""The lists of a large campaign: 90,000 claims, 95,000 verifications, eighty people, SQLite.

Each list is asked for again and again by a person who may see it: its first page, its last, words
that few rows have, its filters and orders. Measured is the processor time of the whole answer, in
which SQLite has its part, so that a busy machine gives nearly the same figures.
"""

from __future__ import annotations

import os

from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Lists with 90,000 rows"
CLAIMS = int(os.environ.get("TOUCHSTONE_BENCH_CLAIMS", 90_000))
PEOPLE = 80
ROUNDS = 20


def run() -> list[Figure]:
    measured = run_in_child(
        "_lists_child",
        CLAIMS,
        PEOPLE,
        ROUNDS,
        environment={"TOUCHSTONE_LOG_LEVEL": "ERROR"},
    )
    # The 19th of 20.
    p95 = {name: sorted(times)[ROUNDS * 95 // 100 - 1] for name, times in measured["times"].items()}
    return [
        *(Figure(name, count) for name, count in measured["rows"].items()),
        _bounded("slowest of all lists, p95", max(p95.values())),
        *(_bounded(f"{name}, p95", time) for name, time in p95.items()),
    ]


def _bounded(name: str, value: float) -> Figure:
    return Figure(name, value, "ms", must=300, aim=100, less_is_better=True)
