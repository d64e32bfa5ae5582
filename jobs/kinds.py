"""The kinds of jobs. An app declares its own in a module `job_kinds`, found when Django starts.

@job_kind("wiki.import_dump", title=_("Import a dump"), attempts=3, retry_on=(OSError,))
def import_dump(run: JobRun) -> dict[str, Any]:
    ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise

if TYPE_CHECKING:
    from jobs.running import JobRun

Handler = Callable[["JobRun"], dict[str, Any] | None]

# A database that was restarted or locked for too long says nothing about the job.
PASSING_TROUBLE: tuple[type[Exception], ...] = (OperationalError, InterfaceError)


class UnknownKindError(Exception):
    """No app declares a job kind of this name."""


class JobError(Exception):
    """A handler gives up. Its text is a sentence that the person who asked will read."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """What a job does, and how stubbornly."""

    name: str
    title: str | Promise
    handler: Handler
    attempts: int
    retry_on: tuple[type[Exception], ...]
    backoff: timedelta
    # What a job of this kind is about, told from its parameters.
    subject: Callable[[Mapping[str, Any]], str] | None = None

    def pause_after(self, attempt: int) -> timedelta:
        """How long to wait after this attempt failed: twice as long each time."""
        return self.backoff * (1 << (attempt - 1))


_kinds: dict[str, JobKind] = {}


def job_kind(
    name: str,
    *,
    title: str | Promise,
    subject: Callable[[Mapping[str, Any]], str] | None = None,
    attempts: int = 3,
    retry_on: tuple[type[Exception], ...] = PASSING_TROUBLE,
    backoff: timedelta = timedelta(seconds=5),
) -> Callable[[Handler], Handler]:
    """Declare a handler as a kind of job.

    `attempts` counts every try, whether an exception of `retry_on` or the death of the worker
    ended the one before. Any other exception fails the job at once.
    """

    def declare(handler: Handler) -> Handler:
        if name in _kinds:
            raise ValueError(f"There are two job kinds named {name}.")
        _kinds[name] = JobKind(name, title, handler, attempts, retry_on, backoff, subject)
        return handler

    return declare


def get_kind(name: str) -> JobKind:
    """The kind of this name."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKindError(name) from None


def title_of(name: str, parameters: Mapping[str, Any]) -> str:
    """What people call a job: its kind and what it is about; a kind that is gone, its bare name."""
    kind = _kinds.get(name)
    if kind is None:
        return name
    subject = kind.subject(parameters) if kind.subject else ""
    return f"{kind.title}: {subject}" if subject else str(kind.title)
