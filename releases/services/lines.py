"""The lines of a release's files, written some hundreds of claims at a time.

Reading a claim with its log and its evidence takes longer than all else, so for many claims a
program of our own (`core.programs`) does half of it. The bytes do not depend on who writes them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.programs import ProgramPool
from releases import formats
from releases.dataset.rows import RecordReader, ranges_of
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.records import Record
from releases.dataset.rules.refusals import RefusedError
from releases.formats import FormatError
from releases.formats.base import LineData
from releases.formats.files.writing import LineEncoder
from releases.models import Release
from releases.papers.statistics import Statistics

# For fewer claims, starting a program is not worth the second that it takes.
FEWEST_CLAIMS = 5_000
_PROGRAM = "releases.services.lines_program"
# Each has a Django of its own in memory.
_MOST_PROGRAMS = 3


class UnwritableClaimError(RefusedError):
    """A claim cannot be written in a format."""


class LineRequest(NamedTuple):
    """Claims of a part to be written, by the first and the last of their ids."""

    release: int
    part: str
    first: int
    last: int


class WrittenLines(NamedTuple):
    """The number of claims of a request, their lines in each format, and their statistics."""

    claims: int
    encoded: list[bytes]
    statistics: dict[str, dict[str, int]]


class LineWriter:
    """Writes the lines of one release."""

    def __init__(self, release: Release) -> None:
        self._choices = release.requested
        self._reader = RecordReader(release)

    def write(self, request: LineRequest) -> WrittenLines:
        claims, statistics = 0, Statistics()
        targets = [self._target(name, request.part) for name in self._choices.formats]
        for record in self._reader.between(request.part, request.first, request.last):
            claims += 1
            statistics.add(record)
            for write, lines in targets:
                try:
                    lines.add(write(record))
                except FormatError as error:
                    raise UnwritableClaimError(
                        "unwritable_claim", claim=record.id, reason=error.refusal
                    ) from error
        encoded = [lines.take() for _write, lines in targets]
        return WrittenLines(claims, encoded, statistics.as_json())

    def _target(self, name: str, part: str) -> tuple[Callable[[Record], LineData], LineEncoder]:
        target = formats.get(name)
        labelled = is_labelled(name, part, self._choices)
        write = target.write if labelled else target.write_unlabelled
        return write, LineEncoder(target.layout.order)


def is_labelled(name: str, part: str, choices: Choices) -> bool:
    """Return whether the file of a format has the labels of the claims of a part."""
    return not formats.get(name).is_public or part not in choices.withheld


LinePool = ProgramPool[LineRequest, WrittenLines]


def pool_for(release: Release, claims: int) -> LinePool:
    """Return the pool for about so many claims: this process, and for many claims also programs."""
    many = claims >= FEWEST_CLAIMS
    programs = min((os.cpu_count() or 1) - 1, _MOST_PROGRAMS) if many else 0
    return ProgramPool(_PROGRAM, LineWriter(release).write, programs=programs, helps=True)


def lines_of(pool: LinePool, release: Release, part: str) -> Iterator[WrittenLines]:
    """Yield the lines of a part, in the order of its claims."""
    requests = (
        LineRequest(release.pk, part, first, last) for first, last in ranges_of(release, part)
    )
    for _request, lines in pool.results(requests):
        yield lines
