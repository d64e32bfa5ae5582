"""The execution of a job: it is claimed, its handler runs, and its outcome is stored."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from core import request_context
from jobs import kinds
from jobs.models import Job
from jobs.runs import Clock, JobRun, Listener
from jobs.services import jobs
from jobs.services.jobs import HandBack, JobCancelled, JobLost

logger = logging.getLogger(__name__)


def run_job(
    job_id: int,
    *,
    worker: str,
    clock: Clock = timezone.now,
    beating: Callable[[Job], AbstractContextManager[None]] = lambda job: nullcontext(),
    listen: Listener | None = None,
) -> bool:
    """Claim a job and run it to its end. Return False if there was nothing to claim."""
    job = jobs.claim_job(job_id=job_id, worker=worker, now=clock())
    if job is None:
        return False
    context = request_context.request_id.set(f"job:{job.public_id}")
    try:
        with beating(job):
            _run_claimed(job, clock, listen)
    except JobLost:
        logger.warning("Job %s went on without attempt %s.", job.public_id, job.attempt)
    finally:
        request_context.request_id.reset(context)
    return True


def _run_claimed(job: Job, clock: Clock, listen: Listener | None) -> None:
    try:
        kind = kinds.get_kind(job.kind)
        run = JobRun[Any](job, clock=clock, listen=listen)
    except kinds.UnknownJobKindError:
        _fail(job, _("This version of Touchstone does not know such a job."), clock)
        return
    except kinds.UnreadableParametersError as error:
        reason = _("This version of Touchstone cannot read the job’s parameters (%(error)s).")
        _fail(job, reason % {"error": error}, clock)
        return
    try:
        result = kind.handler(run)
        run.write_last_progress()
        jobs.finish_job(job_id=job.pk, attempt=job.attempt, result=result, now=clock())
    except JobLost:
        raise
    except JobCancelled:
        jobs.end_cancelled_job(job_id=job.pk, attempt=job.attempt, now=clock())
    except HandBack:
        jobs.hand_back_job(job_id=job.pk, attempt=job.attempt)
    except Exception as error:
        retry = isinstance(error, kind.retry_on)
        if not isinstance(error, kinds.JobError):
            logger.exception("Job %s failed (attempt %s).", job.public_id, job.attempt)
        _fail(
            job,
            _reason(error),
            clock,
            retry_at=clock() + kind.pause_after(job.attempt) if retry else None,
            detail=traceback.format_exc(),
        )


def _reason(error: Exception) -> str:
    if isinstance(error, kinds.JobError):
        return str(error)
    # The message of an exception is for developers, and may reveal more than people should see.
    return _("Something unexpected went wrong (%(error)s).") % {"error": type(error).__name__}


def _fail(
    job: Job, reason: str, clock: Clock, *, retry_at: datetime | None = None, detail: str = ""
) -> None:
    # The connection itself may have failed.
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    jobs.fail_job(
        job_id=job.pk,
        attempt=job.attempt,
        reason=reason,
        detail=detail,
        retry_at=retry_at,
        now=clock(),
    )
