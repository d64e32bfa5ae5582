"""Which corpora can be searched."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from wiki.models import Corpus, Page


def searchable_corpora() -> QuerySet[Corpus]:
    """The corpora that hold pages, the newest first: the first is searched where none is named."""
    has_pages = Exists(Page.objects.filter(corpus=OuterRef("pk")))
    return Corpus.objects.filter(has_pages).order_by("-created_at", "-pk")


def corpus_to_search(*, public_id: UUID | None = None) -> Corpus | None:
    """The corpus that is named, or the newest one."""
    corpora = searchable_corpora()
    return (corpora.filter(public_id=public_id) if public_id else corpora).first()
