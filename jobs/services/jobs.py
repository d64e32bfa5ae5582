"""The life of a job: requested, claimed, finished, failed, cancelled, tried again.

Every change of state is an update that names the state, and where it comes from a run the
attempt, that it starts from. So two workers never hold one job, and a run that lost its job
(its worker was taken for dead) can no longer write anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from core.people import Person
from core.services import audit
from jobs import doorbell, kinds, timing
from jobs.models import UNFINISHED, Job, JobState, WorkerBeat

SWEEP_LIMIT = 50
# A job that ends its worker so often at the same point will do so again: the kernel kills it for
# its memory, or it crashes. Each time it would take the other work of that worker along.
MOST_FRUITLESS_STOPS = 3


class JobLost(Exception):
    """The run no longer holds its job: it was taken for dead, and the job continued without it."""


class JobCancelled(Exception):
    """Someone asked for this job to stop."""


class HandBack(Exception):
    """The worker is being shut down; the job goes back into the queue."""


class AlreadyFinishedError(Exception):
    """A finished job cannot be cancelled."""


class NotEndedError(Exception):
    """Only a failed or cancelled job can be tried again."""


class AlreadyQueuedError(Exception):
    """An unfinished job holds the same exclusive key."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.exclusive)
        self.job = job


# --- actions of people ------------------------------------------------------------------------
@transaction.atomic
def enqueue_job(
    *,
    kind: str,
    parameters: Mapping[str, Any] | msgspec.Struct,
    requested_by: Person | None,
    now: datetime,
    exclusive: str = "",
) -> Job:
    """Enqueue a job. A worker is told when the surrounding transaction commits."""
    attempts = kinds.get_kind(kind).attempts
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind,
                parameters=msgspec.to_builtins(parameters),
                requested_by_id=requested_by.pk if requested_by else None,
                exclusive=exclusive,
                attempts_allowed=attempts,
                created_at=now,
                rung_at=now,
            )
    except IntegrityError:
        _refuse_second(exclusive)
        raise
    _ring_on_commit(job.pk)
    return job


@transaction.atomic
def cancel_job(*, job: Job, by: Person | None, now: datetime) -> Job:
    """Cancel a job: at once if it does not run, otherwise by a flag that its run checks."""
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.is_finished:
        raise AlreadyFinishedError
    requested = {"cancel_requested_at": now, "cancel_requested_by_id": by.pk if by else None}
    if job.state == JobState.QUEUED or _is_stale(job, now):
        # A stale run may still be alive somewhere; the new state refuses its writes.
        _end(job, JobState.CANCELLED, now, **requested)
    elif job.cancel_requested_at is None:
        Job.objects.filter(pk=job.pk).update(**requested)
    audit.record(actor=by, action="jobs.cancel", target=job, now=now)
    job.refresh_from_db()
    return job


@transaction.atomic
def retry_job(*, job: Job, by: Person | None, now: datetime) -> Job:
    """Try a failed or cancelled job again, from its checkpoint on, with new attempts."""
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.state not in (JobState.FAILED, JobState.CANCELLED):
        raise NotEndedError
    attempts = kinds.get_kind(job.kind).attempts
    try:
        with transaction.atomic():
            Job.objects.filter(pk=job.pk).update(
                state=JobState.QUEUED,
                # The attempt number continues: by it, writes of earlier runs are refused.
                attempts_allowed=F("attempt") + attempts,
                fruitless_stops=0,
                finished_at=None,
                error="",
                error_detail="",
                retry_reason=job.error,
                cancel_requested_at=None,
                cancel_requested_by=None,
                not_before=None,
                rung_at=now,
            )
    except IntegrityError:
        _refuse_second(job.exclusive)
        raise
    audit.record(actor=by, action="jobs.retry", target=job, now=now)
    _ring_on_commit(job.pk)
    job.refresh_from_db()
    return job


# --- actions of a run -----------------------------------------------------------------------
def claim_job(*, job_id: int, worker: str, now: datetime) -> Job | None:
    """Claim a queued job for a worker. Return None if it is gone, not due or claimed by another, or
    if the worker is being shut down."""
    if WorkerBeat.objects.filter(name=worker, leaving=True).exists():
        return None
    claimed = (
        Job.objects.filter(pk=job_id, state=JobState.QUEUED)
        .filter(_due(now), attempt__lt=F("attempts_allowed"))
        .update(
            state=JobState.RUNNING,
            attempt=F("attempt") + 1,
            worker=worker,
            heartbeat_at=now,
            started_at=now,
            not_before=None,
        )
    )
    # Between the two queries the job can only be taken away, which the run then notices.
    return Job.objects.get(pk=job_id) if claimed else None


def beat_job(*, job_id: int, attempt: int, now: datetime) -> None:
    """Store that a run is alive."""
    _write_as_run(job_id, attempt, heartbeat_at=now)


def hold_job(*, job_id: int, attempt: int) -> None:
    """Lock the job for a step of its run.

    Raise JobLost, JobCancelled or HandBack if the run must stop.
    """
    stop = (
        _of_run(job_id, attempt)
        .select_for_update()
        .values_list("cancel_requested_at", "hand_back")
        .first()
    )
    if stop is None:
        raise JobLost
    cancel_requested_at, hand_back = stop
    if cancel_requested_at is not None:
        raise JobCancelled
    if hand_back:
        raise HandBack


def note_progress(*, job_id: int, attempt: int, now: datetime, fields: Mapping[str, Any]) -> None:
    """Store the progress of a run, and its checkpoint."""
    _write_as_run(job_id, attempt, heartbeat_at=now, progressed_at=now, **fields)


