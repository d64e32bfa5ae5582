"""Indexing the pages that wait in the outbox.

An outbox entry is deleted only when the site's engine has stored its page: after any interruption
the entry is still there, and the page is written again. The index of another engine gets the
waiting pages, too, but leaves their entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from jobs.runs import ProgressReport, StepContext
from search.engines import is_site_engine
from search.engines.base import Engine, Writer
from search.indexing.preparing import pool_for
from search.selectors import indexing
from search.selectors.vocabulary import edition_of
from search.services import vocabulary
from wiki.models import Corpus
from wiki.services.outbox import remove_entries

PAGES_A_COMMIT = 2_000
# Prepared and written together.
PAGES_AT_ONCE = 500
_ENTRIES_A_DELETE = 500


def no_report(done: int, total: int) -> None:
    """Report nothing."""


def no_step() -> AbstractContextManager[dict[str, Any]]:
    """Return a step without a checkpoint."""
    return nullcontext({})


@dataclass(frozen=True, slots=True)
class UpdateTotals:
    """The totals of an update."""

    # Pages that waited in the outbox.
    done: int
    # Of these, pages that were written; the others were in the index already.
    written: int


def drain_outbox(
    *,
    corpus: Corpus,
    engine: Engine,
    step: StepContext = no_step,
    report: ProgressReport = no_report,
) -> UpdateTotals:
    """Index the waiting pages until there are none. The caller holds the index."""
    key = corpus.public_id.hex
    build = engine.live_build(key)
    assert build is not None
    deletes_entries = is_site_engine(engine)
    done = written = after = 0
    total = indexing.waiting_count(corpus)
    while waiting := indexing.waiting_pages(corpus, PAGES_A_COMMIT, after=after):
        metadata = indexing.metadata_of(corpus, [page_id for _, page_id in waiting])
        # After a rebuild most of the waiting pages are in the index already.
        stamps = engine.reader(key, build).stamps(page.page_id for page in metadata)
        missing = [page.page_id for page in metadata if stamps.get(page.page_id) != page.stamp]
        if missing:
            with engine.writer(key, build) as writer:
                write_pages(corpus=corpus, writer=writer, page_ids=missing)
                writer.commit()
        if deletes_entries:
            _delete_entries([entry for entry, _ in waiting], step)
        else:
            after = waiting[-1][0]
        done += len(waiting)
        written += len(missing)
        report(done, max(total, done))
    return UpdateTotals(done, written)


def write_pages(*, corpus: Corpus, writer: Writer, page_ids: Sequence[int]) -> None:
    """Write pages to the live build, their titles and words to the database."""
    buffer = vocabulary.VocabularyBuffer(corpus, edition_of(corpus.pk))
    with pool_for(len(page_ids)) as pool:
        batches = indexing.stored_pages_of(corpus, page_ids, PAGES_AT_ONCE)
        for stored_pages, prepared in pool.results(batches):
            writer.add(prepared.documents)
            buffer.add((stored.metadata for stored in stored_pages), prepared.words)
    buffer.write()


def _delete_entries(entries: list[int], step: StepContext) -> None:
    for start in range(0, len(entries), _ENTRIES_A_DELETE):
        with step():
            remove_entries(entry_ids=entries[start : start + _ENTRIES_A_DELETE])
