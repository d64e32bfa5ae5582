"""A counting aid: how many of the chosen cells are numbers, their sum, mean, least and largest.

Miscounting is the first cause of disagreement between verifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import groupby
from typing import Any

from annotation.rules.verifying.elements import ElementReference, in_reading_order
from annotation.rules.verifying.tables import LabelledPlace, cell_place
from wiki.parsing import addresses
from wiki.parsing.elements import PageDocument

# "1,233", "1 233", "288", "-3.5"; years and the like, too.
_NUMBER = re.compile(r"[-−]?(?:\d{1,3}(?:[,\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?(?![\w])")
# Notes beside a number: "(2010)", "[3]".
_BESIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LONGEST = 30


class FiguresOver(StrEnum):
    """The cells that figures are about: all of a set, or those in one column or row of a table."""

    SET = "set"
    COLUMN = "column"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of at least two numbers."""

    count: int
    sum: Decimal
    mean: Decimal
    least: Decimal
    largest: Decimal


@dataclass(frozen=True, slots=True)
class ChosenCell:
    """A chosen cell: its page, its place in its table, and its text."""

    page: str
    place: LabelledPlace
    text: str


@dataclass(frozen=True, slots=True)
class LineFigures:
    """Figures, and the cells that they are about; a whole set has neither page nor table."""

    over: FiguresOver
    figures: Figures
    page: str = ""
    table: str = ""
    label: str = ""


def number_in(text: str) -> Decimal | None:
    """Return the number that a cell states; none if it states no number, or several."""
    found = _NUMBER.findall(_BESIDE.sub(" ", text))
    if len(found) != 1 or len(found[0]) > _LONGEST:
        return None
    return Decimal(re.sub(r"[,\s]", "", found[0]).replace("−", "-"))


def figures_of(texts: Iterable[str]) -> Figures | None:
    """Return the figures of the numbers among the texts of cells; none for fewer than two."""
    numbers = [number for number in map(number_in, texts) if number is not None]
    if len(numbers) < 2:
        return None
    total = sum(numbers, Decimal())
    mean = (total / len(numbers)).quantize(Decimal("0.0001")).normalize()
    return Figures(
        len(numbers), _plain(total), _plain(mean), _plain(min(numbers)), _plain(max(numbers))
    )


def figures_of_set(cells: Sequence[ChosenCell]) -> list[LineFigures]:
    """Return the figures of all chosen cells of a set, then of each column or row of a table.

    A row counts where all chosen cells of a table are in it: then there is nothing to add up in
    its columns.
    """
    everything = figures_of(cell.text for cell in cells)
    found = [] if everything is None else [LineFigures(FiguresOver.SET, everything)]
    for _, own in groupby(sorted(cells, key=_table_of), key=_table_of):
        found += figures_of_table(list(own))
    return found


def figures_of_table(cells: Sequence[ChosenCell]) -> list[LineFigures]:
    """Return the figures of each column of a table, or of the only row with chosen cells."""
    if len({cell.place.row for cell in cells}) == 1:
        return _of_line(FiguresOver.ROW, cells)
    found: list[LineFigures] = []
    for column in sorted({cell.place.column for cell in cells}):
        own = [cell for cell in cells if cell.place.column == column]
        found += _of_line(FiguresOver.COLUMN, own)
    return found


def figures_of_sets(
    sets: Iterable[Sequence[ElementReference]], documents: Mapping[str, PageDocument]
) -> list[dict[str, Any]]:
    """Return the figures of all sets as plain data, to be kept with their verification.

    A set has its place among the sets, from 1. Numbers are text, so that they stay exact.
    """
    return [
        _plain_line(number, line)
        for number, elements in enumerate(sets, start=1)
        for line in figures_of_set(_cells_among(in_reading_order(elements, documents), documents))
    ]


def _cells_among(
    elements: Iterable[ElementReference], documents: Mapping[str, PageDocument]
) -> list[ChosenCell]:
    cells = []
    for element in elements:
        document = documents[element.page]
        place = cell_place(document, element.address)
        if place is not None:
            text = str(getattr(document.find(element.address), "text", ""))
            cells.append(ChosenCell(element.page, place, text))
    return cells


def _table_of(cell: ChosenCell) -> tuple[str, int]:
    return cell.page, cell.place.table.number


def _of_line(over: FiguresOver, cells: Sequence[ChosenCell]) -> list[LineFigures]:
    figures = figures_of(cell.text for cell in cells)
    if figures is None:
        return []
    first = cells[0]
    place = first.place
    label = place.row_label if over is FiguresOver.ROW else place.column_label
    return [LineFigures(over, figures, first.page, addresses.table(place.table.number), label)]


def _plain_line(number: int, line: LineFigures) -> dict[str, Any]:
    figures = line.figures
    plain: dict[str, Any] = {"set": number, "over": line.over.value}
    if line.over is not FiguresOver.SET:
        plain |= {"page": line.page, "table": line.table, "label": line.label}
    return plain | {
        "count": figures.count,
        "sum": str(figures.sum),
        "mean": str(figures.mean),
        "least": str(figures.least),
        "largest": str(figures.largest),
    }


def _plain(number: Decimal) -> Decimal:
    """Return the number without an exponent: "1200", not "1.2E+3"."""
    return Decimal(f"{number:f}")