def finish_job(*, job_id: int, attempt: int, result: dict[str, Any] | None, now: datetime) -> None:
    """Store the result of a run that is done."""
    _write_as_run(
        job_id,
        attempt,
        state=JobState.SUCCEEDED,
        result=result,
        # Whatever was reported last: what is done is done whole.
        progress_done=Coalesce("progress_total", "progress_done"),
        finished_at=now,
        heartbeat_at=None,
        error_detail="",
    )


def end_cancelled_job(*, job_id: int, attempt: int, now: datetime) -> None:
    """End a job whose run has stopped after it was cancelled."""
    _write_as_run(job_id, attempt, state=JobState.CANCELLED, finished_at=now, heartbeat_at=None)


def hand_back_job(*, job_id: int, attempt: int) -> None:
    """Return a job to the queue because its worker is being shut down. It costs no attempt."""
    _write_as_run(
        job_id,
        attempt,
        state=JobState.QUEUED,
        heartbeat_at=None,
        worker="",
        hand_back=False,
        attempts_allowed=F("attempts_allowed") + 1,
        retry_reason=_("The worker was shut down."),
        rung_at=None,
    )


@transaction.atomic
def fail_job(
    *,
    job_id: int,
    attempt: int,
    reason: str,
    detail: str = "",
    retry_at: datetime | None = None,
    now: datetime,
) -> None:
    """Store that a run failed, with a reason for people. With `retry_at`, and attempts left, the
    job returns to the queue until then; otherwise it has failed."""
    job = _of_run(job_id, attempt).select_for_update().first()
    if job is None:
        raise JobLost
    if retry_at is not None and job.attempt < job.attempts_allowed:
        # No message yet: the sweeper sends one when the pause is over.
        _requeue(job, reason, detail=detail, not_before=retry_at, rung_at=None)
    else:
        _end(job, JobState.FAILED, now, error=reason[:300], error_detail=detail)


# --- actions of the sweeper -----------------------------------------------------------------
def requeue_stale_jobs(*, now: datetime) -> int:
    """Requeue the jobs of workers that fell silent, or fail those without attempts left."""
    stale = Job.objects.filter(
        state=JobState.RUNNING, heartbeat_at__lt=now - timing.stale_after()
    ).order_by("pk")
    # On SQLite even an idle transaction takes the only write lock: look before taking it.
    if not stale.exists():
        return 0
    with transaction.atomic():
        # A row that is locked is in the middle of a step, hence alive.
        jobs = list(stale.select_for_update(skip_locked=True)[:SWEEP_LIMIT])
        for job in jobs:
            if job.cancel_requested_at is not None:
                _end(job, JobState.CANCELLED, now)
            elif job.fruitless_stops + 1 >= MOST_FRUITLESS_STOPS:
                reason = _(
                    "The worker stopped %(times)s times at the same point. The job probably needs"
                    " more memory than the machine has."
                ) % {"times": MOST_FRUITLESS_STOPS}
                _end(job, JobState.FAILED, now, error=reason)
            elif job.attempt < job.attempts_allowed:
                _requeue(
                    job,
                    _("The worker stopped."),
                    rung_at=now,
                    fruitless_stops=F("fruitless_stops") + 1,
                )
                _ring_on_commit(job.pk)
            else:
                reason = _("The worker stopped during attempt %(attempt)s of %(allowed)s.") % {
                    "attempt": job.attempt,
                    "allowed": job.attempts_allowed,
                }
                _end(job, JobState.FAILED, now, error=reason)
    return len(jobs)


def ring_lost_jobs(*, now: datetime, limit: int = SWEEP_LIMIT) -> int:
    """Ring again for due jobs whose message went unanswered, the oldest first.

    Only an idle worker calls this: while all are busy, an unanswered message is not a lost one.
    """
    lost = (
        Job.objects.filter(_due(now), state=JobState.QUEUED)
        .filter(Q(rung_at__isnull=True) | Q(rung_at__lte=now - timing.ring_again_after()))
        .order_by("pk")
    )
    rung = 0
    for job_id in list(lost.values_list("pk", flat=True)[:limit]):
        # If several workers see the job, one of them rings.
        if lost.filter(pk=job_id).update(rung_at=now):
            rung += doorbell.ring(job_id)
    return rung


# --- parts ---------------------------------------------------------------------------------
def _ring_on_commit(job_id: int) -> None:
    transaction.on_commit(partial(doorbell.ring, job_id))


def _refuse_second(exclusive: str) -> None:
    holder = Job.objects.filter(exclusive=exclusive, state__in=UNFINISHED).first()
    if exclusive and holder is not None:
        raise AlreadyQueuedError(holder)


def _due(now: datetime) -> Q:
    return Q(not_before__isnull=True) | Q(not_before__lte=now)


def _is_stale(job: Job, now: datetime) -> bool:
    return job.heartbeat_at is not None and job.heartbeat_at < now - timing.stale_after()


def _of_run(job_id: int, attempt: int) -> QuerySet[Job]:
    return Job.objects.filter(pk=job_id, state=JobState.RUNNING, attempt=attempt)


def _write_as_run(job_id: int, attempt: int, **fields: Any) -> None:
    if not _of_run(job_id, attempt).update(**fields):
        raise JobLost


def _requeue(job: Job, reason: str, *, detail: str = "", **fields: Any) -> None:
    _write_as_run(
        job.pk,
        job.attempt,
        state=JobState.QUEUED,
        heartbeat_at=None,
        worker="",
        hand_back=False,
        retry_reason=reason[:300],
        error_detail=detail,
        **fields,
    )


def _end(job: Job, state: JobState, now: datetime, **fields: Any) -> None:
    """End a job whose row is locked."""
    Job.objects.filter(pk=job.pk, state=job.state, attempt=job.attempt).update(
        state=state, finished_at=now, heartbeat_at=None, hand_back=False, **fields
    )
