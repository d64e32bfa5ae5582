"""The elements of a page: frozen values, each with its address.

Addresses are those of FEVEROUS (``wiki.parsing.addresses``). All counters start at 0 and run over
the whole page, even those of items. A corpus has billions of elements, so they are structs: frozen
like dataclasses, but created in C.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from msgspec import Struct

from wiki.parsing import addresses

TableKind = Literal["general", "infobox"]
ListKind = Literal["unordered_list", "ordered_list", "description_list"]


class Link(Struct, frozen=True, gc=False):
    """A hyperlink over ``text[start:end]`` of its element."""

    target: str
    anchor: str
    start: int
    end: int
    fragment: str = ""


Links = tuple[Link, ...]


class Section(Struct, frozen=True, gc=False):
    """A heading; its section ends at the next heading of the same or a higher level."""

    number: int
    text: str
    level: int

    @property
    def address(self) -> str:
        return addresses.section(self.number)


class Sentence(Struct, frozen=True, gc=False):
    """One sentence of prose, or a whole hatnote."""

    number: int
    text: str
    links: Links = ()
    is_hatnote: bool = False
    starts_paragraph: bool = False

    @property
    def address(self) -> str:
        return addresses.sentence(self.number)


class Cell(Struct, frozen=True, gc=False):
    """A table cell, addressed by the top-left corner of the area that it spans."""

    table: int
    row: int
    column: int
    text: str
    links: Links = ()
    is_header: bool = False
    row_span: int = 1
    column_span: int = 1

    @property
    def address(self) -> str:
        address = addresses.header_cell if self.is_header else addresses.cell
        return address(self.table, self.row, self.column)


class Caption(Struct, frozen=True, gc=False):
    """The caption of a table."""

    table: int
    text: str
    links: Links = ()

    @property
    def address(self) -> str:
        return addresses.caption(self.table)


class Table(Struct, frozen=True, gc=False):
    """A table; positions of a ragged row that no cell covers are holes."""

    number: int
    kind: TableKind
    rows: tuple[tuple[Cell, ...], ...]
    caption: Caption | None = None
    # The address of the cell that contains a nested table.
    parent: str | None = None

    @property
    def address(self) -> str:
        return addresses.table(self.number)

    @property
    def column_count(self) -> int:
        return max((c.column + c.column_span for row in self.rows for c in row), default=0)


class Item(Struct, frozen=True, gc=False):
    """An entry of a list; ``number`` runs over all lists of the page."""

    list_number: int
    number: int
    text: str
    links: Links = ()
    level: int = 0
    sublist: ListKind | None = None
    # In a description list: whether it is a term, not its description.
    is_term: bool = False

    @property
    def address(self) -> str:
        return addresses.item(self.list_number, self.number)


class ListBlock(Struct, frozen=True, gc=False):
    """A list with all its nested entries in reading order."""

    number: int
    kind: ListKind
    items: tuple[Item, ...]
    # The address of the cell that contains the list; its items are lines of the cell's text.
    parent: str | None = None

    @property
    def address(self) -> str:
        return addresses.list_block(self.number)


Block = Section | Sentence | Table | ListBlock
Element = Block | Cell | Caption | Item


@dataclass(frozen=True)
class PageDocument:
    """A page as its blocks in reading order."""

    title: str
    blocks: tuple[Block, ...]
    # Addresses of the sections that lack references, according to a maintenance box.
    flagged_sections: tuple[str, ...] = ()

    def elements(self) -> Iterator[Element]:
        """Yield every element: each block, followed by what it contains."""
        for block in self.blocks:
            yield block
            if isinstance(block, Table):
                if block.caption is not None:
                    yield block.caption
                for row in block.rows:
                    yield from row
            elif isinstance(block, ListBlock):
                yield from block.items

    @cached_property
    def by_address(self) -> dict[str, Element]:
        """Every element by its address."""
        return {element.address: element for element in self.elements()}

    @cached_property
    def positions(self) -> dict[str, int]:
        """The position of each block in reading order, by its address."""
        return {block.address: position for position, block in enumerate(self.blocks)}

    def find(self, address: str) -> Element | None:
        """Return the element with this address, or None."""
        return self.by_address.get(address)
