"""Which corpora can be searched."""

from __future__ import annotations

from uuid import UUID

from wiki.models import Corpus
from wiki.selectors.pages import readable_corpora


def corpus_to_search(*, public_id: UUID | None = None) -> Corpus | None:
    """The corpus that is named, or the one that is read by default."""
    corpora = readable_corpora()
    return (corpora.filter(public_id=public_id) if public_id else corpora).first()
