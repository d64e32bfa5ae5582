"""The context of an element: what a reader must know to understand it on its own.

The order is that of FEVEROUS evidence: the title; the sections, outermost first; the row headers,
nearest first; the column headers, nearest first. Only the contiguous run of headers nearest to
the cell counts, so a header in the middle of a table hides those above it.
"""

from collections.abc import Iterable

from wiki.parsing import addresses
from wiki.parsing.elements import (
    Caption,
    Cell,
    Element,
    Item,
    PageDocument,
    Section,
    Table,
)


class UnknownAddressError(LookupError):
    """No element of the page has this address."""


def element_id(title: str, address: str) -> str:
    """Return an element's id in a dataset: its page's title and its address."""
    return f"{title}_{address}"


def context_of(document: PageDocument, address: str) -> tuple[str, ...]:
    """Return the addresses of an element's context, in the order of FEVEROUS."""
    element = document.find(address)
    if element is None:
        raise UnknownAddressError(address)
    context = [addresses.TITLE, *_sections(document, _block_address(element))]
    if isinstance(element, Cell):
        table = document.by_address[addresses.table(element.table)]
        assert isinstance(table, Table)
        context.extend(header.address for header in headers_of(table, element))
    return tuple(context)


def headers_of(table: Table, cell: Cell) -> tuple[Cell, ...]:
    """Return the row headers and then the column headers of a cell, nearest first."""
    left: dict[int, Cell] = {}
    above: dict[int, Cell] = {}
    for row in table.rows[: cell.row + 1]:
        for other in row:
            if other.row <= cell.row < other.row + other.row_span and other.column < cell.column:
                for column in range(
                    other.column, min(other.column + other.column_span, cell.column)
                ):
                    left[column] = other
            if (
                other.row < cell.row
                and other.column <= cell.column < other.column + other.column_span
            ):
                for number in range(other.row, min(other.row + other.row_span, cell.row)):
                    above[number] = other
    row_headers = _nearest_run(left.get(n) for n in range(cell.column - 1, -1, -1))
    column_headers = _nearest_run(above.get(n) for n in range(cell.row - 1, -1, -1))
    return tuple(dict.fromkeys([*row_headers, *column_headers]))


def _nearest_run(cells: Iterable[Cell | None]) -> list[Cell]:
    """Return the first unbroken run of header cells."""
    run: list[Cell] = []
    for cell in cells:
        if cell is not None and cell.is_header:
            if cell not in run:
                run.append(cell)
        elif run:
            break
    return run


def _sections(document: PageDocument, block: str) -> list[str]:
    """Return the sections around a block, outermost first."""
    found: list[str] = []
    own = document.by_address[block]
    level = own.level if isinstance(own, Section) else 7
    for other in reversed(document.blocks[: document.positions[block]]):
        if isinstance(other, Section) and other.level < level:
            found.append(other.address)
            level = other.level
    return found[::-1]


def _block_address(element: Element) -> str:
    """Return the address of the block that contains an element."""
    if isinstance(element, Cell | Caption):
        return addresses.table(element.table)
    if isinstance(element, Item):
        return addresses.list_block(element.list_number)
    return element.address
