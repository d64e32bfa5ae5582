"""Comparing an index, and the words and titles in the database, with the pages; repairing both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from django.utils.translation import gettext as _

from jobs.runs import ProgressReport
from search.engines import get_engine
from search.engines.base import IndexEntry, Reader
from search.errors import NoIndexError
from search.indexing.builds import is_outdated
from search.indexing.documents import PageMetadata
from search.indexing.locking import hold_index
from search.indexing.preparing import StoredPage, word_pool_for, words_of
from search.selectors import indexing
from search.selectors.vocabulary_check import VocabularyCheck
from search.services import outbox, vocabulary
from search.services.outbox import no_report
from wiki.models import Corpus

_PAGES_AT_ONCE = 500
_REPAIRED_AT_ONCE = 1_000
_ENTRIES_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class IndexComparison:
    """The differences of the index, the titles and the words from the pages of the database."""

    pages: int
    indexed: int
    # Page ids: not in the index; changed since the indexing; in the index, but deleted.
    missing: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    # Pages whose titles, for completion and "go", are not stored as they are.
    untitled: tuple[int, ...] = ()
    # Words of indexed pages that the vocabulary lacks, at most a thousand; and words that it has,
    # but no page has.
    unlisted_words: int = 0
    unused_words: int = 0
    # Pages that wait in the outbox and would be indexed anyway.
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
        """Return the differences as numbers."""
        found = asdict(self)
        return {name: n if isinstance(n, int) else len(n) for name, n in found.items()}


@dataclass(slots=True)
class _IndexWalk:
    """A walk along the entries of an index and the pages, both in the order of page ids."""

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
        """Return whether the next page is in the index as it is, and note if it is not."""
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
    *, corpus: Corpus, engine: str | None = None, report: ProgressReport = no_report
) -> IndexComparison:
    """Compare every page of the database with the index, the titles and the words."""
    chosen, key = get_engine(engine), corpus.public_id.hex
    walk = _IndexWalk(_entries(chosen.reader(key)))
    if is_outdated(chosen.live_build(key) or ""):
        raise NoIndexError(_("The search index of this corpus was built by an earlier version."))
    listed = VocabularyCheck(corpus)
    untitled: list[int] = []
    pages, total = 0, indexing.page_count(corpus)
    with word_pool_for(total) as pool:
        for stored_pages, words in pool.results(_all_stored_pages(corpus)):
            metadata = [stored.metadata for stored in stored_pages]
            untitled += vocabulary.untitled_pages(corpus, metadata)
            current = [stored for stored in stored_pages if walk.is_current(stored.metadata)]
            is_all_current = len(current) == len(stored_pages)
            listed.add(words, must_be_listed=is_all_current)
            if not is_all_current:
                listed.add(words_of(current), must_be_listed=True)
            pages += len(stored_pages)
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
    report: ProgressReport = no_report,
) -> None:
    """Write what is missing or changed and remove what was deleted, so that all are equal."""
    chosen = get_engine(engine)
    key = corpus.public_id.hex
    with hold_index(corpus):
        build = chosen.live_build(key)
        assert build is not None
        wrong = sorted({*comparison.missing, *comparison.stale})
        # A page that was added and indexed during the comparison looked like a deleted one.
        deleted = indexing.without_stored(corpus, comparison.extra)
        with chosen.writer(key, build) as writer:
            writer.delete(deleted)
            for done, page_ids in _parts(wrong):
                outbox.write_pages(corpus=corpus, writer=writer, page_ids=page_ids)
                report(done, len(wrong))
            writer.commit()
        untitled = sorted({*comparison.untitled}.difference(wrong))
        for done, page_ids in _parts(untitled):
            metadata = indexing.metadata_of(corpus, page_ids)
            vocabulary.write_title_keys(corpus=corpus, metadata=metadata)
            report(done, len(untitled))
        if comparison.are_words_wrong:
            _rewrite_vocabulary(corpus, report)
        outbox.drain_outbox(corpus=corpus, engine=chosen)


def _rewrite_vocabulary(corpus: Corpus, report: ProgressReport) -> None:
    """Count all words again, as a new edition.

    All of them, since words that were added during the comparison may look unused.
    """
    edition = vocabulary.begin_edition(corpus=corpus)
    buffer = vocabulary.VocabularyBuffer(corpus, edition)
    done, total = 0, indexing.page_count(corpus)
    with word_pool_for(total) as pool:
        for stored_pages, words in pool.results(_all_stored_pages(corpus)):
            buffer.add((), words)
            if buffer.is_full:
                buffer.write()
            done += len(stored_pages)
            report(done, max(total, done))
    buffer.write()
    vocabulary.publish_edition(corpus=corpus, edition=edition)


def _all_stored_pages(corpus: Corpus) -> Iterator[Sequence[StoredPage]]:
    return indexing.stored_pages_after(corpus, 0, _PAGES_AT_ONCE)


def _parts(page_ids: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the ids in parts, each with the number of ids so far."""
    for start in range(0, len(page_ids), _REPAIRED_AT_ONCE):
        part = page_ids[start : start + _REPAIRED_AT_ONCE]
        yield start + len(part), part


def _entries(reader: Reader) -> Iterator[IndexEntry]:
    """Yield every entry of the index, in the order of page ids."""
    after = 0
    while batch := reader.entries(after, _ENTRIES_AT_ONCE):
        yield from batch
        after = batch[-1].page_id
