"""The job kinds of this app: rebuild an index, index what waits, compare and repair."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.chores import chore
from jobs.kinds import PASSING_TROUBLE, JobError, job_kind
from jobs.models import UNFINISHED, Job, JobState
from jobs.runs import JobRun
from jobs.services import jobs
from search.errors import EngineAwayError, SearchError
from search.indexing.locking import IndexBusyError
from search.selectors.index_states import key_of_index_jobs
from search.selectors.indexing import does_any_wait
from search.services import checking, index_requests, rebuilding, updating
from search.services.index_requests import CHECK, REBUILD, UPDATE, IndexParameters
from wiki.job_kinds import requester_of
from wiki.models import Corpus

# Worth another attempt: the engine comes back, and the other job on the index ends.
_TEMPORARY_ERRORS: tuple[type[Exception], ...] = (
    *PASSING_TROUBLE,
    EngineAwayError,
    IndexBusyError,
)


def _subject(parameters: IndexParameters) -> str:
    return parameters.corpus_name


_index_job = partial(
    job_kind,
    parameters=IndexParameters,
    subject=_subject,
    attempts=8,
    retry_on=_TEMPORARY_ERRORS,
    backoff=timedelta(seconds=10),
)

# After a failure people may want to repair something first.
_REST = timedelta(minutes=10)


@chore
def ask_for_update(now: datetime) -> None:
    """Enqueue jobs for the pages that wait in the outbox.

    Each corpus has its own job: if it cannot be indexed, the others do not wait for it.
    """
    if not does_any_wait():
        return
    failed = Job.objects.filter(
        kind=UPDATE,
        state__in=[JobState.FAILED, JobState.CANCELLED],
        finished_at__gt=now - _REST,
    )
    unfinished = Job.objects.filter(state__in=UNFINISHED).exclude(exclusive="")
    resting = {*failed.values_list("exclusive", flat=True)}
    resting |= {*unfinished.values_list("exclusive", flat=True)}
    for corpus in Corpus.objects.filter(archived_at__isnull=True).order_by("pk"):
        if key_of_index_jobs(corpus) in resting or not does_any_wait(corpus):
            continue
        with suppress(jobs.AlreadyQueuedError):
            index_requests.request_update(corpus=corpus, now=now)


def _corpus(run: JobRun[IndexParameters]) -> Corpus:
    corpus = Corpus.objects.filter(pk=run.parameters.corpus).first()
    if corpus is None:
        raise JobError(_("The corpus was deleted."))
    requester_of(run, corpus)
    return corpus


def _page_of(corpus: Corpus) -> str:
    """Return the address of the page that shows the index."""
    return reverse("corpus", args=[corpus.public_id])


class _Progress:
    """A callback that reports progress to the job, and stops it if it was cancelled."""

    def __init__(self, run: JobRun[IndexParameters]) -> None:
        self._run = run

    def __call__(self, done: int, total: int) -> None:
        self._run.progress(
            done, total, _("%(done)s of %(total)s pages") % {"done": done, "total": total}
        )
        self._run.stop_if_cancelled()


def _resumable(run: JobRun[IndexParameters]) -> dict[str, Any]:
    """Return the arguments for work that reports its progress and can be resumed."""
    return {
        "checkpoint": run.checkpoint,
        "step": run.step,
        "report": _Progress(run),
        "clock": run.now,
    }


@contextmanager
def _plain_failures() -> Iterator[None]:
    """Fail the job at once, with a sentence for people, where waiting would not help."""
    try:
        yield
    except _TEMPORARY_ERRORS:
        raise
    except SearchError as error:
        raise JobError(str(error)) from error


@_index_job(REBUILD, title=gettext_lazy("Rebuild the search index"))
def rebuild(run: JobRun[IndexParameters]) -> dict[str, Any]:
    """Build a new index; the old one is used until it is complete."""
    corpus = _corpus(run)
    with _plain_failures():
        totals = rebuilding.rebuild_index(corpus=corpus, **_resumable(run))
    return {"pages": totals.pages, "build": totals.build, "url": _page_of(corpus)}


@_index_job(UPDATE, title=gettext_lazy("Index new pages"))
def update(run: JobRun[IndexParameters]) -> dict[str, Any]:
    """Index the pages that wait in the outbox."""
    with _plain_failures():
        totals = updating.index_pages(corpus=_corpus(run), **_resumable(run))
    return {"pages": totals.done, "written": totals.written}


@_index_job(CHECK, title=gettext_lazy("Compare and repair the search index"))
def check(run: JobRun[IndexParameters]) -> dict[str, Any]:
    """Compare the index with the database, and repair what differs."""
    corpus = _corpus(run)
    with _plain_failures():
        found = checking.compare_index(corpus=corpus, report=_Progress(run))
        if not found.is_equal:
            checking.repair_index(corpus=corpus, comparison=found, report=_Progress(run))
    return {**found.counts(), "url": _page_of(corpus)}
