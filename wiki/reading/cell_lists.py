"""Lists in table cells: the lines of a cell that are shown as the items of a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wiki.parsing.elements import Block, Cell, Item, ListBlock, Table


@dataclass(frozen=True)
class CellList:
    """A list in a cell, with the range of each item's line in the cell's text."""

    block: ListBlock
    lines: Mapping[int, tuple[int, int]]
    start: int
    end: int


@dataclass(frozen=True)
class CellLists:
    """The lists of a page that are shown in their cells."""

    by_cell: Mapping[str, Sequence[CellList]]
    # Their numbers, so that they are not shown again among the blocks.
    numbers: frozenset[int]


NO_CELL_LISTS = CellLists({}, frozenset())


def find_cell_lists(blocks: Sequence[Block]) -> CellLists:
    """Return the lists in cells, with their lines.

    A list whose items are not lines of its cell, as in files made by other tools, is left out.
    """
    lists = [block for block in blocks if isinstance(block, ListBlock) and block.parent]
    by_cell: dict[str, list[CellList]] = {}
    if lists:
        tables = [block for block in blocks if isinstance(block, Table)]
        cells = {cell.address: cell for table in tables for row in table.rows for cell in row}
        for block in lists:
            cell = cells.get(block.parent or "")
            if cell is not None:
                found = by_cell.setdefault(cell.address, [])
                placed = _place(block, cell, found[-1].end + 1 if found else 0)
                found += [placed] if placed else []
    numbers = frozenset(placed.block.number for found in by_cell.values() for placed in found)
    return CellLists(by_cell, numbers)


def _is_at(text: str, item: Item, start: int) -> bool:
    """Return whether the item's text is the line or lines that begin at `start`."""
    end = start + len(item.text)
    return text[start:end].replace("\n", " ") == item.text and text[end : end + 1] in ("", "\n")


def _place(block: ListBlock, cell: Cell, start: int) -> CellList | None:
    """Return a list with its lines: the first at or after `start`, the others one by one."""
    lines: dict[int, tuple[int, int]] = {}
    for item in block.items:
        while not _is_at(cell.text, item, start):
            start = cell.text.find("\n", start) + 1
            if not start or lines:
                return None
        end = start + len(item.text)
        lines[item.number] = (start, end)
        start = end + 1
    if not lines:
        return None
    ranges = list(lines.values())
    return CellList(block, lines, ranges[0][0], ranges[-1][1])
