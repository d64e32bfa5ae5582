"""A job's life: asked for, claimed, finished, failed, cancelled, tried again.

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
from django.utils.translation import gettext as _

from core.people import Person
from core.services import audit
from jobs import doorbell, kinds, timing
from jobs.models import UNFINISHED, Job, JobState, WorkerBeat

SWEEP_LIMIT = 50


class JobLost(Exception):
    """The run no longer holds its job: it was taken for dead, and the job went on without it."""


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


# --- what people do ------------------------------------------------------------------------
@transaction.atomic
def enqueue_job(
    *,
    kind: str,
    parameters: Mapping[str, Any] | msgspec.Struct,
    requested_by: Person | None,
    now: datetime,
    exclusive: str = "",
) -> Job:
    """Ask for a job. A worker is rung for when the surrounding transaction commits."""
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
    """Cancel a job: at once where nothing runs, else as a flag that its run will see."""
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.is_finished:
        raise AlreadyFinishedError
    requested = {"cancel_requested_at": now, "cancel_requested_by_id": by.pk if by else None}
    if job.state == JobState.QUEUED or _is_stale(job, now):
        # A stale run may still be alive somewhere; it is fenced off by the new state.
        _end(job, JobState.CANCELLED, now, **requested)
    elif job.cancel_requested_at is None:
        Job.objects.filter(pk=job.pk).update(**requested)
    audit.record(actor=by, action="jobs.cancel", target=job, now=now)
    job.refresh_from_db()
    return job


@transaction.atomic
def retry_job(*, job: Job, by: Person | None, now: datetime) -> Job:
    """Try a failed or cancelled job again, from its checkpoint on, with fresh attempts."""
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.state not in (JobState.FAILED, JobState.CANCELLED):
        raise NotEndedError
    attempts = kinds.get_kind(job.kind).attempts
    try:
        with transaction.atomic():
            Job.objects.filter(pk=job.pk).update(
                state=JobState.QUEUED,
                # The attempt number goes on: it is the fence against runs of long ago.
                attempts_allowed=F("attempt") + attempts,
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


# --- what a run does -----------------------------------------------------------------------
def claim_job(*, job_id: int, worker: str, now: datetime) -> Job | None:
    """Take a queued job, or None: it is gone, not due, or someone else's, or the worker leaves."""
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
    """Note that a run is alive."""
    _write_as_run(job_id, attempt, heartbeat_at=now)


def hold_job(*, job_id: int, attempt: int) -> None:
    """Lock the job for the run's step; refuse a run that lost it, or that was asked to stop."""
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
    """Write how far a run is, and its checkpoint."""
    _write_as_run(job_id, attempt, heartbeat_at=now, progressed_at=now, **fields)


def finish_job(*, job_id: int, attempt: int, result: dict[str, Any] | None, now: datetime) -> None:
    """The run is done."""
    _write_as_run(
        job_id,
        attempt,
        state=JobState.SUCCEEDED,
        result=result,
        finished_at=now,
        heartbeat_at=None,
        error_detail="",
    )


def end_cancelled_job(*, job_id: int, attempt: int, now: datetime) -> None:
    """The run saw that it was to stop, and stopped."""
    _write_as_run(job_id, attempt, state=JobState.CANCELLED, finished_at=now, heartbeat_at=None)


def hand_back_job(*, job_id: int, attempt: int) -> None:
    """The worker is being shut down. That is nobody's failure, so it costs no attempt."""
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
    """The run failed, for a reason that people can read. With `retry_at`, and attempts left,
    the job goes back into the queue until then; otherwise that is its end."""
    job = _of_run(job_id, attempt).select_for_update().first()
    if job is None:
        raise JobLost
    if retry_at is not None and job.attempt < job.attempts_allowed:
        # Nobody is rung for yet: the sweeper rings when the pause is over.
        _requeue(job, reason, detail=detail, not_before=retry_at, rung_at=None)
    else:
        _end(job, JobState.FAILED, now, error=reason[:300], error_detail=detail)


# --- what the sweeper does -----------------------------------------------------------------
def requeue_stale_jobs(*, now: datetime) -> int:
    """Take jobs from workers that fell silent: try them again, or fail them with the reason."""
    stale = Job.objects.filter(
        state=JobState.RUNNING, heartbeat_at__lt=now - timing.stale_after()
    ).order_by("pk")
    # On SQLite even an idle transaction takes the one write lock: look before taking it.
    if not stale.exists():
        return 0
    with transaction.atomic():
        # A row that is locked is in the middle of a step, hence alive.
        jobs = list(stale.select_for_update(skip_locked=True)[:SWEEP_LIMIT])
        for job in jobs:
            if job.cancel_requested_at is not None:
                _end(job, JobState.CANCELLED, now)
            elif job.attempt < job.attempts_allowed:
                _requeue(job, _("The worker stopped."), rung_at=now)
                _ring_on_commit(job.pk)
            else:
                reason = _("The worker stopped during attempt %(attempt)s of %(allowed)s.") % {
                    "attempt": job.attempt,
                    "allowed": job.attempts_allowed,
                }
                _end(job, JobState.FAILED, now, error=reason)
    return len(jobs)


def ring_lost_jobs(*, now: datetime, limit: int = SWEEP_LIMIT) -> int:
    """Ring again for jobs that are due and whose ring went unanswered, the oldest first.

    Meant for a worker that is idle: with all workers busy an unanswered ring is not a lost one.
    """
    lost = (
        Job.objects.filter(_due(now), state=JobState.QUEUED)
        .filter(Q(rung_at__isnull=True) | Q(rung_at__lte=now - timing.ring_again_after()))
        .order_by("pk")
    )
    rung = 0
    for job_id in list(lost.values_list("pk", flat=True)[:limit]):
        # Of several workers that see it, one rings.
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
    """End a job whose row is locked, whatever state it was read in."""
    Job.objects.filter(pk=job.pk, state=job.state, attempt=job.attempt).update(
        state=state, finished_at=now, heartbeat_at=None, hand_back=False, **fields
    )
