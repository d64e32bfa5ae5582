"""Dumps that are opened and read by a bounded program: what imports and commands use.

A hostile file ends that program; the importer gets a DumpError that says why.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.readers import Alive, Heed, ReaderStoppedError, StopCause, ignore, read_in_program
from wiki.dump.opening import open_dump
from wiki.dump.records import (
    EVERYTHING,
    ArticleSelection,
    Batch,
    DumpError,
    PageFormat,
    StreamBatch,
)
from wiki.dump.templates import TemplateBatch, read_templates

_PROGRAM = "wiki.dump.reading_program"


@dataclass(frozen=True, slots=True)
class DumpFacts:
    """The kind and the size of a dump."""

    format: PageFormat
    size: int


@dataclass(frozen=True, slots=True)
class DumpRequest:
    """A request to open a dump, to read its batches from `start` on, or to read its templates."""

    path: Path
    index: Path | None
    limits: FileLimits
    start: int | None = None
    selection: ArticleSelection = EVERYTHING
    wants_templates: bool = False


class BoundedDump:
    """A dump that another program reads."""

    def __init__(self, request: DumpRequest, facts: DumpFacts, heed: Heed) -> None:
        self.path = request.path
        self.format = facts.format
        self.size = facts.size
        self._request = request
        self._heed = heed

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
    ) -> Generator[Batch | StreamBatch]:
        request = self._request
        return _ask(
            DumpRequest(request.path, request.index, request.limits, start, selection), self._heed
        )

    def templates(self, *, selection: ArticleSelection = EVERYTHING) -> Generator[TemplateBatch]:
        """Yield the plain templates of the dump that these articles may need."""
        return _ask(replace(self._request, selection=selection, wants_templates=True), self._heed)


def open_bounded_dump(
    path: Path,
    *,
    index: Path | None = None,
    limits: FileLimits = DEFAULT_FILE_LIMITS,
    heed: Heed = ignore,
) -> BoundedDump:
    """Return the dump in this file. Raise DumpError if it is not a dump.

    `heed` is called at least every half a second while the file is opened or read.
    """
    request = DumpRequest(path.resolve(), index and index.resolve(), limits)
    (facts,) = _ask(request, heed)
    return BoundedDump(request, facts, heed)


def read_dump(request: DumpRequest, alive: Alive) -> Iterator[Any]:
    """Yield the facts of a dump, its batches or its templates. For the program that reads."""
    dump = open_dump(request.path, index=request.index, limits=request.limits)
    if request.wants_templates:
        yield from read_templates(dump, selection=request.selection, alive=alive)
    elif request.start is None:
        yield DumpFacts(dump.format, dump.size)
    else:
        yield from dump.batches(start=request.start, selection=request.selection, alive=alive)


def _ask(request: DumpRequest, heed: Heed) -> Generator[Any]:
    limits = request.limits
    try:
        yield from read_in_program(
            _PROGRAM, request, seconds=limits.seconds, megabytes=limits.megabytes, heed=heed
        )
    except ReaderStoppedError as error:
        raise DumpError(request.path, _reason(error, limits)) from error


def _reason(error: ReaderStoppedError, limits: FileLimits) -> str:
    if error.cause is StopCause.TIME:
        return f"reading it took more than {limits.seconds} s without another page"
    if error.cause is StopCause.MEMORY:
        return f"reading it needs more than {limits.megabytes:,} MB of memory"
    return f"it crashes the program that reads it ({error.detail})"
