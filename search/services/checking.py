"""Comparing an index with the database, page by page, and repairing what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from search.builds import is_outdated
from search.documents import PageFacts
from search.engines import get_engine
from search.engines.base import Entry, Reader
from search.errors import NoIndexError
from search.locking import hold_index
from search.models import TitleKey
from search.selectors import indexing
from search.services import outbox
from search.services.outbox import Report, no_report
from wiki.models import Corpus

_PAGES_AT_ONCE = 1_000
_REPAIRED_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where an index and the database differ."""

    pages: int
    indexed: int
    # Page ids: not in the index; indexed, but otherwise now; in the index, but gone.
    missing: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    # Pages whose titles completion does not know as they are.
    untitled: tuple[int, ...] = ()
    # Of the missing and stale, how many wait in the outbox and would be indexed anyway.
    waiting: int = 0

    @property
    def is_equal(self) -> bool:
        return not (self.missing or self.stale or self.extra or self.untitled)


@dataclass(slots=True)
class _Differences:
    pages: int = 0
    indexed: int = 0
    missing: list[int] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)
    untitled: list[int] = field(default_factory=list)


def compare_index(
    *, corpus: Corpus, engine: str | None = None, report: Report = no_report
) -> Comparison:
    """Every page of the database against every entry of the index."""
    chosen, key = get_engine(engine), corpus.public_id.hex
    reader = chosen.reader(key)
    if is_outdated(chosen.live_build(key) or ""):
        raise NoIndexError("The search index of this corpus is of an earlier version.")
    found = _Differences()
    total = indexing.page_count(corpus)
    entries = _entries(reader)
    entry = next(entries, None)
    for page in _pages(corpus, found):
        while entry is not None and entry.page_id < page.page_id:
            found.extra.append(entry.page_id)
            found.indexed += 1
            entry = next(entries, None)
        if entry is None or entry.page_id != page.page_id:
            found.missing.append(page.page_id)
        else:
            found.indexed += 1
            if entry.stamp != page.stamp:
                found.stale.append(page.page_id)
            entry = next(entries, None)
        found.pages += 1
        if found.pages % _PAGES_AT_ONCE == 0:
            report(found.pages, max(total, found.pages))
    while entry is not None:
        found.extra.append(entry.page_id)
        found.indexed += 1
        entry = next(entries, None)
    return Comparison(
        pages=found.pages,
        indexed=found.indexed,
        missing=tuple(found.missing),
        stale=tuple(found.stale),
        extra=tuple(found.extra),
        untitled=tuple(found.untitled),
        waiting=indexing.waiting_count(corpus),
    )


def repair_index(
    *,
    corpus: Corpus,
    comparison: Comparison,
    engine: str | None = None,
    report: Report = no_report,
) -> None:
    """Write what is missing or stale, delete what is gone. Afterwards the two are equal."""
    chosen = get_engine(engine)
    key = corpus.public_id.hex
    with hold_index(corpus):
        build = chosen.live_build(key)
        assert build is not None
        wrong = sorted({*comparison.missing, *comparison.stale, *comparison.untitled})
        # A page that came in and was indexed during the comparison seemed to be in the index only.
        gone = indexing.without_stored(corpus, comparison.extra)
        total = len(wrong) + len(gone)
        with chosen.writer(key, build) as writer:
            writer.delete(gone)
            for start in range(0, len(wrong), _REPAIRED_AT_ONCE):
                page_ids = wrong[start : start + _REPAIRED_AT_ONCE]
                outbox.write_pages(corpus=corpus, writer=writer, page_ids=page_ids)
                report(start + len(page_ids), total)
            writer.commit()
        outbox.drain_outbox(corpus=corpus, engine=chosen)


def _pages(corpus: Corpus, found: _Differences) -> Iterator[PageFacts]:
    """Every page in the order of its key; notes those whose titles are not kept as they are."""
    for facts in indexing.facts_of_all(corpus, _PAGES_AT_ONCE):
        keys: dict[int, set[tuple[str, int]]] = {page.page_id: set() for page in facts}
        rows = TitleKey.objects.filter(
            page_id__gte=facts[0].page_id, page_id__lte=facts[-1].page_id
        )
        for page_id, title, tier in rows.values_list("page_id", "title", "tier"):
            keys.setdefault(page_id, set()).add((title, tier))
        for page in facts:
            titles = {(title, page.tier) for title in (page.title, *page.redirects)}
            if keys[page.page_id] != titles:
                found.untitled.append(page.page_id)
            yield page


def _entries(reader: Reader) -> Iterator[Entry]:
    """Every entry of the index, in the order of page ids."""
    after = 0
    while batch := reader.entries(after, 5_000):
        yield from islice(batch, None)
        after = batch[-1].page_id
