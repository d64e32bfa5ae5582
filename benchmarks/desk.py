"""The verification desk in Chromium: opening a long page, and selecting on it."""

from __future__ import annotations

from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "The verification desk on a page of 3,000 elements with a table of 500 rows"


def run() -> list[Figure]:
    times = run_in_child(
        "_desk_child",
        environment={"DJANGO_ALLOW_ASYNC_UNSAFE": "true", "TOUCHSTONE_LOG_LEVEL": "ERROR"},
    )
    opened, warm = sorted(times["cold"]), sorted(times["warm"])
    selected, column = sorted(times["select"]), sorted(times["column"])
    return [
        Figure("elements on the page", times["elements"]),
        _bounded("open it, cold, to its first painting, median", _median(opened), 1000, 400),
        _bounded("the same, slowest", opened[-1], 1000, 400),
        Figure("open it again, median", _median(warm), "ms"),
        _bounded("key press to visible selection of a cell, median", _median(selected), 50, 16),
        _bounded("the same, p95", selected[len(selected) * 95 // 100], 50, 16),
        Figure("key press to a selected column of 500 cells, median", _median(column), "ms"),
        Figure("one frame of this browser", times["frame"], "ms"),
    ]


def _median(times: list[float]) -> float:
    return times[len(times) // 2]


def _bounded(name: str, value: float, must: float, aim: float) -> Figure:
    return Figure(name, value, "ms", must=must, aim=aim, less_is_better=True)
