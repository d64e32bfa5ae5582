"""Pages to index, read from the database in few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from uuid import UUID

from django.db.models import QuerySet

from search.engines import get_engine
from search.errors import SearchError
from search.indexing.builds import is_outdated
from search.indexing.documents import PageMetadata
from search.indexing.preparing import StoredPage
from wiki.models import Corpus, OutboxEntry, Page, PageCategory, Redirect
from wiki.selectors.pages import windows

# The keys per query: SQLite refuses more than a few thousand parameters.
_KEYS_A_QUERY = 500

_METADATA = ("pk", "title", "content_id", "incoming_links", "is_flagged")


def page_count(corpus: Corpus) -> int:
    """Return the number of pages of a corpus."""
    return Page.objects.filter(corpus=corpus).count()


@cache
def sealed_page_count(corpus_id: UUID) -> int:
    """Return the number of pages of a sealed corpus, counted once: it never changes."""
    return Page.objects.filter(corpus__public_id=corpus_id).count()


def without_stored(corpus: Corpus, page_ids: Iterable[int]) -> list[int]:
    """Return those of these keys that are no page of the corpus."""
    missing = set(page_ids)
    for keys in _batches(sorted(missing), _KEYS_A_QUERY):
        pages = Page.objects.filter(corpus=corpus, pk__in=keys)
        missing.difference_update(pages.values_list("pk", flat=True))
    return sorted(missing)


def waiting_count(corpus: Corpus) -> int:
    """Return the number of pages that wait to be indexed."""
    return OutboxEntry.objects.filter(page__corpus=corpus).count()


def does_any_wait(corpus: Corpus | None = None) -> bool:
    """Return whether any page waits to be indexed, of this corpus or of any."""
    entries = OutboxEntry.objects.all()
    return (entries.filter(page__corpus=corpus) if corpus else entries).exists()


def waiting_pages(corpus: Corpus, limit: int, *, after: int = 0) -> list[tuple[int, int]]:
    """Return the keys of the next outbox entries after a key, and of their pages."""
    entries = OutboxEntry.objects.filter(page__corpus=corpus, pk__gt=after).order_by("pk")
    return list(entries.values_list("pk", "page_id")[:limit])


def is_index_current(corpus: Corpus) -> bool:
    """Return whether the index has as many pages as the database, and none waits. Not certain."""
    if waiting_count(corpus):
        return False
    engine, key = get_engine(), corpus.public_id.hex
    try:
        if is_outdated(engine.live_build(key) or ""):
            return False
        return engine.reader(key).count() == page_count(corpus)
    except SearchError:
        return False


def metadata_of(corpus: Corpus, page_ids: Iterable[int]) -> list[PageMetadata]:
    """Return the metadata of these pages, without those that were deleted."""
    metadata: list[PageMetadata] = []
    for keys in _batches(sorted(page_ids), _KEYS_A_QUERY):
        pages = Page.objects.filter(corpus=corpus, pk__in=keys).order_by("pk")
        metadata += _metadata(corpus, pages, list(pages.values_list(*_METADATA)))
    return metadata


def stored_pages_after(corpus: Corpus, after: int, size: int) -> Iterator[list[StoredPage]]:
    """Yield all stored pages after a key, `size` at a time, in the order of their keys."""
    for pages in windows(corpus, size, after=after):
        if stored_pages := _stored_pages(corpus, pages):
            yield stored_pages


def stored_pages_of(
    corpus: Corpus, page_ids: Iterable[int], size: int
) -> Iterator[list[StoredPage]]:
    """Yield these stored pages, `size` at a time, without those that were deleted."""
    for keys in _batches(sorted(page_ids), size):
        pages = Page.objects.filter(corpus=corpus, pk__in=keys).order_by("pk")
        if stored_pages := _stored_pages(corpus, pages):
            yield stored_pages


def _stored_pages(corpus: Corpus, pages: QuerySet[Page]) -> list[StoredPage]:
    rows = list(pages.values_list(*_METADATA, "content__document"))
    metadata = _metadata(corpus, pages, [row[:-1] for row in rows])
    return [StoredPage(page, bytes(row[-1])) for page, row in zip(metadata, rows, strict=True)]


def _metadata(
    corpus: Corpus, pages: QuerySet[Page], rows: Sequence[tuple[int, str, bytes, int, bool]]
) -> list[PageMetadata]:
    """Return the metadata of these pages; `rows` are their columns."""
    redirects: defaultdict[str, list[str]] = defaultdict(list)
    # A subquery: hundreds of titles as parameters would take longer than to look them up. And
    # unsorted: SQLite would rather read all redirects in their order than these by target.
    found = Redirect.objects.filter(corpus=corpus, target__in=pages.values("title"))
    for title, target in found.values_list("title", "target"):
        redirects[target].append(title)
    categories: defaultdict[int, list[str]] = defaultdict(list)
    named = PageCategory.objects.filter(page__in=pages.values("pk"))
    for page_id, name in named.values_list("page_id", "name"):
        categories[page_id].append(name)
    return [
        PageMetadata(
            pk,
            title,
            bytes(digest),
            links,
            flagged,
            redirects=tuple(sorted(redirects.get(title, ()))),
            categories=tuple(sorted(categories.get(pk, ()))),
        )
        for pk, title, digest, links, flagged in rows
    ]


def _batches(keys: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(keys), size):
        yield keys[start : start + size]
