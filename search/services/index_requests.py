"""Requests for jobs on the index of a corpus, one at a time."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from msgspec import Struct

from accounts.models import User
from jobs.models import Job
from jobs.services import jobs
from search.selectors.index_states import key_of_index_jobs
from wiki.models import Corpus
from wiki.selectors.access import Right, require_right
from wiki.services.corpora import CorpusArchivedError

REBUILD = "search.rebuild"
UPDATE = "search.update"
CHECK = "search.check"


class IndexParameters(Struct):
    """The parameters of a job on the index of a corpus."""

    corpus: int
    corpus_name: str = ""


def request_rebuild(*, corpus: Corpus, by: User, now: datetime) -> Job:
    """Enqueue a rebuild of the index. Raises AlreadyQueuedError while another job is unfinished."""
    return _request(REBUILD, corpus, by, now)


def request_rebuild_by_site(*, corpus: Corpus, now: datetime) -> None:
    """Enqueue a rebuild that nobody requested, unless a job on the index is unfinished."""
    with suppress(jobs.AlreadyQueuedError):
        _request(REBUILD, corpus, None, now)


def request_check(*, corpus: Corpus, by: User, now: datetime) -> Job:
    """Enqueue a comparison of the index with the pages, and its repair. Raises the same error."""
    return _request(CHECK, corpus, by, now)


def request_update(*, corpus: Corpus, now: datetime) -> Job:
    """Enqueue the indexing of waiting pages, which nobody requested. Raises the same error."""
    return _request(UPDATE, corpus, None, now)


def _request(kind: str, corpus: Corpus, by: User | None, now: datetime) -> Job:
    require_right(by, corpus, Right.CHANGE)
    if corpus.is_archived:
        raise CorpusArchivedError(corpus)
    return jobs.enqueue_job(
        kind=kind,
        parameters=IndexParameters(corpus.pk, corpus.name),
        requested_by=by,
        now=now,
        exclusive=key_of_index_jobs(corpus),
    )
