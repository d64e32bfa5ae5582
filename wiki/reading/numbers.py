"""Columns of numbers, which are read from the right: units below units, tens below tens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiki.parsing.elements import Cell, Table

# "1,233 km", "−3.5 °C", "$44", "12 %", "164 km (102 mi)", "44[3]".
_NUMBER = re.compile(
    r"[-−–+±~≈<>]?[$€£¥]?\d[\d,.\u00a0\u202f]*(?: \d{3})*"
    r"(?:[ \u00a0]?(?:[%‰]|°[CF]?|[A-Za-zµ²³/]{1,6}))?(?: ?[(\[][^()\[\]]*[)\]]){0,2}"
)
_LONGEST = 40
# Of a column of numbers, so many of its cells that say something are numbers.
_LEAST_NUMERATOR, _LEAST_DENOMINATOR = 2, 3


def number_cells(table: Table, head: Sequence[Sequence[Cell]]) -> frozenset[str]:
    """Return the addresses of the numbers in columns of numbers, and of the headers above them."""
    if table.kind == "infobox":
        return frozenset()
    filled: dict[int, int] = {}
    numbers: dict[int, list[str]] = {}
    for row in table.rows:
        for cell in row:
            text = cell.text.strip()
            if cell.is_header or cell.column_span > 1 or not text:
                continue
            filled[cell.column] = filled.get(cell.column, 0) + 1
            if len(text) <= _LONGEST and _NUMBER.fullmatch(text):
                numbers.setdefault(cell.column, []).append(cell.address)
    columns = {
        column
        for column, found in numbers.items()
        if len(found) * _LEAST_DENOMINATOR >= filled[column] * _LEAST_NUMERATOR
    }
    above = (cell for row in head for cell in row)
    headers = (cell.address for cell in above if cell.column_span == 1 and cell.column in columns)
    return frozenset([*(address for column in columns for address in numbers[column]), *headers])


def cell_class(address: str, numbers: frozenset[str]) -> str:
    """Return the class of a cell."""
    return "cell cell--number" if address in numbers else "cell"
