"""A job's life, by its services."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from core.models import AuditEntry
from jobs import kinds
from jobs.models import Job, JobState
from jobs.services import jobs, workers
from tests.jobs.conftest import MakeJob
from tests.people import NOW, Cast

SECOND = timedelta(seconds=1)


def claim(job: Job) -> Job:
    claimed = jobs.claim_job(job_id=job.pk, worker="w1", now=NOW)
    assert claimed is not None
    return claimed


def test_enqueued_job_is_queued_with_its_kinds_attempts(make_job: MakeJob, cast: Cast) -> None:
    job = make_job(requested_by=cast.manager)
    job.refresh_from_db()
    assert (job.state, job.attempt, job.attempts_allowed) == ("queued", 0, 3)
    assert job.parameters == {"steps": 3, "seconds": 0}
    assert job.requested_by_id == cast.manager.pk
    assert job.created_at == job.rung_at == NOW


def test_worker_is_rung_for_only_when_the_transaction_commits(
    make_job: MakeJob,
    rings: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = make_job()
        assert rings == []
    assert rings == [job.pk]


def test_unknown_kind_is_refused_and_nothing_is_written(make_job: MakeJob) -> None:
    with pytest.raises(kinds.UnknownJobKindError):
        make_job(kind="nobody.knows")
    assert Job.objects.count() == 0


def test_second_job_with_an_exclusive_key_is_refused_with_the_first(make_job: MakeJob) -> None:
    first = make_job(exclusive="corpus:7")
    with pytest.raises(jobs.AlreadyQueuedError) as refusal:
        make_job(exclusive="corpus:7")
    assert refusal.value.job == first
    assert Job.objects.count() == 1


def test_exclusive_key_is_free_again_when_its_job_is_finished(make_job: MakeJob) -> None:
    first = claim(make_job(exclusive="corpus:7"))
    jobs.finish_job(job_id=first.pk, attempt=1, result=None, now=NOW)
    second = make_job(exclusive="corpus:7")
    assert second.pk != first.pk


def test_claim_takes_the_job_for_one_worker(make_job: MakeJob) -> None:
    job = make_job()
    claimed = claim(job)
    assert (claimed.state, claimed.attempt, claimed.worker) == ("running", 1, "w1")
    assert claimed.heartbeat_at == claimed.started_at == NOW
    assert jobs.claim_job(job_id=job.pk, worker="w2", now=NOW) is None
    job.refresh_from_db()
    assert (job.attempt, job.worker) == (1, "w1")


def test_job_that_is_not_due_cannot_be_claimed(make_job: MakeJob) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(not_before=NOW + SECOND)
    assert jobs.claim_job(job_id=job.pk, worker="w1", now=NOW) is None
    assert jobs.claim_job(job_id=job.pk, worker="w1", now=NOW + SECOND) is not None


def test_job_that_does_not_exist_cannot_be_claimed(db: None) -> None:
    assert jobs.claim_job(job_id=404, worker="w1", now=NOW) is None


def test_worker_that_leaves_claims_nothing(make_job: MakeJob) -> None:
    job = make_job()
    workers.beat_worker(name="w1", now=NOW)
    workers.dismiss_worker(name="w1")
    assert jobs.claim_job(job_id=job.pk, worker="w1", now=NOW) is None
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("queued", 0)


def test_finished_job_keeps_its_result(make_job: MakeJob) -> None:
    job = claim(make_job())
    jobs.finish_job(job_id=job.pk, attempt=1, result={"pages": 3}, now=NOW + SECOND)
    job.refresh_from_db()
    assert (job.state, job.result, job.finished_at) == ("succeeded", {"pages": 3}, NOW + SECOND)
    assert job.heartbeat_at is None


def test_failed_job_keeps_its_reason_and_the_detail(make_job: MakeJob) -> None:
    job = claim(make_job())
    jobs.fail_job(job_id=job.pk, attempt=1, reason="No such file.", detail="Traceback", now=NOW)
    job.refresh_from_db()
    assert (job.state, job.error, job.error_detail) == ("failed", "No such file.", "Traceback")


def test_failure_with_attempts_left_waits_for_its_next_one(make_job: MakeJob) -> None:
    job = claim(make_job())
    jobs.fail_job(job_id=job.pk, attempt=1, reason="Busy.", retry_at=NOW + SECOND, now=NOW)
    job.refresh_from_db()
    assert (job.state, job.error, job.retry_reason) == ("queued", "", "Busy.")
    assert (job.not_before, job.rung_at) == (NOW + SECOND, None)


def test_failure_of_the_last_attempt_ends_the_job(make_job: MakeJob) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(attempts_allowed=1)
    claim(job)
    jobs.fail_job(job_id=job.pk, attempt=1, reason="Busy.", retry_at=NOW + SECOND, now=NOW)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "Busy.")


def test_queued_job_is_cancelled_at_once_and_recorded(make_job: MakeJob, cast: Cast) -> None:
    job = jobs.cancel_job(job=make_job(), by=cast.manager, now=NOW)
    assert (job.state, job.finished_at) == ("cancelled", NOW)
    assert job.cancel_requested_by_id == cast.manager.pk
    assert jobs.claim_job(job_id=job.pk, worker="w1", now=NOW) is None
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_id) == ("jobs.cancel", cast.manager.pk)
    assert (entry.target_kind, entry.target_id) == ("jobs.job", str(job.public_id))


def test_running_job_is_asked_to_stop(make_job: MakeJob, cast: Cast) -> None:
    job = jobs.cancel_job(job=claim(make_job()), by=cast.manager, now=NOW)
    assert (job.state, job.cancel_requested_at) == ("running", NOW)
    with pytest.raises(jobs.JobCancelled):
        jobs.hold_job(job_id=job.pk, attempt=1)
    jobs.end_cancelled_job(job_id=job.pk, attempt=1, now=NOW + SECOND)
    job.refresh_from_db()
    assert (job.state, job.finished_at) == ("cancelled", NOW + SECOND)


def test_stalled_job_is_cancelled_at_once(make_job: MakeJob, cast: Cast) -> None:
    claimed = claim(make_job())
    job = jobs.cancel_job(job=claimed, by=cast.manager, now=NOW + timedelta(minutes=5))
    assert job.state == "cancelled"
    with pytest.raises(jobs.JobLost):
        jobs.finish_job(job_id=job.pk, attempt=1, result=None, now=NOW)


def test_finished_job_cannot_be_cancelled(make_job: MakeJob, cast: Cast) -> None:
    job = claim(make_job())
    jobs.finish_job(job_id=job.pk, attempt=1, result=None, now=NOW)
    with pytest.raises(jobs.AlreadyFinishedError):
        jobs.cancel_job(job=job, by=cast.manager, now=NOW)
    job.refresh_from_db()
    assert (job.state, job.cancel_requested_at) == ("succeeded", None)
    assert AuditEntry.objects.count() == 0


def test_job_tried_again_goes_on_from_its_checkpoint_with_fresh_attempts(
    make_job: MakeJob,
    cast: Cast,
    rings: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    job = claim(make_job())
    jobs.note_progress(job_id=job.pk, attempt=1, now=NOW, fields={"checkpoint": {"steps": 2}})
    jobs.fail_job(job_id=job.pk, attempt=1, reason="No such file.", now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.retry_job(job=job, by=cast.manager, now=NOW + SECOND)
    assert (job.state, job.error, job.retry_reason) == ("queued", "", "No such file.")
    assert job.checkpoint == {"steps": 2}
    # The number goes on, as the fence against the first attempt.
    assert (job.attempt, job.attempts_allowed) == (1, 4)
    assert rings == [job.pk]
    assert AuditEntry.objects.get().action == "jobs.retry"


@pytest.mark.parametrize("state", [JobState.QUEUED, JobState.RUNNING, JobState.SUCCEEDED])
def test_job_that_did_not_end_badly_cannot_be_tried_again(
    make_job: MakeJob, state: JobState
) -> None:
    job = make_job()
    if state != JobState.QUEUED:
        claim(job)
    if state == JobState.SUCCEEDED:
        jobs.finish_job(job_id=job.pk, attempt=1, result=None, now=NOW)
    with pytest.raises(jobs.NotEndedError):
        jobs.retry_job(job=job, by=None, now=NOW)
    job.refresh_from_db()
    assert job.state == state
    assert AuditEntry.objects.count() == 0


def test_job_cannot_be_tried_again_beside_one_with_its_key(make_job: MakeJob) -> None:
    old = jobs.cancel_job(job=make_job(exclusive="corpus:7"), by=None, now=NOW)
    new = make_job(exclusive="corpus:7")
    with pytest.raises(jobs.AlreadyQueuedError) as refusal:
        jobs.retry_job(job=old, by=None, now=NOW)
    assert refusal.value.job == new
    old.refresh_from_db()
    assert old.state == "cancelled"


def test_handing_back_costs_no_attempt(make_job: MakeJob) -> None:
    job = claim(make_job())
    workers.beat_worker(name="w1", now=NOW)
    workers.dismiss_worker(name="w1")
    with pytest.raises(jobs.HandBack):
        jobs.hold_job(job_id=job.pk, attempt=1)
    jobs.hand_back_job(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.attempt, job.attempts_allowed) == ("queued", 1, 4)
    assert (job.hand_back, job.retry_reason) == (False, "The worker was shut down.")


def test_superseded_run_can_write_nothing(make_job: MakeJob) -> None:
    job = claim(make_job())
    Job.objects.filter(pk=job.pk).update(attempt=2)
    before = Job.objects.values().get(pk=job.pk)
    fenced: dict[str, Any] = {"job_id": job.pk, "attempt": 1}
    writes: list[Callable[[], None]] = [
        lambda: jobs.beat_job(**fenced, now=NOW + SECOND),
        lambda: jobs.hold_job(**fenced),
        lambda: jobs.note_progress(**fenced, now=NOW + SECOND, fields={"progress_done": 9}),
        lambda: jobs.finish_job(**fenced, result={}, now=NOW),
        lambda: jobs.fail_job(**fenced, reason="Late.", now=NOW),
        lambda: jobs.end_cancelled_job(**fenced, now=NOW),
        lambda: jobs.hand_back_job(**fenced),
    ]
    for write in writes:
        with pytest.raises(jobs.JobLost):
            write()
    assert Job.objects.values().get(pk=job.pk) == before
