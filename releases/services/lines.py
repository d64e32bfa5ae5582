"""The lines of a release's files, made from its claims some hundreds at a time.

Reading a claim with its log and its evidence takes longer than all else, so that for many claims a
program of our own (`core.programs`) does half of it. The bytes are the same whoever makes them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from core.programs import Crew
from releases import formats
from releases.dataset.rows import Reader, ranges_of
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.records import Record
from releases.formats import FormatError
from releases.formats.base import Line
from releases.formats.files.writing import LineEncoder
from releases.models import Release
from releases.papers.statistics import Statistics

# For fewer claims, starting a program is not worth the second that it takes.
FEWEST_CLAIMS = 5_000
_PROGRAM = "releases.services.lines_program"
# Each has a Django of its own in memory.
_MOST_PROGRAMS = 3


class UnwritableClaimError(Exception):
    """A claim cannot be written in a format; the text says which, and why."""


class Order(NamedTuple):
    """Claims of a part, by the first and the last of their ids."""

    release: int
    part: str
    first: int
    last: int


class Lines(NamedTuple):
    """What came of them: how many there were, the bytes for each format, and their statistics."""

    claims: int
    encoded: list[bytes]
    statistics: dict[str, dict[str, int]]


class Maker:
    """Makes the lines of one release."""

    def __init__(self, release: Release) -> None:
        self._choices = release.wanted
        self._reader = Reader(release)

    def make(self, order: Order) -> Lines:
        claims, statistics = 0, Statistics()
        targets = [self._target(name, order.part) for name in self._choices.formats]
        for record in self._reader.between(order.part, order.first, order.last):
            claims += 1
            statistics.add(record)
            for write, lines in targets:
                try:
                    lines.add(write(record))
                except FormatError as error:
                    raise UnwritableClaimError(
                        _("Claim %(id)s: %(reason)s") % {"id": record.id, "reason": error}
                    ) from error
        return Lines(claims, [lines.take() for _way, lines in targets], statistics.as_json())

    def _target(self, name: str, part: str) -> tuple[Callable[[Record], Line], LineEncoder]:
        one = formats.get(name)
        labelled = is_labelled(name, part, self._choices)
        return one.write if labelled else one.write_unlabelled, LineEncoder(one.order)


def is_labelled(name: str, part: str, choices: Choices) -> bool:
    """Whether the file of a format says what the claims of a part are judged to be."""
    return not formats.get(name).is_public or part not in choices.withheld


LineCrew = Crew[Order, Lines]


def crew_for(release: Release, claims: int) -> LineCrew:
    """Whoever makes the lines of about so many claims: this process, for many with programs."""
    many = claims >= FEWEST_CLAIMS
    programs = min((os.cpu_count() or 1) - 1, _MOST_PROGRAMS) if many else 0
    return Crew(_PROGRAM, Maker(release).make, programs=programs, helps=True)


def lines_of(crew: LineCrew, release: Release, part: str) -> Iterator[Lines]:
    """The lines of a part, in the order of its claims."""
    orders = (Order(release.pk, part, first, last) for first, last in ranges_of(release, part))
    for _order, lines in crew.answers(orders):
        yield lines
