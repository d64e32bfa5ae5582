"""Writing the words and the titles of a corpus, beside its index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from django.db import connection, transaction
from django.db.models import Max

from search import analysis
from search.documents import PageFacts
from search.models import TitleKey, VocabularyEdition, VocabularyTerm
from search.selectors.vocabulary import edition_of
from wiki.models import Corpus

# Rows a statement and a transaction, so that SQLite's one writer is soon free again.
_ROWS = 4_000
_PAGES = 200


class TermCounter:
    """Counts on how many pages each word stands, and writes that now and then."""

    # So many words are held in memory before they must be written.
    most_held = 300_000

    def __init__(self, corpus: Corpus, edition: int) -> None:
        self._corpus = corpus
        self._edition = edition
        self._counts: Counter[str] = Counter()

    def add(self, vocabulary: Iterable[str]) -> None:
        self._counts.update(vocabulary)

    @property
    def is_full(self) -> bool:
        return len(self._counts) >= self.most_held

    def write(self) -> None:
        counts, self._counts = self._counts, Counter()
        write_terms(corpus=self._corpus, edition=self._edition, counts=counts)


def write_terms(*, corpus: Corpus, edition: int, counts: Mapping[str, int]) -> None:
    """Add to the numbers of these words. In their order: two writers never lock each other out."""
    remaining = iter(sorted(counts.items()))
    table = connection.ops.quote_name(VocabularyTerm._meta.db_table)
    # The ORM can insert or update, but not add to what is there.
    statement = (
        f"INSERT INTO {table} (corpus_id, edition, term, pages) VALUES (%s, %s, %s, %s)"  # noqa: S608
        f" ON CONFLICT (corpus_id, edition, term)"
        f" DO UPDATE SET pages = {table}.pages + excluded.pages"
    )
    while rows := list(islice(remaining, _ROWS)):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(
                statement, [(corpus.pk, edition, term, pages) for term, pages in rows]
            )


def begin_edition(*, corpus: Corpus) -> int:
    """The number of a new edition of the vocabulary."""
    terms = VocabularyTerm.objects.filter(corpus=corpus)
    last: int = terms.aggregate(last=Max("edition"))["last"] or 0
    return max(last, edition_of(corpus.pk)) + 1


def publish_edition(*, corpus: Corpus, edition: int) -> None:
    """Put an edition into use, and take the others away."""
    VocabularyEdition.objects.update_or_create(corpus=corpus, defaults={"number": edition})
    drop_editions(corpus=corpus, keep=edition)


def drop_editions(*, corpus: Corpus, keep: int) -> None:
    """Take away all editions but one, in short transactions."""
    others = VocabularyTerm.objects.filter(corpus=corpus).exclude(edition=keep)
    while keys := list(others.values_list("pk", flat=True)[:_ROWS]):
        VocabularyTerm.objects.filter(pk__in=keys).delete()


def write_title_keys(*, corpus: Corpus, facts: Sequence[PageFacts]) -> None:
    """The titles of these pages, and those of their redirects, in place of what was there."""
    for start in range(0, len(facts), _PAGES):
        pages = facts[start : start + _PAGES]
        rows = [row for page in pages for row in _rows(corpus, page)]
        with transaction.atomic():
            TitleKey.objects.filter(page_id__in=[page.page_id for page in pages]).delete()
            TitleKey.objects.bulk_create(rows, batch_size=_PAGES, ignore_conflicts=True)


def _rows(corpus: Corpus, page: PageFacts) -> list[TitleKey]:
    titles = [(page.title, False), *((title, True) for title in page.redirects)]
    return [
        TitleKey(
            corpus_id=corpus.pk,
            page_id=page.page_id,
            title=title,
            is_redirect=is_redirect,
            key=analysis.fold_title(title),
            tier=page.tier,
        )
        for title, is_redirect in titles
    ]
