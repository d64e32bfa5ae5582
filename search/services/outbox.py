"""Indexing the pages that wait in the outbox.

An outbox entry is deleted only when the site's engine has stored its page: whatever breaks off
between, the entry is still there, and the page is written again. Another engine's index, built
beside it, takes what waits, too, but leaves it waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

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

Report = Callable[[int, int], None]
# Around each write to the database that a job's checkpoint goes with; gives the checkpoint.
Step = Callable[[], AbstractContextManager[dict[str, Any]]]


def no_report(done: int, total: int) -> None:
    pass


def no_step() -> AbstractContextManager[dict[str, Any]]:
    return nullcontext({})


@dataclass(frozen=True, slots=True)
class UpdateTotals:
    """What an update did."""

    # Found in the outbox.
    done: int
    # Of these, written; the others were in the index as they are.
    written: int


def drain_outbox(
    *, corpus: Corpus, engine: Engine, step: Step = no_step, report: Report = no_report
) -> UpdateTotals:
    """Index what waits, until nothing does. The caller holds the index."""
    key = corpus.public_id.hex
    build = engine.live_build(key)
    assert build is not None
    takes_out = is_site_engine(engine)
    done = written = after = 0
    total = indexing.waiting_count(corpus)
    while waiting := indexing.waiting_pages(corpus, PAGES_A_COMMIT, after=after):
        facts = indexing.facts_of(corpus, [page_id for _, page_id in waiting])
        # After a rebuild most of what waits is there already.
        stamps = engine.reader(key, build).stamps(page.page_id for page in facts)
        missing = [page.page_id for page in facts if stamps.get(page.page_id) != page.stamp]
        if missing:
            with engine.writer(key, build) as writer:
                write_pages(corpus=corpus, writer=writer, page_ids=missing)
                writer.commit()
        if takes_out:
            _delete_entries([entry for entry, _ in waiting], step)
        else:
            after = waiting[-1][0]
        done += len(waiting)
        written += len(missing)
        report(done, max(total, done))
    return UpdateTotals(done, written)


def write_pages(*, corpus: Corpus, writer: Writer, page_ids: Sequence[int]) -> None:
    """Write pages to the build in use, their titles and words to the database."""
    listing = vocabulary.VocabularyBuffer(corpus, edition_of(corpus.pk))
    with pool_for(len(page_ids)) as pool:
        batches = indexing.sources_of(corpus, page_ids, PAGES_AT_ONCE)
        for sources, prepared in pool.results(batches):
            writer.add(prepared.documents)
            listing.add((source.facts for source in sources), prepared.words)
    listing.write()


def _delete_entries(entries: list[int], step: Step) -> None:
    for start in range(0, len(entries), _ENTRIES_A_DELETE):
        with step():
            remove_entries(entry_ids=entries[start : start + _ENTRIES_A_DELETE])
