"""Pages as they are to be indexed, read from the database in few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from search.documents import PageFacts
from search.engines import get_engine
from search.errors import SearchError
from search.preparing import Batch, Source
from wiki.models import Corpus, OutboxEntry, Page, PageCategory, Redirect

# How many keys one query asks for: SQLite refuses more than a few thousand parameters.
_KEYS_A_QUERY = 500

_FACTS = ("pk", "title", "content_id", "incoming_links", "is_flagged")


def page_count(corpus: Corpus) -> int:
    return Page.objects.filter(corpus=corpus).count()


def waiting_count(corpus: Corpus) -> int:
    """How many pages wait to be indexed."""
    return OutboxEntry.objects.filter(page__corpus=corpus).count()


def oldest_waiting_corpus() -> Corpus | None:
    """The corpus whose page waits longest. One row is read, however many wait."""
    entry = OutboxEntry.objects.order_by("pk").select_related("page__corpus").first()
    return entry.page.corpus if entry is not None else None


def waiting_pages(corpus: Corpus, limit: int) -> list[tuple[int, int]]:
    """The keys of outbox entries and of their pages."""
    entries = OutboxEntry.objects.filter(page__corpus=corpus).order_by("pk")
    return list(entries.values_list("pk", "page_id")[:limit])


def is_index_current(corpus: Corpus) -> bool:
    """Whether the index holds as many pages as the database, and none waits. Quick, not sure."""
    if waiting_count(corpus):
        return False
    try:
        return get_engine().reader(corpus.public_id.hex).count() == page_count(corpus)
    except SearchError:
        return False


def facts_after(corpus: Corpus, after: int, limit: int) -> list[PageFacts]:
    """The next pages in the order of their keys."""
    pages = Page.objects.filter(corpus=corpus, pk__gt=after).order_by("pk")
    return _facts(corpus, pages.values_list(*_FACTS)[:limit])


def facts_of(corpus: Corpus, page_ids: Iterable[int]) -> list[PageFacts]:
    facts: list[PageFacts] = []
    for keys in _batches(sorted(page_ids)):
        pages = Page.objects.filter(corpus=corpus, pk__in=keys).order_by("pk")
        facts += _facts(corpus, pages.values_list(*_FACTS))
    return facts


def _facts(corpus: Corpus, rows: Iterable[tuple[int, str, bytes, int, bool]]) -> list[PageFacts]:
    pages = list(rows)
    redirects: defaultdict[str, list[str]] = defaultdict(list)
    for titles in _batches([title for _, title, *_ in pages]):
        found = Redirect.objects.filter(corpus=corpus, target__in=titles).order_by("title")
        for title, target in found.values_list("title", "target"):
            redirects[target].append(title)
    return [
        PageFacts(pk, title, bytes(digest), links, flagged, tuple(redirects.get(title, ())))
        for pk, title, digest, links, flagged in pages
    ]


def batches_after(corpus: Corpus, after: int, size: int) -> Iterator[Batch]:
    """All pages after a key as they are stored, so many at a time, in the order of their keys."""
    while facts := facts_after(corpus, after, size):
        yield batch_of(facts)
        after = facts[-1].page_id


def batches_of(facts: Sequence[PageFacts], size: int) -> Iterator[Batch]:
    """These pages as they are stored, so many at a time."""
    for start in range(0, len(facts), size):
        yield batch_of(facts[start : start + size])


def batch_of(facts: Sequence[PageFacts]) -> Batch:
    """These pages as they are stored; one that was deleted meanwhile is left out."""
    by_id = {page.page_id: page for page in facts}
    sources: list[Source] = []
    for keys in _batches(list(by_id)):
        categories: defaultdict[int, list[str]] = defaultdict(list)
        found = PageCategory.objects.filter(page_id__in=keys).order_by("name")
        for page_id, name in found.values_list("page_id", "name"):
            categories[page_id].append(name)
        pages = Page.objects.filter(pk__in=keys).order_by("pk")
        for page_id, packed in pages.values_list("pk", "content__document"):
            sources.append(Source(by_id[page_id], bytes(packed), tuple(categories[page_id])))
    return Batch(facts, sources)


def _batches(keys: list[int] | list[str]) -> Iterator[list[int] | list[str]]:
    for start in range(0, len(keys), _KEYS_A_QUERY):
        yield keys[start : start + _KEYS_A_QUERY]
