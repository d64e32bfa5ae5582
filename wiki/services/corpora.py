"""Making corpora."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from jobs.services import audit
from wiki.models import Corpus


class CorpusSealedError(Exception):
    """A sealed corpus takes no more pages."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(
            f"The corpus “{corpus.name}” is sealed and takes no more pages. Import into another."
        )


class NameTakenError(Exception):
    """There is a corpus of this name already."""


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


def hold_open_corpus(corpus_id: int) -> Corpus:
    """Lock a corpus inside the caller's transaction; refuse one that is sealed.

    Whoever fills a corpus and whoever seals it take this lock, so no page slips in afterwards.
    """
    corpus = Corpus.objects.select_for_update().get(pk=corpus_id)
    if corpus.is_sealed:
        raise CorpusSealedError(corpus)
    return corpus
