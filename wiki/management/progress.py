"""The progress of an import: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Protocol

from wiki.dump import Dump
from wiki.models import Import
from wiki.note_labels import note_label
from wiki.selectors import imports as selectors
from wiki.selectors.imports import ImportTotals

_BAR = 24
# In a log file, a line for every chunk would bury the rest.
_SECONDS_BETWEEN_LINES = 10.0
_SECONDS_BETWEEN_REDRAWS = 0.2


class Output(Protocol):
    def write(self, text: str, *, ending: str | None = None) -> object: ...
    def flush(self) -> None: ...
    def isatty(self) -> bool: ...


class _Line:
    """A line of progress that is written again and again, but not too often."""

    def __init__(self, out: Output) -> None:
        self.out = out
        self.started_at = self.said_at = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started_at

    @property
    def is_due(self) -> bool:
        pause = _SECONDS_BETWEEN_REDRAWS if self.out.isatty() else _SECONDS_BETWEEN_LINES
        return time.monotonic() - self.said_at >= pause

    def write(self, line: str) -> None:
        self.said_at = time.monotonic()
        is_terminal = self.out.isatty()
        # On a terminal, return to the start of the line and clear it.
        self.out.write(
            f"\r\x1b[K{line}" if is_terminal else line, ending="" if is_terminal else "\n"
        )
        self.out.flush()

    def end(self) -> None:
        """Clear the line."""
        if self.out.isatty():
            self.out.write("\r\x1b[K", ending="")
            self.out.flush()


class TemplateProgress(_Line):
    """The progress of reading a dump's templates."""

    def __init__(self, out: Output, dump: Dump) -> None:
        super().__init__(out)
        self.dump = dump

    def report(self, position: int) -> None:
        if self.is_due:
            share = min(1.0, position / max(self.dump.size, 1))
            self.write(f"Reading templates: {share:.0%}")


class ImportProgress(_Line):
    """Speed, remaining time and counts of a running import."""

    def __init__(self, out: Output, dump: Dump, before: ImportTotals, *, limit: int | None) -> None:
        super().__init__(out)
        self.dump = dump
        self.before = before
        self.limit = limit

    def report(self, totals: ImportTotals) -> None:
        if self.is_due:
            self.write(self.line(totals))

    def line(self, totals: ImportTotals) -> str:
        share = self._share(totals)
        full = round(share * _BAR)
        speed = (totals.articles - self.before.articles) / max(self.seconds, 0.001)
        begun = self._share(self.before)
        left = self.seconds * (1 - share) / (share - begun) if share > begun else None
        return (
            f"{'█' * full}{'·' * (_BAR - full)} {share:4.0%}  {_plural(totals.pages, 'page')},"
            f" {speed:,.0f}/s, {_duration(left)} left;"
            f" {totals.skipped:,} skipped, {totals.lossy:,} lossy, {totals.noted:,} noted,"
            f" {totals.failed:,} failed"
        )

    def _share(self, totals: ImportTotals) -> float:
        of_file = totals.position / max(self.dump.size, 1)
        of_limit = totals.articles / self.limit if self.limit else 0.0
        return min(1.0, max(of_file, of_limit))


def summary_lines(source: Import, totals: ImportTotals, seconds: float) -> Iterator[str]:
    """Yield the lines that summarise an import."""
    notes = selectors.note_kinds_of(source)
    unknown = selectors.unknown_templates_of(source)
    yield (
        f"{source.file_name} → {source.corpus.name}: {_plural(totals.pages, 'page')}"
        f" ({totals.taken_over:,} reused unchanged, {totals.lossy:,} with lossy elements,"
        f" {totals.noted:,} with notes), {_plural(totals.redirects, 'redirect')},"
        f" {totals.present:,} already present,"
        f" {totals.skipped:,} skipped, {totals.failed:,} failed, in {_duration(seconds)}."
    )
    if notes:
        yield "Notes, by number of pages:"
        yield from _counts([(note_label(kind), count) for kind, count in notes])
    if unknown:
        yield "Most frequent unknown templates:"
        yield from _counts(unknown)
    problems = source.problems.order_by("chunk", "place")
    shown = list(problems[:10])
    if shown:
        yield "Problems:"
        for problem in shown:
            yield f"  {problem.title}: {problem.reason}"
        if (more := problems.count() - len(shown)) > 0:
            yield f"  and {more:,} more"


def _counts(counts: Sequence[tuple[str, int]]) -> Iterator[str]:
    width = max(len(f"{count:,}") for _, count in counts)
    for name, count in counts:
        yield f"  {count:>{width},}  {name}"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
