"""The kinds of jobs. An app declares its own in a module `job_kinds`, loaded when one is asked for.

class SealParameters(Struct):
    corpus: UUID

@job_kind("wiki.seal_corpus", title=_("Seal a corpus"), parameters=SealParameters, attempts=3)
def seal_corpus(run: JobRun[SealParameters]) -> dict[str, Any]:
    corpus = Corpus.objects.get(public_id=run.parameters.corpus)
    ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules
from msgspec import Struct

from core.structs import BadDataError, convert

if TYPE_CHECKING:
    from jobs.runs import JobRun

P = TypeVar("P", bound=Struct)
Handler = Callable[["JobRun[Any]"], dict[str, Any] | None]

# Errors of a database that was restarted or locked for too long: they are not the job's fault.
PASSING_TROUBLE: tuple[type[Exception], ...] = (OperationalError, InterfaceError)


class UnknownJobKindError(Exception):
    """No app declares a job kind of this name."""


class UnreadableParametersError(Exception):
    """The parameters of a job are not those of its kind; the text names the field."""


class NoParameters(Struct):
    """The parameters of a kind that needs none."""


class JobError(Exception):
    """A handler gives up. The text is a sentence for the person who requested the job."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its handler, and when it is tried again."""

    name: str
    title: str | Promise
    handler: Handler
    attempts: int
    retry_on: tuple[type[Exception], ...]
    backoff: timedelta
    # Returns what a job of this kind is about.
    subject: Callable[[Any], str] | None = None
    parameters: type[Struct] = NoParameters
    # Returns the address of the page that shows what a job does, or why it could not.
    page: Callable[[Any], str] | None = None

    def pause_after(self, attempt: int) -> timedelta:
        """Return how long to wait after this attempt failed: twice as long each time."""
        return self.backoff * (1 << (attempt - 1))

    def read_parameters(self, stored: Mapping[str, Any]) -> Struct:
        """Return the parameters that are stored with a job."""
        try:
            return convert(stored, self.parameters)
        except BadDataError as error:
            raise UnreadableParametersError(str(error)) from error


_kinds: dict[str, JobKind] = {}


@cache
def load_kinds() -> None:
    """Import what the apps declare: their kinds of jobs, and their chores.

    The web server and the workers do it when they start. Commands do it when they ask for a kind:
    the handlers import most of the site, and migrating needs none of it.
    """
    autodiscover_modules("job_kinds")


def job_kind(
    name: str,
    *,
    title: str | Promise,
    parameters: type[P],
    subject: Callable[[P], str] | None = None,
    page: Callable[[P], str] | None = None,
    attempts: int = 3,
    retry_on: tuple[type[Exception], ...] = PASSING_TROUBLE,
    backoff: timedelta = timedelta(seconds=5),
) -> Callable[[Callable[[JobRun[P]], dict[str, Any] | None]], Handler]:
    """Declare a handler as a kind of job.

    The stored parameters of a job are read once, into `parameters`; if they do not fit,
    the job fails. `subject` returns what a job is about, for lists of jobs; `page` the address of
    the page that shows it, to which a job that ended leads, whatever its end.
    `attempts` counts every try, whether an exception of `retry_on` or the death of the worker
    ended the one before. Any other exception fails the job at once.
    """

    def declare(handler: Callable[[JobRun[P]], dict[str, Any] | None]) -> Handler:
        if name in _kinds:
            raise ValueError(f"There are two job kinds named {name}.")
        _kinds[name] = JobKind(
            name, title, handler, attempts, retry_on, backoff, subject, parameters, page
        )
        return handler

    return declare


def get_kind(name: str) -> JobKind:
    """Return the kind of this name. Raise UnknownJobKindError if there is none."""
    load_kinds()
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownJobKindError(name) from None


def title_of(name: str, parameters: Mapping[str, Any]) -> str:
    """Return a job's title: its kind and subject, or the bare name of a kind that is gone."""
    load_kinds()
    kind = _kinds.get(name)
    if kind is None:
        return name
    subject = _read(kind, kind.subject, parameters)
    return f"{kind.title}: {subject}" if subject else str(kind.title)


def page_of(name: str, parameters: Mapping[str, Any]) -> str:
    """Return the address of the page that shows what a job does; empty where there is none."""
    load_kinds()
    kind = _kinds.get(name)
    return _read(kind, kind.page, parameters) if kind else ""


def _read(kind: JobKind, read: Callable[[Any], str] | None, parameters: Mapping[str, Any]) -> str:
    """Return what a function of a kind reads off the parameters of a job; empty if it cannot."""
    if read is None:
        return ""
    try:
        return read(kind.read_parameters(parameters))
    except UnreadableParametersError:
        return ""
