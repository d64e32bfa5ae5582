"""The status of a job on screen. A job whose worker is dead does not look as if it ran."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs import timing
from jobs.models import Job, JobState

STALLED = "stalled"
STALLED_LABEL = gettext_lazy("Stalled")


@dataclass(frozen=True, slots=True)
class Status:
    """The name of a state (also of its badge), its label, and a sentence if one is needed."""

    name: str
    label: str | Promise
    sentence: str = ""
    # Whether the sentence is about trouble.
    is_trouble: bool = False


def is_stalled(job: Job, *, now: datetime) -> bool:
    """Return whether a running job has been silent for too long."""
    return (
        job.state == JobState.RUNNING
        and job.heartbeat_at is not None
        and job.heartbeat_at < now - timing.stale_after()
    )


def time_left(job: Job, *, now: datetime) -> timedelta | None:
    """Return about how long a running job will take, by its progress so far; None if unknown.

    A later attempt goes on where the one before stopped, which its own time says nothing about.
    """
    if job.state != JobState.RUNNING or job.attempt != 1 or job.started_at is None:
        return None
    if not job.progress_total or job.progress_done * 50 < job.progress_total:
        return None
    done = job.progress_done / job.progress_total
    return (now - job.started_at) * (1 - done) / done


def status_of(job: Job, *, now: datetime, worker_running: bool) -> Status:
    """Return the status that people see."""
    state = JobState(job.state)
    if state == JobState.FAILED:
        return Status(state.value, state.label, job.error, is_trouble=True)
    if is_stalled(job, now=now):
        return _stalled(job, worker_running=worker_running)
    if state == JobState.QUEUED:
        return _queued(job, now=now, worker_running=worker_running)
    if state == JobState.RUNNING and job.cancel_requested_at is not None:
        return Status(state.value, state.label, _("It stops after the step that it is in."))
    if state in (JobState.RUNNING, JobState.SUCCEEDED) and job.retry_reason:
        return Status(
            state.value,
            state.label,
            _("%(reason)s Tried again, attempt %(attempt)s of %(allowed)s.")
            % {"reason": job.retry_reason, **_attempts(job.attempt, job)},
        )
    return Status(state.value, state.label)


def _attempts(attempt: int, job: Job) -> dict[str, int]:
    return {"attempt": attempt, "allowed": job.attempts_allowed}


def _stalled(job: Job, *, worker_running: bool) -> Status:
    stopped = _("The worker stopped during attempt %(attempt)s of %(allowed)s.") % _attempts(
        job.attempt, job
    )
    if job.cancel_requested_at is not None:
        hope = _("It will be cancelled when a worker runs.")
    elif worker_running:
        hope = _("Another will take the job over in a moment.")
    else:
        hope = _("The job continues as soon as a worker runs again.")
    return Status(STALLED, STALLED_LABEL, f"{stopped} {hope}", is_trouble=True)


def _queued(job: Job, *, now: datetime, worker_running: bool) -> Status:
    state = JobState.QUEUED
    if not worker_running:
        sentence = _("Waiting: no worker is running. It starts as soon as one does.")
        return Status(state.value, state.label, sentence, is_trouble=True)
    if job.retry_reason:
        sentence = _("%(reason)s It will be tried again, attempt %(attempt)s of %(allowed)s.") % {
            "reason": job.retry_reason,
            **_attempts(job.attempt + 1, job),
        }
        return Status(state.value, state.label, sentence, is_trouble=True)
    return Status(state.value, state.label)
