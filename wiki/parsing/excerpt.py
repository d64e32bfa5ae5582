"""A few elements of a stored page, without reading the rest of it."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from wiki.parsing.elements import PageDocument
from wiki.parsing.feverous import read_feverous

_PARTED = re.compile(r"(header_cell|cell|table_caption|item)_(\d+)(?:_(\d+))?(?:_(\d+))?")
_BLOCKS = {"header_cell": "table", "cell": "table", "table_caption": "table", "item": "list"}
_NO_SPAN = "1"

Cell = dict[str, Any]

# The page by its keys; what stands under each is only read when it is asked for.
_by_key = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_read = msgspec.json.Decoder().decode


def read_excerpt(page: bytes, addresses: Iterable[str]) -> PageDocument:
    """The page, given as JSON, with these elements, and what their contexts are told by.

    That is: its headings, the blocks in which the elements stand, and of a table the cells to the
    left of an element and above it. A cell elsewhere is no header of its, unless it spans.
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
            tables[block].add(int(row), int(column))
    values = _by_key(page)
    order = [
        address
        for address in _read(values["order"])
        if address in blocks or address.startswith("section_")
    ]
    excerpt: dict[str, Any] = {address: _read(values[address]) for address in order}
    for block, reach in tables.items():
        if block in excerpt:
            excerpt[block]["table"] = reach.cut(excerpt[block]["table"])
    return read_feverous({"title": _read(values["title"]), "order": order, **excerpt})


class _Reach:
    """What of a table can belong to some of its cells."""

    def __init__(self) -> None:
        # By row the last column asked for, and by column the last row.
        self.columns: dict[int, int] = {}
        self.rows: dict[int, int] = {}

    def add(self, row: int, column: int) -> None:
        self.columns[row] = max(column, self.columns.get(row, 0))
        self.rows[column] = max(row, self.rows.get(column, 0))

    def cut(self, table: list[list[Cell]]) -> list[list[Cell]]:
        """The rows, as far down as they matter, without the cells that do not."""
        last = max(self.columns)
        return [[cell for cell in cells if self._has(cell)] for cells in table[: last + 1]]

    def _has(self, cell: Cell) -> bool:
        if cell["row_span"] != _NO_SPAN or cell["column_span"] != _NO_SPAN:
            return True
        _, row, column = cell["id"].rsplit("_", 2)
        return (
            int(column) <= self.columns.get(int(row), -1)
            or int(row) <= self.rows.get(int(column), -1)
        )  # fmt: skip
