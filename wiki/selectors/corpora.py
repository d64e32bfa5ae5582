"""Reading corpora: the list, one by its public id, and what of it needs attention."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from wiki.models import Corpus, Import, Page, Redirect


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """A corpus with the counts that its list shows."""

    corpus: Corpus
    pages: int
    redirects: int
    imports: int
    unfinished: int


def corpora_with_counts() -> list[CorpusRow]:
    """Every corpus, the newest first."""
    unfinished = Import.objects.exclude(state=Import.State.DONE)
    corpora = Corpus.objects.annotate(
        page_count=_count(Page.objects.all()),
        redirect_count=_count(Redirect.objects.all()),
        import_count=_count(Import.objects.all()),
        unfinished_count=_count(unfinished),
    ).order_by("-created_at", "-pk")
    return [
        CorpusRow(
            corpus,
            corpus.page_count,
            corpus.redirect_count,
            corpus.import_count,
            corpus.unfinished_count,
        )
        for corpus in corpora
    ]


def _count(rows: QuerySet[Page] | QuerySet[Redirect] | QuerySet[Import]) -> Coalesce:
    # One subquery each: joined in one query, their rows would multiply.
    of_corpus = rows.filter(corpus=OuterRef("pk")).order_by().values("corpus")
    return Coalesce(Subquery(of_corpus.annotate(number=Count("pk")).values("number")), 0)


def find_corpus(public_id: UUID) -> Corpus | None:
    """The corpus of this public id."""
    return Corpus.objects.filter(public_id=public_id).first()
