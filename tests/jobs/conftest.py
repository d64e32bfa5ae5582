"""Fixtures for tests of jobs: a fixed clock, a fake doorbell, and job kinds for tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from jobs import doorbell, kinds
from jobs.kinds import Handler, JobKind
from jobs.models import Job
from jobs.services import jobs
from tests.people import NOW

MakeKind = Callable[..., str]
MakeJob = Callable[..., Job]


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the jobs that were rung for, in order."""
    heard: list[int] = []

    def ring(job_id: int) -> bool:
        heard.append(job_id)
        return True

    monkeypatch.setattr(doorbell, "ring", ring)
    return heard


@pytest.fixture
def make_kind(monkeypatch: pytest.MonkeyPatch) -> MakeKind:
    """Return a function that declares a job kind for the length of a test."""

    def make(handler: Handler, *, attempts: int = 3, **options: Any) -> str:
        name = "test.made"
        options.setdefault("retry_on", (ConnectionError,))
        options.setdefault("backoff", timedelta(seconds=5))
        kind = JobKind(name, "Made for a test", handler, attempts, **options)
        monkeypatch.setitem(kinds._kinds, name, kind)
        return name

    return make


@pytest.fixture
def make_job(db: None, rings: list[int]) -> MakeJob:
    """Return a function that queues a self-test at the fixed time."""

    def make(**options: Any) -> Job:
        options = {
            "kind": "jobs.self_test",
            "parameters": {"steps": 3, "seconds": 0},
            "requested_by": None,
            "now": NOW,
            **options,
        }
        return jobs.enqueue_job(**options)

    return make
