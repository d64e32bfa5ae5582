"""Running a job: what a handler gets in its hand, and what becomes of what it does.

A handler works in steps. A step is one short transaction in which the job's row is locked and
checked, the handler writes, and the checkpoint that says so is stored: all of it or nothing. So
whatever is killed, each step happens once, and a new attempt goes on after the last one.

    @job_kind("wiki.import_dump", title=_("Import a dump"), parameters=ImportParameters)
    def import_dump(run: JobRun[ImportParameters]) -> dict[str, Any]:
        for number in range(run.checkpoint.get("done", 0), total):
            with run.step() as checkpoint:
                write(number)
                checkpoint["done"] = number + 1
                run.progress(number + 1, total)
        return {"pages": total}
"""

from __future__ import annotations

import copy
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar, cast

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from core import request_context
from jobs import kinds
from jobs.models import Job
from jobs.services import jobs
from jobs.services.jobs import HandBack, JobCancelled, JobLost

__all__ = ["HandBack", "JobCancelled", "JobLost", "JobRun", "Listener", "run_job"]

P = TypeVar("P", bound=Struct)

# People look every second or two; SQLite has one writer.
PROGRESS_EVERY = timedelta(seconds=0.5)

Clock = Callable[[], datetime]
# What `JobRun.progress` is told: done, total, note.
Listener = Callable[[int, int | None, str], None]

logger = logging.getLogger(__name__)


class JobRun(Generic[P]):
    """One attempt at a job, as its handler sees it. P: the parameters of its kind."""

    def __init__(
        self, job: Job, *, clock: Clock = timezone.now, listen: Listener | None = None
    ) -> None:
        self.job_id: int = job.pk
        self.attempt = job.attempt
        self.requested_by_id: int | None = job.requested_by_id
        self.parameters = cast("P", kinds.get_kind(job.kind).read_parameters(job.parameters))
        self.checkpoint: dict[str, Any] = copy.deepcopy(job.checkpoint)
        self._clock = clock
        self._in_step = False
        self._listen = listen
        self._unwritten: dict[str, Any] = {}
        self._looked_at: datetime | None = None

    def now(self) -> datetime:
        """The time, for what the handler writes."""
        return self._clock()

    def progress(self, done: int, total: int | None = None, note: str = "") -> None:
        """Say how far it is. Written with the step, or outside one at most twice a second."""
        self._unwritten = {
            "progress_done": done if total is None else min(done, total),
            "progress_total": total,
            "progress_note": note[:200],
        }
        if self._listen is not None:
            self._listen(done, total, note)
        if not self._in_step and self._is_time_to_look():
            self._write_progress()

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        """One transaction for the handler's writes and the checkpoint, which it is given to change.

        Keep it short (on SQLite under 100 ms): what is slow belongs before it. Raises where
        the run lost its job, or should stop; then nothing is written.
        """
        draft = copy.deepcopy(self.checkpoint)
        before = self._unwritten
        try:
            # Durable: inside another transaction the step would not be stored when it ends.
            with transaction.atomic(durable=True):
                jobs.hold_job(job_id=self.job_id, attempt=self.attempt)
                self._in_step = True
                yield draft
                jobs.note_progress(
                    job_id=self.job_id,
                    attempt=self.attempt,
                    now=self._clock(),
                    fields={"checkpoint": draft, **self._unwritten},
                )
        except BaseException:
            # What the step said of its progress is undone with it.
            self._unwritten = before
            raise
        finally:
            self._in_step = False
        self.checkpoint = draft
        self._unwritten = {}
        self._looked_at = self._clock()

    def stop_if_cancelled(self) -> None:
        """For long stretches without a step: raises where the run should stop."""
        if self._is_time_to_look():
            with transaction.atomic():
                jobs.hold_job(job_id=self.job_id, attempt=self.attempt)
            self._looked_at = self._clock()

    def write_last_progress(self) -> None:
        """Write what `progress` held back."""
        if self._unwritten:
            self._write_progress()

    def _is_time_to_look(self) -> bool:
        return self._looked_at is None or self._clock() - self._looked_at >= PROGRESS_EVERY

    def _write_progress(self) -> None:
        self._looked_at = self._clock()
        jobs.note_progress(
            job_id=self.job_id, attempt=self.attempt, now=self._looked_at, fields=self._unwritten
        )
        self._unwritten = {}


def run_job(
    job_id: int,
    *,
    worker: str,
    clock: Clock = timezone.now,
    beating: Callable[[Job], AbstractContextManager[None]] = lambda job: nullcontext(),
    listen: Listener | None = None,
) -> bool:
    """Claim a job and see it through. False where there was nothing to claim."""
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
    except kinds.UnknownKindError:
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
    # The message of an exception is for developers, and may say more than people should see.
    return _("Something unexpected went wrong (%(error)s).") % {"error": type(error).__name__}


def _fail(
    job: Job, reason: str, clock: Clock, *, retry_at: datetime | None = None, detail: str = ""
) -> None:
    # The failure may have been the connection's.
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
