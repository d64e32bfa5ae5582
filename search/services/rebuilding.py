"""Rebuilding an index while the old one is in use: fill, compare, swap, drop.

Pages that are added during a rebuild wait in the outbox and are indexed after the swap. A rebuild
that was interrupted continues from its checkpoint, in the same build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from jobs.runs import ProgressReport, StepContext
from search.engines import get_engine
from search.engines.base import Engine
from search.errors import CountMismatchError
from search.indexing.builds import is_outdated, new_build
from search.indexing.locking import hold_index
from search.indexing.preparing import PreparedPages, StoredPage, pool_for
from search.selectors import indexing
from search.services import outbox, vocabulary
from search.services.outbox import no_report, no_step
from wiki.models import Corpus

# Each commit writes the words of its pages, most of them again: fewer commits are faster.
PAGES_A_COMMIT = 20_000


@dataclass(frozen=True, slots=True)
class RebuildTotals:
    """The totals of a rebuild."""

    pages: int
    build: str


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def rebuild_index(
    *,
    corpus: Corpus,
    engine: str | None = None,
    checkpoint: dict[str, Any] | None = None,
    step: StepContext = no_step,
    report: ProgressReport = no_report,
    clock: Callable[[], datetime] = utc_now,
) -> RebuildTotals:
    """Rebuild the index of a corpus, and replace the old one."""
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
    """A rebuild, from its beginning or from a checkpoint."""

    def __init__(
        self,
        corpus: Corpus,
        engine: Engine,
        done: dict[str, Any],
        step: StepContext,
        report: ProgressReport,
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
        """Resume the build of the checkpoint, or begin a new one."""
        is_ours = self.build and not is_outdated(self.build)
        if is_ours and self.build in self.engine.builds(self.key):
            return
        live = self.engine.live_build(self.key)
        for build in self.engine.builds(self.key):
            # Left by a rebuild that will not be resumed.
            if build != live:
                self.engine.drop_build(self.key, build)
        self.build = new_build(now)
        self.edition = vocabulary.begin_edition(corpus=self.corpus)
        self.after = self.written = 0
        self.engine.create_build(self.key, self.build)
        self._store()

    def fill(self) -> None:
        """Prepare and write all pages that are not in the build yet."""
        self.total = indexing.page_count(self.corpus)
        stored_pages = indexing.stored_pages_after(self.corpus, self.after, outbox.PAGES_AT_ONCE)
        with pool_for(self.total - self.written) as pool:
            self.write(pool.results(stored_pages))

    def write(self, batches: Iterable[tuple[Sequence[StoredPage], PreparedPages]]) -> None:
        """Write prepared pages, their words and titles, with a checkpoint at each commit."""
        buffer = vocabulary.VocabularyBuffer(self.corpus, self.edition)
        with self.engine.writer(self.key, self.build) as writer:

            def commit() -> None:
                # The engine works on its pages while words are written. A run that is interrupted
                # before the last of these steps writes its pages again; their words are then
                # counted twice, which only affects the order of suggestions.
                buffer.write()
                writer.commit()
                self._store()

            uncommitted = 0
            for stored_pages, prepared in batches:
                writer.add(prepared.documents)
                buffer.add((stored.metadata for stored in stored_pages), prepared.words)
                self.after = stored_pages[-1].metadata.page_id
                self.written += len(stored_pages)
                uncommitted += len(stored_pages)
                self.report(self.written, max(self.total, self.written))
                if uncommitted >= PAGES_A_COMMIT or buffer.is_full:
                    commit()
                    uncommitted = 0
            commit()

    def compare(self) -> None:
        """Raise CountMismatchError unless the new index has the pages of the database.

        Waiting pages may be in it or not.
        """
        indexed = self.engine.reader(self.key, self.build).count()
        most = indexing.page_count(self.corpus)
        least = most - indexing.waiting_count(self.corpus)
        if not least <= indexed <= most:
            self.engine.drop_build(self.key, self.build)
            old = self.engine.live_build(self.key)
            outcome = _("The old index stays in use.") if old else _("It was not put into use.")
            counts = _("The new index has %(indexed)s pages, the database %(pages)s.")
            numbers = {"indexed": f"{indexed:,}", "pages": f"{most:,}"}
            raise CountMismatchError(f"{counts % numbers} {outcome}")

    def swap(self) -> None:
        """Put the new build and its vocabulary into use, and drop the old builds."""
        old = [build for build in self.engine.builds(self.key) if build != self.build]
        self.engine.publish_build(self.key, self.build)
        vocabulary.publish_edition(corpus=self.corpus, edition=self.edition)
        for build in old:
            self.engine.drop_build(self.key, build)
