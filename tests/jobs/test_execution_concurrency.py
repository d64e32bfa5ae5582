"""Several at once: who gets a job, who keeps it, and what a worker does besides."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery.worker import state
from django.db import OperationalError, connections
from django.utils import timezone
from pytest_django import Settings

from jobs import heartbeat, timing
from jobs.bootstep import Sweeper
from jobs.execution import run_job
from jobs.models import Job, SelfTestStep, WorkerBeat
from jobs.runs import JobRun
from jobs.services import jobs, workers
from jobs.services.jobs import JobLost
from tests.jobs.conftest import MakeJob, MakeKind

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

CROWD = 8


def all_at_once(act: Callable[[int], Any]) -> list[Any]:
    """Return the results of many threads that start together."""
    start = threading.Barrier(CROWD)

    def one(number: int) -> Any:
        start.wait()
        try:
            return act(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(one, range(CROWD)))


def test_one_of_many_workers_gets_a_job(make_job: MakeJob) -> None:
    job = make_job()
    claims = all_at_once(
        lambda n: jobs.claim_job(job_id=job.pk, worker=f"w{n}", now=timezone.now())
    )
    winners = [claim for claim in claims if claim is not None]
    assert len(winners) == 1
    job.refresh_from_db()
    assert (job.attempt, job.worker) == (1, winners[0].worker)


def test_one_of_many_requests_gets_an_exclusive_key(make_job: MakeJob) -> None:
    def ask(number: int) -> bool:
        try:
            make_job(exclusive="corpus:7")
        except jobs.AlreadyQueuedError:
            return False
        return True

    assert sorted(all_at_once(ask)) == [False] * (CROWD - 1) + [True]
    assert Job.objects.count() == 1


def test_many_sweepers_requeue_a_stale_job_once(make_job: MakeJob, rings: list[int]) -> None:
    job = make_job()
    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now() - timedelta(hours=1))
    rings.clear()
    taken = all_at_once(lambda n: jobs.requeue_stale_jobs(now=timezone.now()))
    assert sum(taken) == 1
    assert rings == [job.pk]


def test_old_and_new_run_of_a_job_never_both_write_a_step(make_job: MakeJob) -> None:
    job = make_job()
    runs: list[JobRun[Any]] = []
    for _ in range(2):
        claimed = jobs.claim_job(job_id=job.pk, worker="w", now=timezone.now() - timedelta(hours=1))
        assert claimed is not None
        runs.append(JobRun(claimed))
        if len(runs) == 1:
            jobs.requeue_stale_jobs(now=timezone.now())

    def write(number: int) -> bool:
        run = runs[number % 2]
        try:
            with run.step() as checkpoint:
                checkpoint["by"] = run.attempt
                SelfTestStep.objects.create(
                    job=job, number=number, attempt=run.attempt, written_at=timezone.now()
                )
        except JobLost:
            return False
        return True

    assert all_at_once(write) == [False, True] * (CROWD // 2)
    assert set(SelfTestStep.objects.values_list("attempt", flat=True)) == {2}


def test_job_beats_while_its_handler_works(
    make_job: MakeJob, make_kind: MakeKind, settings: Settings
) -> None:
    settings.JOB_HEARTBEAT_SECONDS = 0.02

    def wait_for_beats(run: JobRun[Any]) -> dict[str, Any]:
        beats: set[Any] = set()
        deadline = time.monotonic() + 120
        while len(beats) < 3 and time.monotonic() < deadline:
            beats.add(Job.objects.values_list("heartbeat_at", flat=True).get(pk=run.job_id))
            time.sleep(0.01)
        return {"beats": len(beats)}

    job = make_job(kind=make_kind(wait_for_beats))
    assert run_job(job.pk, worker="w1", beating=heartbeat.beating)
    job.refresh_from_db()
    assert (job.state, job.result) == ("succeeded", {"beats": 3})
    assert not [t for t in threading.enumerate() if t.name.startswith("heartbeat-")]


# --- the sweeper in the worker --------------------------------------------------------------
@pytest.fixture
def consumer() -> SimpleNamespace:
    """Return as much of Celery's consumer as the sweeper looks at: one idle process."""
    return SimpleNamespace(hostname="w2", pool=SimpleNamespace(num_processes=1))


def make_stale_job(make_job: MakeJob) -> Job:
    job = make_job()
    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now() - timedelta(hours=1))
    return job


def test_worker_says_that_it_is_alive(consumer: SimpleNamespace) -> None:
    Sweeper(consumer).sweep(consumer)
    assert WorkerBeat.objects.get().name == "w2"


def test_worker_takes_over_stale_jobs_from_its_second_round_on(
    consumer: SimpleNamespace, make_job: MakeJob
) -> None:
    job = make_stale_job(make_job)
    sweeper = Sweeper(consumer)
    sweeper.sweep(consumer)
    job.refresh_from_db()
    assert job.state == "running"
    sweeper.sweep(consumer)
    job.refresh_from_db()
    assert (job.state, job.retry_reason) == ("queued", "The worker stopped.")


def test_worker_that_slept_lets_the_living_beat_first(
    consumer: SimpleNamespace, make_job: MakeJob
) -> None:
    job = make_stale_job(make_job)
    sweeper = Sweeper(consumer)
    sweeper.swept_at = timezone.now() - timing.stale_after()
    sweeper.sweep(consumer)
    job.refresh_from_db()
    assert job.state == "running"


def test_idle_worker_rings_and_busy_worker_does_not(
    consumer: SimpleNamespace,
    make_job: MakeJob,
    rings: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = make_job(now=timezone.now() - timedelta(hours=1))
    rings.clear()
    monkeypatch.setattr(state, "reserved_requests", {"a request"})
    Sweeper(consumer).sweep(consumer)
    assert rings == []
    monkeypatch.setattr(state, "reserved_requests", set())
    Sweeper(consumer).sweep(consumer)
    assert rings == [job.pk]


def test_sweeper_outlives_a_database_that_is_down(
    consumer: SimpleNamespace,
    make_job: MakeJob,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    job = make_stale_job(make_job)
    sweeper = Sweeper(consumer)
    sweeper.sweep(consumer)

    def fail(**options: Any) -> None:
        raise OperationalError("the database is down")

    with monkeypatch.context() as patch:
        patch.setattr(workers, "beat_worker", fail)
        sweeper.sweep(consumer)
    assert "trying again in a moment" in caplog.text
    sweeper.sweep(consumer)
    job.refresh_from_db()
    assert job.state == "running"
    sweeper.sweep(consumer)
    job.refresh_from_db()
    assert job.state == "queued"
