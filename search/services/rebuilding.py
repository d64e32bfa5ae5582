"""Building an index anew while the old one serves: fill, compare, swap, drop.

Pages that come in meanwhile wait in the outbox and are indexed after the swap. A rebuild that
breaks off goes on from its checkpoint, in the build that it had begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from search.engines import get_engine
from search.engines.base import Engine
from search.errors import CountMismatchError
from search.indexing.builds import is_outdated, new_build
from search.indexing.locking import hold_index
from search.indexing.preparing import PreparedPages, StoredPage, pool_for
from search.selectors import indexing
from search.services import outbox, vocabulary
from search.services.outbox import Report, Step, no_report, no_step
from wiki.models import Corpus

# Each commit writes the words of its pages, most of them again: seldom is faster.
PAGES_A_COMMIT = 20_000


@dataclass(frozen=True, slots=True)
class RebuildTotals:
    """What a rebuild did."""

    pages: int
    build: str


def utc_now() -> datetime:
    return datetime.now(UTC)


def rebuild_index(
    *,
    corpus: Corpus,
    engine: str | None = None,
    checkpoint: dict[str, Any] | None = None,
    step: Step = no_step,
    report: Report = no_report,
    clock: Callable[[], datetime] = utc_now,
) -> RebuildTotals:
    """Build the index of a corpus anew, and put it in the place of the old one."""
    chosen = get_engine(engine)
    with hold_index(corpus):
        rebuild = _Rebuild(corpus, chosen, dict(checkpoint or {}), step, report)
        rebuild.begin(clock())
        rebuild.fill()
        rebuild.compare()
        rebuild.swap()
        outbox.drain_outbox(corpus=corpus, engine=chosen, step=step)
        count = chosen.reader(corpus.public_id.hex, rebuild.build).count()
    return RebuildTotals(count, rebuild.build)


class _Rebuild:
    def __init__(
        self, corpus: Corpus, engine: Engine, done: dict[str, Any], step: Step, report: Report
    ) -> None:
        self.corpus = corpus
        self.key = corpus.public_id.hex
        self.engine = engine
        self.step = step
        self.report = report
        self.build: str = done.get("build", "")
        self.edition: int = done.get("edition", 0)
        self.after: int = done.get("after", 0)
        self.written: int = done.get("written", 0)
        self.total = 0

    def _store(self) -> None:
        with self.step() as checkpoint:
            checkpoint |= {
                "build": self.build,
                "edition": self.edition,
                "after": self.after,
                "written": self.written,
            }

    def begin(self, now: datetime) -> None:
        """Take up the build that was begun, or begin one."""
        is_ours = self.build and not is_outdated(self.build)
        if is_ours and self.build in self.engine.builds(self.key):
            return
        live = self.engine.live_build(self.key)
        for build in self.engine.builds(self.key):
            # Left behind by a rebuild that nobody will take up again.
            if build != live:
                self.engine.drop_build(self.key, build)
        self.build = new_build(now)
        self.edition = vocabulary.begin_edition(corpus=self.corpus)
        self.after = self.written = 0
        self.engine.create_build(self.key, self.build)
        self._store()

    def fill(self) -> None:
        """Prepare and write all pages that are not in yet."""
        self.total = indexing.page_count(self.corpus)
        sources = indexing.sources_after(self.corpus, self.after, outbox.PAGES_AT_ONCE)
        with pool_for(self.total - self.written) as pool:
            self.write(pool.results(sources))

    def write(self, batches: Iterable[tuple[Sequence[StoredPage], PreparedPages]]) -> None:
        """Write pages that are prepared, their words and titles; note now and then how far."""
        listing = vocabulary.VocabularyBuffer(self.corpus, self.edition)
        with self.engine.writer(self.key, self.build) as writer:

            def commit() -> None:
                # The engine goes on with what it was given while words are written. A run that
                # breaks off before the last of these writes its pages again; their words are then
                # counted twice, which only says which of them are suggested first.
                listing.write()
                writer.commit()
                self._store()

            uncommitted = 0
            for sources, prepared in batches:
                writer.add(prepared.documents)
                listing.add((source.facts for source in sources), prepared.words)
                self.after = sources[-1].facts.page_id
                self.written += len(sources)
                uncommitted += len(sources)
                self.report(self.written, max(self.total, self.written))
                if uncommitted >= PAGES_A_COMMIT or listing.is_full:
                    commit()
                    uncommitted = 0
            commit()

    def compare(self) -> None:
        """The new index must hold what the database holds; what waits may be in it or not."""
        indexed = self.engine.reader(self.key, self.build).count()
        most = indexing.page_count(self.corpus)
        least = most - indexing.waiting_count(self.corpus)
        if not least <= indexed <= most:
            self.engine.drop_build(self.key, self.build)
            old = self.engine.live_build(self.key)
            raise CountMismatchError(
                f"The new index holds {indexed:,} pages, the database {most:,}."
                + (" The old index stays in place." if old else " It was not put in place.")
            )

    def swap(self) -> None:
        old = [build for build in self.engine.builds(self.key) if build != self.build]
        self.engine.publish_build(self.key, self.build)
        vocabulary.publish_edition(corpus=self.corpus, edition=self.edition)
        for build in old:
            self.engine.drop_build(self.key, build)
