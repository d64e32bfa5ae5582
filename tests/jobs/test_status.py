"""The time that a job will still take, by its progress."""

from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.models import Job
from jobs.status import time_left
from tests.people import NOW

HOUR = timedelta(hours=1)


def running(done: int, **changes: object) -> Job:
    facts = {"state": "running", "attempt": 1, "started_at": NOW, **changes}
    return Job(progress_done=done, progress_total=100, **facts)


def test_time_left_follows_from_the_progress_so_far() -> None:
    assert time_left(running(25), now=NOW + HOUR) == 3 * HOUR
    assert time_left(running(100), now=NOW + HOUR) == timedelta(0)


@pytest.mark.parametrize(
    "job",
    [running(1), running(50, attempt=2), running(50, state="queued"), running(50, started_at=None)],
    ids=["just begun", "resumed", "not running", "not started"],
)
def test_time_left_is_unknown(job: Job) -> None:
    assert time_left(job, now=NOW + HOUR) is None
