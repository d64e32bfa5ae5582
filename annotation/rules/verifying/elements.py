"""Elements of pages as evidence names them, and what their documents say about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from campaigns.protocols.enums import ElementKind
from wiki.parsing import addresses
from wiki.parsing.context import context_of
from wiki.parsing.elements import Caption, Cell, Item, ListBlock, PageDocument, Section, Sentence

# Longer than any title or address: bounds for what a request may hold.
_LONGEST_TITLE = 1000
_LONGEST_ADDRESS = 100


class ElementReference(Struct, frozen=True, order=True):
    """An element of a page, by the page's title and its address."""

    page: Annotated[str, Meta(max_length=_LONGEST_TITLE)]
    address: Annotated[str, Meta(max_length=_LONGEST_ADDRESS)]

    def __str__(self) -> str:
        return f"{self.page} · {self.address}"


def kind_at(document: PageDocument, address: str) -> ElementKind | None:
    """Return the kind of the element at an address; none if nothing there can be evidence."""
    element = document.find(address)
    if isinstance(element, Cell):
        return ElementKind.HEADER_CELL if element.is_header else ElementKind.CELL
    for kind, name in (
        (Sentence, ElementKind.SENTENCE),
        (Caption, ElementKind.CAPTION),
        (Item, ElementKind.ITEM),
    ):
        if isinstance(element, kind):
            return name
    return None


def sections_of(document: PageDocument, address: str) -> tuple[str, ...]:
    """Return the addresses of the sections around an element, outermost first."""
    return tuple(
        around
        for around in context_of(document, address)
        if isinstance(document.find(around), Section)
    )


def block_of(document: PageDocument, address: str) -> str:
    """Return the address of the table, list or sentence that an element belongs to."""
    element = document.find(address)
    if isinstance(element, Cell | Caption):
        return addresses.table(element.table)
    if not isinstance(element, Item):
        return address
    around = document.find(addresses.list_block(element.list_number))
    # A list inside a cell belongs to the table of its cell.
    in_cell = around.parent if isinstance(around, ListBlock) else None
    return block_of(document, in_cell) if in_cell else addresses.list_block(element.list_number)


def reading_order(document: PageDocument) -> dict[str, int]:
    """Return the place of every element in the page, by its address."""
    return {element.address: place for place, element in enumerate(document.elements())}


def in_reading_order(
    elements: Iterable[ElementReference], documents: Mapping[str, PageDocument]
) -> list[ElementReference]:
    """Return the elements page by page, in the order of their first element, each top to bottom.

    Their documents must be there and must hold them.
    """
    chosen = list(elements)
    pages = {title: place for place, title in enumerate(dict.fromkeys(one.page for one in chosen))}
    orders = {title: reading_order(documents[title]) for title in pages}
    return sorted(
        chosen,
        key=lambda element: (pages[element.page], orders[element.page][element.address]),
    )
