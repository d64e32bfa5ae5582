"""Excerpts: a few elements of a stored page, without reading the rest of it."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from wiki.parsing.elements import TITLE_ADDRESS, PageDocument
from wiki.parsing.feverous import read_feverous

_PARTED = re.compile(r"(header_cell|cell|table_caption|item)_(\d+)(?:_(\d+))?(?:_(\d+))?")
_BLOCKS = {"header_cell": "table", "cell": "table", "table_caption": "table", "item": "list"}
_NO_SPAN = "1"

Cell = dict[str, Any]

# The page by its keys; each value is decoded only when it is needed.
_by_key = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_read = msgspec.json.Decoder().decode


def read_excerpt(page: bytes, addresses: Iterable[str]) -> PageDocument:
    """Return the page, given as JSON, with only these elements and their contexts.

    It has all headings, the blocks that contain the elements and, in a table, the cells to the
    left of an element and above it. No other cell can be a header of it, unless it spans.
    """
    blocks: set[str] = set()
    tables: dict[str, _Reach] = defaultdict(_Reach)
    for address in addresses:
        match = _PARTED.fullmatch(address)
        if match is None:
            blocks.add(address)
            continue
        kind, number, row, column = match.groups()
        block = f"{_BLOCKS[kind]}_{number}"
        blocks.add(block)
        if column is not None:
            tables[number].add(int(row), int(column))
    values = _by_key(page)
    order = [
        address
        for address in _read(values["order"])
        if address in blocks or address.startswith("section_")
    ]
    excerpt: dict[str, Any] = {address: _read(values[address]) for address in order}
    for number, reach in tables.items():
        table = excerpt.get(f"table_{number}")
        if table is not None:
            table["table"] = reach.cut(table["table"], number)
    return read_feverous({"title": _read(values["title"]), "order": order, **excerpt})


def addresses_on(page: bytes) -> set[str]:
    """Return the addresses of the title and all elements of a page, given as JSON."""
    values = _by_key(page)
    addresses: set[str] = {TITLE_ADDRESS, *_read(values["order"])}
    for address in [*addresses]:
        if address.startswith("table_"):
            table = _table(values[address])
            addresses.update(cell.id for row in table.table for cell in row if not cell.hole)
            if table.caption:
                addresses.add(f"table_caption_{address.removeprefix('table_')}")
        elif address.startswith("list_"):
            addresses.update(item.id for item in _list(values[address]).items)
    return addresses


class _Named(Struct, gc=False):
    """The address of a cell or an item, without its text."""

    id: str
    hole: bool = False


class _Table(Struct, gc=False):
    table: list[list[_Named]]
    caption: str | None = None


class _List(Struct, gc=False):
    items: list[_Named] = field(name="list")


_table = msgspec.json.Decoder(_Table).decode
_list = msgspec.json.Decoder(_List).decode


class _Reach:
    """The part of a table that can belong to the context of some of its cells."""

    def __init__(self) -> None:
        # The last requested column by row, and the last requested row by column.
        self.columns: dict[int, int] = {}
        self.rows: dict[int, int] = {}

    def add(self, row: int, column: int) -> None:
        self.columns[row] = max(column, self.columns.get(row, 0))
        self.rows[column] = max(row, self.rows.get(column, 0))

    def cut(self, table: list[list[Cell]], number: str) -> list[list[Cell]]:
        """Return the rows down to the last relevant one, without irrelevant cells."""
        places = {
            *((row, column) for row, last in self.columns.items() for column in range(last + 1)),
            *((row, column) for column, last in self.rows.items() for row in range(last + 1)),
        }
        ids = {f"cell_{number}_{row}_{column}" for row, column in places}
        ids |= {f"header_{cell_id}" for cell_id in ids}
        return [
            [
                cell
                for cell in cells
                if cell["id"] in ids
                or cell["row_span"] != _NO_SPAN
                or cell["column_span"] != _NO_SPAN
            ]
            for cells in table[: max(self.columns) + 1]
        ]
