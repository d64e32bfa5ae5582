"""Runs: one attempt at a piece of work, by a worker or by the command line.

A handler works in steps. A step is one short transaction in which the job's row is locked and
checked, the handler writes, and the checkpoint that says so is stored: all of it or nothing. So
even if the worker is killed, each step happens once, and a new attempt continues after the last.

    @job_kind("wiki.import_dump", title=_("Import a dump"), parameters=DumpImportParameters)
    def import_dump(run: JobRun[DumpImportParameters]) -> dict[str, Any]:
        for number in range(run.checkpoint.get("done", 0), total):
            with run.step() as checkpoint:
                write(number)
                checkpoint["done"] = number + 1
                run.progress(number + 1, total)
        return {"pages": total}
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar, cast

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from jobs import kinds
from jobs.models import Job
from jobs.services import jobs

P = TypeVar("P", bound=Struct)

# People look every second or two; SQLite has one writer.
PROGRESS_EVERY = timedelta(seconds=0.5)

Clock = Callable[[], datetime]
# Called with how many are done, and of how many.
ProgressReport = Callable[[int, int], None]
# Opens a step: writes that belong to a checkpoint. Gives the checkpoint.
StepContext = Callable[[], AbstractContextManager[dict[str, Any]]]
# Called with the progress: done, total, note.
Listener = Callable[[int, int | None, str], None]


class Run(Protocol):
    """Steps that are stored or not, a clock, and somebody to report progress to."""

    def step(self) -> AbstractContextManager[dict[str, Any]]: ...

    def progress(self, done: int, total: int | None = None, note: str = "") -> None: ...

    def stop_if_cancelled(self) -> None: ...

    def now(self) -> datetime: ...


class LocalRun:
    """A run without a job, for the command line and the demo: nobody can cancel it."""

    def __init__(self, clock: Clock = timezone.now, listen: Listener | None = None) -> None:
        self._clock = clock
        self._listen = listen

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with transaction.atomic():
            yield {}

    def progress(self, done: int, total: int | None = None, note: str = "") -> None:
        if self._listen is not None:
            self._listen(done, total, note)

    def stop_if_cancelled(self) -> None:
        """Go on: nobody can cancel it."""

    def now(self) -> datetime:
        return self._clock()


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
        # Apart, so that whoever reports progress all the time still hears of a cancellation.
        self._looked_at: datetime | None = None
        self._written_at: datetime | None = None

    def now(self) -> datetime:
        """Return the time, for what the handler writes."""
        return self._clock()

    def progress(self, done: int, total: int | None = None, note: str = "") -> None:
        """Report progress; written with the step or, outside a step, at most twice a second."""
        self._unwritten = {
            "progress_done": done if total is None else min(done, total),
            "progress_total": total,
            "progress_note": note[:200],
        }
        if self._listen is not None:
            self._listen(done, total, note)
        if not self._in_step and self._is_time(self._written_at):
            self._write_progress()

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        """Open a transaction for the handler's writes and for the checkpoint, which it may change.

        Keep it short (on SQLite under 100 ms): do slow work before it. Raise JobLost,
        JobCancelled or HandBack if the run must stop; then nothing is written.
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
                    fields={"checkpoint": draft, "fruitless_stops": 0, **self._unwritten},
                )
        except BaseException:
            # The progress that the step reported is undone with it.
            self._unwritten = before
            raise
        finally:
            self._in_step = False
        self.checkpoint = draft
        self._unwritten = {}
        self._looked_at = self._written_at = self._clock()

    def stop_if_cancelled(self) -> None:
        """Raise if the run must stop. For long stretches without a step."""
        if self._is_time(self._looked_at):
            with transaction.atomic():
                jobs.hold_job(job_id=self.job_id, attempt=self.attempt)
            self._looked_at = self._clock()

    def write_last_progress(self) -> None:
        """Write the progress that was not written yet."""
        if self._unwritten:
            self._write_progress()

    def _is_time(self, last: datetime | None) -> bool:
        return last is None or self._clock() - last >= PROGRESS_EVERY

    def _write_progress(self) -> None:
        self._written_at = self._clock()
        jobs.note_progress(
            job_id=self.job_id, attempt=self.attempt, now=self._written_at, fields=self._unwritten
        )
        self._unwritten = {}
