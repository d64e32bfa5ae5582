"""Writing the words and the titles of a corpus to the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Model

from search import analysis
from search.indexing.documents import PageMetadata
from search.models import TitleKey, VocabularyEdition, VocabularyTerm
from search.selectors.vocabulary import edition_of
from wiki.models import Corpus

# Rows per transaction, so that SQLite's only writer is soon free again.
_ROWS = 4_000
# Pages whose titles are compared and written together.
_PAGES = 1_000
# Rows per statement: SQLite refuses more than a thousand parameters.
_ROWS_A_STATEMENT = 160


class VocabularyBuffer:
    """A buffer for the words and titles of pages that are being indexed."""

    # The words, and the pages with titles, that are held in memory before they are written.
    most_words = 300_000
    most_pages = 2_000

    def __init__(self, corpus: Corpus, edition: int) -> None:
        self._corpus = corpus
        self._edition = edition
        self._words: Counter[str] = Counter()
        self._pages: list[PageMetadata] = []

    def add(self, pages: Iterable[PageMetadata], words: Iterable[str]) -> None:
        """Add pages, and their words, each repeated for every page that has it."""
        self._words.update(words)
        self._pages += pages
        if len(self._pages) >= self.most_pages:
            self._write_titles()

    @property
    def is_full(self) -> bool:
        return len(self._words) >= self.most_words

    def write(self) -> None:
        """Write the words and titles, and empty the buffer."""
        words, self._words = self._words, Counter()
        write_terms(corpus=self._corpus, edition=self._edition, counts=words)
        self._write_titles()

    def _write_titles(self) -> None:
        pages, self._pages = self._pages, []
        write_title_keys(corpus=self._corpus, metadata=pages)


def write_terms(*, corpus: Corpus, edition: int, counts: Mapping[str, int]) -> None:
    """Add to the numbers of these words. They are sorted, so that two writers never deadlock."""
    remaining = iter(sorted(counts.items()))
    # The ORM can insert or update, but not add to what is there.
    end = (
        "ON CONFLICT (corpus_id, edition, term)"
        f" DO UPDATE SET pages = {_quoted(VocabularyTerm)}.pages + excluded.pages"
    )
    while counted := list(islice(remaining, _ROWS)):
        rows = [(corpus.pk, edition, term, pages) for term, pages in counted]
        with transaction.atomic():
            _insert(VocabularyTerm, ("corpus_id", "edition", "term", "pages"), rows, end)


def _quoted(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _insert(
    model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]], end: str
) -> None:
    """Insert many rows: Django would take ten times as long to build the statements."""
    places = "(" + ", ".join(["%s"] * len(columns)) + ")"
    with connection.cursor() as cursor:
        for start in range(0, len(rows), _ROWS_A_STATEMENT):
            part = rows[start : start + _ROWS_A_STATEMENT]
            cursor.execute(
                f"INSERT INTO {_quoted(model)} ({', '.join(columns)})"  # noqa: S608 - our names
                f" VALUES {', '.join([places] * len(part))} {end}",
                list(chain.from_iterable(part)),
            )


def begin_edition(*, corpus: Corpus) -> int:
    """Return the number of a new edition of the vocabulary."""
    terms = VocabularyTerm.objects.filter(corpus=corpus)
    last: int = terms.aggregate(last=Max("edition"))["last"] or 0
    return max(last, edition_of(corpus.pk)) + 1


def publish_edition(*, corpus: Corpus, edition: int) -> None:
    """Put an edition into use, and delete the others."""
    VocabularyEdition.objects.update_or_create(corpus=corpus, defaults={"number": edition})
    drop_editions(corpus=corpus, keep=edition)


def drop_editions(*, corpus: Corpus, keep: int) -> None:
    """Delete all editions but one, in short transactions."""
    table = _quoted(VocabularyTerm)
    statement = (
        f"DELETE FROM {table} WHERE id IN (SELECT id FROM {table}"  # noqa: S608 - our names
        " WHERE corpus_id = %s AND (edition < %s OR edition > %s) LIMIT %s)"
    )
    with connection.cursor() as cursor:
        dropped = _ROWS
        while dropped:
            cursor.execute(statement, [corpus.pk, keep, keep, _ROWS])
            dropped = cursor.rowcount


def write_title_keys(*, corpus: Corpus, metadata: Sequence[PageMetadata]) -> None:
    """Write the titles of these pages and of their redirects, and delete their old ones."""
    for start in range(0, len(metadata), _PAGES):
        gone, missing = _title_changes(corpus, metadata[start : start + _PAGES])
        if gone or missing:
            with transaction.atomic():
                TitleKey.objects.filter(pk__in=gone.values()).delete()
                _insert(TitleKey, _TITLE_COLUMNS, missing, "ON CONFLICT DO NOTHING")


def untitled_pages(corpus: Corpus, metadata: Sequence[PageMetadata]) -> list[int]:
    """Return those of these pages, at most a thousand, whose titles are not stored as they are."""
    gone, missing = _title_changes(corpus, metadata)
    return sorted({page_id for _, page_id, *_ in chain(gone, missing)})


_TITLE_COLUMNS = ("corpus_id", "page_id", "title", "is_redirect", "key", "tier")
_TitleRow = tuple[int, int, str, bool, str, int]


def _title_changes(
    corpus: Corpus, pages: Sequence[PageMetadata]
) -> tuple[dict[_TitleRow, int], list[_TitleRow]]:
    """Return the rows to delete, with their keys, and the rows to insert."""
    expected = {row for page in pages for row in _title_rows(corpus, page)}
    there = TitleKey.objects.filter(page_id__in=[page.page_id for page in pages])
    # Most are there already, and reading is cheaper than writing.
    kept = {row[1:]: row[0] for row in there.values_list("pk", *_TITLE_COLUMNS)}
    gone = {row: pk for row, pk in kept.items() if row not in expected}
    return gone, sorted(expected - kept.keys())


def _title_rows(corpus: Corpus, page: PageMetadata) -> list[_TitleRow]:
    titles = [(page.title, False), *((title, True) for title in page.redirects)]
    return [
        (corpus.pk, page.page_id, title, is_redirect, analysis.fold_title(title), page.tier)
        for title, is_redirect in titles
    ]
