"""The pages of people who judge others' work: 90,000 claims, eighty people, SQLite.

The home pages of a manager, a writer, a verifier and a candidate, the review and the grading of
claims, the list of disagreements and the bench. Each is asked for again and again, the bench and
the review for another claim each time. Measured is the processor time of the whole answer, in which
SQLite has its part, so that a busy machine gives nearly the same figures.
"""

from __future__ import annotations

import os

from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Home, review, grading and adjudication with 90,000 claims"
CLAIMS = int(os.environ.get("TOUCHSTONE_BENCH_CLAIMS", 90_000))
PEOPLE = 80
ROUNDS = 20


def run() -> list[Figure]:
    measured = run_in_child(
        "_judging_child", CLAIMS, PEOPLE, ROUNDS, environment={"TOUCHSTONE_LOG_LEVEL": "ERROR"}
    )
    # The 19th of 20.
    p95 = {name: sorted(times)[ROUNDS * 95 // 100 - 1] for name, times in measured["times"].items()}
    return [
        *(Figure(name, count) for name, count in measured["rows"].items()),
        _bounded("slowest of all pages, p95", max(p95.values())),
        *(_bounded(f"{name}, p95", time) for name, time in p95.items()),
    ]


def _bounded(name: str, value: float) -> Figure:
    return Figure(name, value, "ms", must=150, less_is_better=True)
