"""Comparing an index, and what search keeps in the database beside it, with the pages; repairing
what differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from search.engines import get_engine
from search.engines.base import IndexEntry, Reader
from search.errors import NoIndexError
from search.indexing.builds import is_outdated
from search.indexing.documents import PageMetadata
from search.indexing.locking import hold_index
from search.indexing.preparing import StoredPage, word_pool_for, words_of
from search.selectors import indexing
from search.selectors.listed_words import VocabularyCheck
from search.services import outbox, vocabulary
from search.services.outbox import Report, no_report
from wiki.models import Corpus

_PAGES_AT_ONCE = 500
_REPAIRED_AT_ONCE = 1_000
_ENTRIES_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class IndexComparison:
    """Where the index, titles and words differ from the pages of the database."""

    pages: int
    indexed: int
    # Page ids: not in the index; indexed, but otherwise now; in the index, but gone.
    missing: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    # Pages whose titles are not kept as they are, for completion and "go".
    untitled: tuple[int, ...] = ()
    # Words of indexed pages that the vocabulary lacks, at most a thousand; and those that it has,
    # but no page.
    unlisted_words: int = 0
    unused_words: int = 0
    # Of the missing and stale, how many wait in the outbox and would be indexed anyway.
    waiting: int = 0

    @property
    def is_equal(self) -> bool:
        return not (
            self.missing or self.stale or self.extra or self.untitled or self.are_words_wrong
        )

    @property
    def are_words_wrong(self) -> bool:
        return bool(self.unlisted_words or self.unused_words)

    def counts(self) -> dict[str, int]:
        """What was found, in numbers."""
        found = asdict(self)
        return {name: n if isinstance(n, int) else len(n) for name, n in found.items()}


@dataclass(slots=True)
class _IndexWalk:
    """Goes along the entries of an index beside the pages, both in the order of page ids."""

    entries: Iterator[IndexEntry]
    entry: IndexEntry | None = None
    indexed: int = 0
    missing: list[int] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.entry = next(self.entries, None)

    def _step(self) -> None:
        self.indexed += 1
        self.entry = next(self.entries, None)

    def is_current(self, page: PageMetadata) -> bool:
        """Whether the next page is in the index as it is; notes where it is not."""
        while self.entry is not None and self.entry.page_id < page.page_id:
            self.extra.append(self.entry.page_id)
            self._step()
        if self.entry is None or self.entry.page_id != page.page_id:
            self.missing.append(page.page_id)
            return False
        is_stale = self.entry.stamp != page.stamp
        if is_stale:
            self.stale.append(page.page_id)
        self._step()
        return not is_stale

    def end(self) -> None:
        while self.entry is not None:
            self.extra.append(self.entry.page_id)
            self._step()


def compare_index(
    *, corpus: Corpus, engine: str | None = None, report: Report = no_report
) -> IndexComparison:
    """Every page of the database against every entry of the index, every title and every word."""
    chosen, key = get_engine(engine), corpus.public_id.hex
    walk = _IndexWalk(_entries(chosen.reader(key)))
    if is_outdated(chosen.live_build(key) or ""):
        raise NoIndexError("The search index of this corpus is of an earlier version.")
    listed = VocabularyCheck(corpus)
    untitled: list[int] = []
    pages, total = 0, indexing.page_count(corpus)
    with word_pool_for(total) as pool:
        for sources, words in pool.results(_all_sources(corpus)):
            facts = [source.facts for source in sources]
            untitled += vocabulary.untitled_pages(corpus, facts)
            current = [source for source in sources if walk.is_current(source.facts)]
            is_all_current = len(current) == len(sources)
            listed.add(words, must_be_listed=is_all_current)
            if not is_all_current:
                listed.add(words_of(current), must_be_listed=True)
            pages += len(sources)
            report(pages, max(total, pages))
    walk.end()
    unlisted_words, unused_words = listed.end()
    return IndexComparison(
        pages=pages,
        indexed=walk.indexed,
        missing=tuple(walk.missing),
        stale=tuple(walk.stale),
        extra=tuple(walk.extra),
        untitled=tuple(untitled),
        unlisted_words=unlisted_words,
        unused_words=unused_words,
        waiting=indexing.waiting_count(corpus),
    )


def repair_index(
    *,
    corpus: Corpus,
    comparison: IndexComparison,
    engine: str | None = None,
    report: Report = no_report,
) -> None:
    """Write what is missing or stale, delete what is gone. Afterwards all are equal."""
    chosen = get_engine(engine)
    key = corpus.public_id.hex
    with hold_index(corpus):
        build = chosen.live_build(key)
        assert build is not None
        wrong = sorted({*comparison.missing, *comparison.stale})
        # A page that came in and was indexed during the comparison seemed to be in the index only.
        gone = indexing.without_stored(corpus, comparison.extra)
        with chosen.writer(key, build) as writer:
            writer.delete(gone)
            for done, page_ids in _parts(wrong):
                outbox.write_pages(corpus=corpus, writer=writer, page_ids=page_ids)
                report(done, len(wrong))
            writer.commit()
        untitled = sorted({*comparison.untitled}.difference(wrong))
        for done, page_ids in _parts(untitled):
            facts = indexing.facts_of(corpus, page_ids)
            vocabulary.write_title_keys(corpus=corpus, facts=facts)
            report(done, len(untitled))
        if comparison.are_words_wrong:
            _list_words_anew(corpus, report)
        outbox.drain_outbox(corpus=corpus, engine=chosen)


def _list_words_anew(corpus: Corpus, report: Report) -> None:
    """Count all words once more, and put these numbers in the place of the old ones.

    All, since words that came in during the comparison may seem to be no page's.
    """
    edition = vocabulary.begin_edition(corpus=corpus)
    listing = vocabulary.VocabularyBuffer(corpus, edition)
    done, total = 0, indexing.page_count(corpus)
    with word_pool_for(total) as pool:
        for sources, words in pool.results(_all_sources(corpus)):
            listing.add((), words)
            if listing.is_full:
                listing.write()
            done += len(sources)
            report(done, max(total, done))
    listing.write()
    vocabulary.publish_edition(corpus=corpus, edition=edition)


def _all_sources(corpus: Corpus) -> Iterator[Sequence[StoredPage]]:
    return indexing.sources_after(corpus, 0, _PAGES_AT_ONCE)


def _parts(page_ids: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """So many at a time, and how many that makes so far."""
    for start in range(0, len(page_ids), _REPAIRED_AT_ONCE):
        part = page_ids[start : start + _REPAIRED_AT_ONCE]
        yield start + len(part), part


def _entries(reader: Reader) -> Iterator[IndexEntry]:
    """Every entry of the index, in the order of page ids."""
    after = 0
    while batch := reader.entries(after, _ENTRIES_AT_ONCE):
        yield from batch
        after = batch[-1].page_id
