"""Cells of tables as people read them: by the labels of their rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wiki.parsing import addresses
from wiki.parsing.context import headers_of
from wiki.parsing.elements import Cell, PageDocument, Table

BETWEEN_LABELS = " › "


@dataclass(frozen=True, slots=True)
class LabelledPlace:
    """The place of a cell in its table; a label is empty where there is no header."""

    table: Table
    row: int
    column: int
    row_label: str
    column_label: str


def cell_place(document: PageDocument, address: str) -> LabelledPlace | None:
    """Return the place of a cell; none if the address is not that of a cell."""
    cell = document.find(address)
    if not isinstance(cell, Cell):
        return None
    table = document.by_address[addresses.table(cell.table)]
    assert isinstance(table, Table)
    of_row, of_column = headers_in_order(table, cell)
    return LabelledPlace(table, cell.row, cell.column, _label(of_row), _label(of_column))


def headers_in_order(table: Table, cell: Cell) -> tuple[list[Cell], list[Cell]]:
    """Return the row headers from left to right, and the column headers from top to bottom.

    As context they begin with the nearest, which nobody reads first.
    """
    headers = headers_of(table, cell)
    of_row = [one for one in headers if one.row <= cell.row < one.row + one.row_span]
    of_column = [one for one in headers if one not in of_row]
    return (
        sorted(of_row, key=lambda header: header.column),
        sorted(of_column, key=lambda header: header.row),
    )


def _label(headers: Iterable[Cell]) -> str:
    texts = (" ".join(one.text.split()) for one in headers)
    return BETWEEN_LABELS.join(text for text in texts if text)
