"""Excerpts: a few elements of a stored page, without reading the rest of it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from wiki.parsing import addresses
from wiki.parsing.addresses import AddressKind, InvalidAddressError
from wiki.parsing.elements import PageDocument
from wiki.parsing.feverous import read_feverous

_NO_SPAN = "1"

_CellData = dict[str, Any]

# The page by its keys; each value is decoded only when it is needed.
_by_key = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_read = msgspec.json.Decoder().decode
_order = msgspec.json.Decoder(list[str]).decode


def read_excerpt(page: bytes, elements: Iterable[str]) -> PageDocument:
    """Return the page, given as JSON, with only these elements and their contexts.

    The elements are given by their addresses. The excerpt has all headings, the blocks that
    contain the elements and, in a table, the cells to the left of an element and above it. No
    other cell can be a header of it, unless it spans.
    """
    blocks: set[str] = set()
    tables: dict[int, _Reach] = defaultdict(_Reach)
    for text in elements:
        try:
            address = addresses.parse(text)
        except InvalidAddressError:
            continue  # there is nothing at such an address
        blocks.add(str(address.block))
        if len(address.numbers) == 3:
            table_number, row, column = address.numbers
            tables[table_number].add(row, column)
    values = _by_key(page)
    order = [
        block
        for block in _order(values["order"])
        if block in blocks or addresses.kind_of(block) is AddressKind.SECTION
    ]
    excerpt: dict[str, Any] = {block: _read(values[block]) for block in order}
    for number, reach in tables.items():
        table = excerpt.get(addresses.table(number))
        if table is not None:
            table["table"] = reach.cut(table["table"], number)
    return read_feverous({"title": _read(values["title"]), "order": order, **excerpt})


def addresses_on(page: bytes) -> set[str]:
    """Return the addresses of the title and all elements of a page, given as JSON.

    Raise InvalidAddressError for a block that has none.
    """
    values = _by_key(page)
    order = _order(values["order"])
    found = {addresses.TITLE, *order}
    for block in order:
        kind = addresses.kind_of(block)
        if kind is AddressKind.TABLE:
            table = _table(values[block])
            found.update(cell.id for row in table.table for cell in row if not cell.hole)
            if table.caption:
                found.add(addresses.caption(*addresses.parse(block).numbers))
        elif kind is AddressKind.LIST:
            found.update(item.id for item in _list(values[block]).items)
    return found


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

    def cut(self, table: list[list[_CellData]], number: int) -> list[list[_CellData]]:
        """Return the rows down to the last relevant one, without irrelevant cells."""
        places = {
            *((row, column) for row, last in self.columns.items() for column in range(last + 1)),
            *((row, column) for column, last in self.rows.items() for row in range(last + 1)),
        }
        ids = {addresses.cell(number, row, column) for row, column in places}
        ids |= {addresses.header_cell(number, row, column) for row, column in places}
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
