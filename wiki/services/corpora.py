"""Creation of corpora, and deletion of empty ones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.services import audit
from jobs.models import UNFINISHED, Job
from wiki.models import Corpus, CorpusMember, Import
from wiki.selectors.access import Right, require_right


class CorpusSealedError(Exception):
    """The corpus is sealed, so no pages can be imported."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(f"The corpus “{corpus.name}” is sealed. Import into another corpus.")


class CorpusArchivedError(CorpusSealedError):
    """The corpus is archived, so nothing in it can be changed."""

    def __init__(self, corpus: Corpus) -> None:
        Exception.__init__(self, f"The corpus “{corpus.name}” is archived. Restore it first.")


class NameTakenError(Exception):
    """A corpus with this name already exists."""


class CorpusNotEmptyError(Exception):
    """The corpus has pages, or an import into it is running."""


@transaction.atomic
def create_corpus(
    *,
    name: str,
    source_name: str,
    source_url: str,
    licence: str,
    now: datetime,
    by: User | None,
) -> Corpus:
    """Create an open corpus without pages, owned by the person who creates it."""
    if Corpus.objects.filter(name=name).exists():
        raise NameTakenError(name)
    corpus = Corpus.objects.create(
        name=name,
        source_name=source_name,
        source_url=source_url,
        licence=licence,
        created_at=now,
        created_by=by,
    )
    if by is not None:
        CorpusMember.objects.create(
            corpus=corpus, user=by, role=CorpusMember.Role.OWNER, added_at=now
        )
    audit.record(actor=by, action="wiki.create_corpus", target=corpus, now=now)
    return corpus


@transaction.atomic
def delete_corpus(*, corpus: Corpus, now: datetime, by: User) -> None:
    """Delete an open corpus without pages, together with its failed imports."""
    require_right(by, corpus, Right.CHANGE)
    corpus = hold_open_corpus(corpus.pk)
    is_busy = Job.objects.filter(exclusive=key_of(corpus), state__in=UNFINISHED).exists()
    is_filling = corpus.imports.filter(state=Import.State.RUNNING).exists()
    if is_busy or is_filling or corpus.pages.exists() or corpus.redirects.exists():
        raise CorpusNotEmptyError(corpus.name)
    audit.record(
        actor=by,
        action="wiki.delete_corpus",
        target=corpus,
        now=now,
        details={"name": corpus.name},
    )
    corpus.imports.all().delete()
    corpus.delete()


def key_of(corpus: Corpus) -> str:
    """Return the key that a job holds while it imports into the corpus or seals it."""
    return f"wiki.corpus:{corpus.public_id}"


def hold_open_corpus(corpus_id: int) -> Corpus:
    """Lock a corpus inside the caller's transaction. Raise CorpusSealedError if it is sealed.

    Imports and seals both take this lock, so no page is written after the seal.
    """
    corpus = Corpus.objects.select_for_update().get(pk=corpus_id)
    if corpus.is_archived:
        raise CorpusArchivedError(corpus)
    if corpus.is_sealed:
        raise CorpusSealedError(corpus)
    return corpus
