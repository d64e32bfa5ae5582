"""The run of an import: batches are read, workers extract, chunks are written in file order.

Chunks are written in order, so the last number in the ledger says how far an import has come.
Whatever stopped it, a restarted import continues from there and ends with the same rows.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial

from django.db import DatabaseError

from core.readers import Heed, ignore
from jobs.runs import Clock
from wiki.dump.batching import PAGES_IN_BATCH, TEXT_IN_BATCH
from wiki.dump.extraction import failed_page
from wiki.dump.messages import KNOWN
from wiki.dump.pool import (
    DEFAULT_LIMITS,
    DEFAULT_PARSE,
    BatchResult,
    ExtractionPool,
    PageLimits,
    WorkersCannotStartError,
)
from wiki.dump.records import Dump, DumpError
from wiki.models import Import, Page
from wiki.selectors import imports as selectors
from wiki.selectors.imports import ImportTotals
from wiki.services import imports, templates
from wiki.services.import_chunks import Chunk, ChunkEntry, write_chunk

# The most chunks that a batch is written in. A chunk's number is batch × PARTS + part.
PARTS = 1000


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Settings of an import's run that do not change what it writes."""

    workers: int = 1
    limits: PageLimits = DEFAULT_LIMITS
    parse: str = DEFAULT_PARSE
    # Wraps each chunk's transaction: a job's step, which refuses a run that has lost its job.
    step: Callable[[], AbstractContextManager[object]] = nullcontext
    # Called at least every half a second: it raises if the import must stop.
    heed: Heed = ignore
    # Called after each chunk.
    report: Callable[[ImportTotals], None] = lambda totals: None


def run_import(
    *, source: Import, dump: Dump, clock: Clock, settings: ImportSettings
) -> ImportTotals:
    """Import a dump into its corpus, starting where an earlier run stopped.

    A damaged file fails the import after all pages before the damage are written. An exception
    from a callback (KeyboardInterrupt, a cancelled job) stops the import.
    """
    if source.state == Import.State.DONE:
        return selectors.totals_of(source)
    run = _Run(source, dump, settings)
    try:
        run.write_all()
    except (DumpError, WorkersCannotStartError) as error:
        imports.fail_import(source=source, reason=str(error), now=clock())
    except BaseException:
        # If the database failed, its own error is the one to report.
        with contextlib.suppress(DatabaseError):
            imports.stop_import(source=source, now=clock())
        raise
    else:
        imports.finish_import(source=source, now=clock())
    return run.totals


class _Run:
    """The state of one run of an import."""

    def __init__(self, source: Import, dump: Dump, settings: ImportSettings) -> None:
        self.source = source
        self.dump = dump
        self.settings = settings
        self.options = imports.ImportOptions.of_json(source.options)
        self.totals = selectors.totals_of(source)
        self.last = selectors.last_chunk_of(source)

    @property
    def _room(self) -> int | None:
        """The number of articles that the limit still allows, or None without a limit."""
        limit = self.options.limit
        return None if limit is None else max(0, limit - self.totals.articles)

    def write_all(self) -> None:
        selection = self.options.selection
        # The last chunk's batch may not be complete in the ledger, so it is read again.
        start = 0 if self.last is None else self.last // PARTS
        # If no page was ever stored, none can be reused: workers need not ask.
        find_known = partial(selectors.find_known, extractor=self.source.extractor)
        pool = ExtractionPool(
            workers=self.settings.workers,
            selection=selection,
            find_known=find_known if Page.objects.exists() else None,
            parse=self.settings.parse,
            limits=self.settings.limits,
            heed=self.settings.heed,
            templates=templates.find_templates(self.source) if self.options.templates else None,
        )
        if self._room == 0:
            return
        # Closed in time: they end the programs that they started.
        with (
            closing(self.dump.batches(start=start, selection=selection)) as batches,
            closing(pool.extract(batches)) as results,
        ):
            for result in results:
                for chunk in chunks_of(result):
                    self._write(chunk)
                    if self._room == 0:
                        return

    def _write(self, chunk: Chunk) -> None:
        if self.last is not None and chunk.number <= self.last:
            return
        chunk = self._within_limit(chunk)
        with self.settings.step():
            written = write_chunk(source=self.source, chunk=chunk)
            done = self.totals
            self.totals = ImportTotals(
                pages=done.pages + written.pages,
                taken_over=done.taken_over + written.taken_over,
                lossy=done.lossy + written.lossy,
                noted=done.noted + written.noted,
                redirects=done.redirects + written.redirects,
                present=done.present + written.present,
                failed=done.failed + written.failed,
                skipped=done.skipped + written.skipped,
                position=written.position,
            )
            self.settings.report(self.totals)

    def _within_limit(self, chunk: Chunk) -> Chunk:
        """Return the chunk, cut after the last article that the limit allows."""
        room = self._room
        if room is None:
            return chunk
        problems = chunk.problems[:room]
        room -= len(problems)
        kept = []
        for entry in chunk.entries:
            if room == 0:
                break
            kept.append(entry)
            room -= not entry.header.is_redirect
        return replace(chunk, entries=kept, problems=problems)


def chunks_of(result: BatchResult) -> Iterator[Chunk]:
    """Yield a batch's result in chunks for short transactions, always cut at the same places."""
    number = result.batch.number * PARTS
    problems = [failed_page(damage.title, damage.reason) for damage in result.damages]
    damages = [] if result.failure is None else [str(result.failure)]
    entries: list[ChunkEntry] = []
    size = part = 0
    for header, answer in zip(result.headers, result.answers, strict=False):
        entries.append(ChunkEntry(header, None if answer == KNOWN else answer))  # type: ignore[arg-type]
        size += header.text_size
        full = len(entries) >= PAGES_IN_BATCH or size >= TEXT_IN_BATCH
        if full and part < PARTS - 1:
            yield Chunk(number + part, result.batch.position, entries)
            entries, size, part = [], 0, part + 1
    if entries or problems or damages or result.skipped:
        yield Chunk(
            number + part, result.batch.position, entries, problems, damages, result.skipped
        )
