"""Looking after jobs whose worker died and whose ring was lost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from jobs import timing
from jobs.models import Job, WorkerBeat
from jobs.selectors.workers import is_worker_running, living_workers
from jobs.services import jobs, workers
from tests.jobs.conftest import MakeJob
from tests.people import NOW, Cast

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LATER = NOW + timing.stale_after() + timedelta(milliseconds=1)


def claim(job: Job) -> Job:
    claimed = jobs.claim_job(job_id=job.pk, worker="w1", now=NOW)
    assert claimed is not None
    return claimed


def test_job_of_a_silent_worker_is_queued_and_rung_for(
    make_job: MakeJob,
    rings: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    job = claim(make_job())
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.requeue_stale_jobs(now=LATER) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt, job.worker) == ("queued", 1, "")
    assert job.retry_reason == "The worker stopped."
    assert rings == [job.pk]


def test_job_that_beats_is_left_alone(make_job: MakeJob) -> None:
    job = claim(make_job())
    jobs.beat_job(job_id=job.pk, attempt=1, now=NOW + timedelta(milliseconds=2))
    assert jobs.requeue_stale_jobs(now=LATER) == 0
    job.refresh_from_db()
    assert job.state == "running"


def test_job_whose_worker_stopped_in_the_last_attempt_fails_with_the_reason(
    make_job: MakeJob,
) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(attempt=2)
    claim(job)
    assert jobs.requeue_stale_jobs(now=LATER) == 1
    job.refresh_from_db()
    assert (job.state, job.finished_at) == ("failed", LATER)
    assert job.error == "The worker stopped during attempt 3 of 3."


def test_stale_job_that_was_to_stop_is_cancelled(make_job: MakeJob, cast: Cast) -> None:
    job = jobs.cancel_job(job=claim(make_job()), by=cast.manager, now=NOW)
    assert jobs.requeue_stale_jobs(now=LATER) == 1
    job.refresh_from_db()
    assert job.state == "cancelled"


def test_unanswered_ring_is_repeated_once_for_all_workers(
    make_job: MakeJob, rings: list[int]
) -> None:
    job = make_job()
    due = NOW + timing.ring_again_after()
    assert jobs.ring_lost_jobs(now=due - timedelta(milliseconds=1)) == 0
    assert jobs.ring_lost_jobs(now=due) == 1
    assert jobs.ring_lost_jobs(now=due) == 0
    assert rings == [job.pk]


def test_paused_job_is_rung_for_when_its_pause_is_over(make_job: MakeJob, rings: list[int]) -> None:
    job = claim(make_job())
    pause = timedelta(minutes=1)
    jobs.fail_job(job_id=job.pk, attempt=1, reason="Busy.", retry_at=NOW + pause, now=NOW)
    assert jobs.ring_lost_jobs(now=NOW + pause - timedelta(milliseconds=1)) == 0
    assert jobs.ring_lost_jobs(now=NOW + pause) == 1
    assert rings == [job.pk]


def test_oldest_jobs_are_rung_for_first_and_no_more_than_can_run(
    make_job: MakeJob, rings: list[int]
) -> None:
    made = [make_job() for _ in range(3)]
    assert jobs.ring_lost_jobs(now=LATER, limit=2) == 2
    assert rings == [made[0].pk, made[1].pk]


def test_finished_jobs_are_not_rung_for(make_job: MakeJob, rings: list[int]) -> None:
    jobs.cancel_job(job=make_job(), by=None, now=NOW)
    assert jobs.ring_lost_jobs(now=LATER) == 0
    assert rings == []


def test_worker_is_alive_until_it_falls_silent() -> None:
    workers.beat_worker(name="w1", now=NOW)
    workers.beat_worker(name="w1", now=NOW)
    assert [beat.name for beat in living_workers(now=LATER - timedelta(milliseconds=1))] == ["w1"]
    assert is_worker_running(now=LATER) is False


def test_worker_that_is_shut_down_is_gone_at_once_and_can_come_back() -> None:
    workers.beat_worker(name="w1", now=NOW)
    workers.dismiss_worker(name="w1")
    assert is_worker_running(now=NOW) is False
    workers.beat_worker(name="w1", now=NOW)
    assert is_worker_running(now=NOW) is True


def test_workers_long_gone_are_forgotten() -> None:
    workers.beat_worker(name="old", now=NOW - timedelta(minutes=61))
    workers.beat_worker(name="new", now=NOW - timedelta(minutes=59))
    workers.forget_old_workers(now=NOW)
    assert [beat.name for beat in WorkerBeat.objects.all()] == ["new"]
