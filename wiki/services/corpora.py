"""Making corpora, and taking away those that stayed empty."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.services import audit
from jobs.models import UNFINISHED, Job
from wiki.models import Corpus, Import


class CorpusSealedError(Exception):
    """A sealed corpus takes no more pages."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(
            f"The corpus “{corpus.name}” is sealed and takes no more pages. Import into another."
        )


class NameTakenError(Exception):
    """There is a corpus of this name already."""


class CorpusNotEmptyError(Exception):
    """Pages are in the corpus, or may be on their way into it."""


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
    """A new, open corpus without pages."""
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
    audit.record(actor=by, action="wiki.create_corpus", target=corpus, now=now)
    return corpus


@transaction.atomic
def delete_corpus(*, corpus: Corpus, now: datetime, by: User) -> None:
    """Take away an open corpus into which nothing was imported, with what failed to be."""
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
    """Held by the one job that may fill or seal a corpus at a time."""
    return f"wiki.corpus:{corpus.public_id}"


def hold_open_corpus(corpus_id: int) -> Corpus:
    """Lock a corpus inside the caller's transaction; refuse one that is sealed.

    Whoever fills a corpus and whoever seals it take this lock, so no page slips in afterwards.
    """
    corpus = Corpus.objects.select_for_update().get(pk=corpus_id)
    if corpus.is_sealed:
        raise CorpusSealedError(corpus)
    return corpus
