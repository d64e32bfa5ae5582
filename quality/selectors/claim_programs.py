"""The programs over a table that the verifier finds likeliest for a claim. Imports NumPy."""

from __future__ import annotations

from dataclasses import dataclass

from assist.selectors.loaded import NoModelError, verifier_in_use
from quality.selectors.claim_tables import ClaimTable
from verifier.retrieval.source import SourceTable
from verifier.tables.cells import CellPlace, touched_cells
from verifier.tables.english import english
from verifier.tables.interpreter import Undecided, decide
from verifier.tables.notation import NotationError, read_program, write_program

MOST_PROGRAMS = 10


@dataclass(frozen=True, slots=True)
class ClaimProgram:
    """A program in the notation and in English, with its result and the cells that it touches."""

    text: str
    english: str
    result: bool
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferedPrograms:
    """The programs of a version of the model, the likeliest first; without a model, none."""

    programs: tuple[ClaimProgram, ...] = ()
    model_number: int | None = None

    @property
    def first(self) -> ClaimProgram | None:
        return self.programs[0] if self.programs else None


class NoResultError(Exception):
    """A part of a program has no value on its table."""


def offered_programs(claim: str, table: ClaimTable) -> OfferedPrograms:
    """Return the likeliest programs for a claim, those alone that can be written down."""
    try:
        version, verifier = verifier_in_use()
    except NoModelError:
        return OfferedPrograms()
    if verifier.tables is None:
        return OfferedPrograms()
    found: list[ClaimProgram] = []
    ranked = verifier.tables.programs(claim, table.caption, table.data, most=MOST_PROGRAMS)
    for candidate in ranked:
        try:
            found.append(program_of(write_program(candidate.truth, table.data), table))
        except (NotationError, NoResultError):
            # Longer than people could read, or about cells without a value.
            continue
    return OfferedPrograms(tuple(found), version.number)


def program_of(text: str, table: ClaimTable) -> ClaimProgram:
    """Return the program that a text says. Raise NotationError or NoResultError."""
    truth = read_program(text, table.data)
    try:
        result = decide(truth, table.data)
    except Undecided as error:
        raise NoResultError from error
    return ClaimProgram(
        text=write_program(truth, table.data),
        english=english(truth, table.data),
        result=result,
        cells=_addresses(table.source, touched_cells(truth, table.data)),
    )


def _addresses(source: SourceTable, cells: list[CellPlace]) -> tuple[str, ...]:
    found = (
        source.addresses[row][column]
        for row, column in cells
        if row < len(source.addresses) and column < len(source.addresses[row])
    )
    return tuple(dict.fromkeys(address for address in found if address))
