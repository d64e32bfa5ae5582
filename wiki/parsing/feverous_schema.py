"""The schema of FEVEROUS pages, used to check files of other people before they are read.

Stored documents are not checked again: they were checked here or created by our own parsers.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from wiki.parsing.addresses import Address, AddressKind, InvalidAddressError, parse
from wiki.parsing.elements import ListKind
from wiki.parsing.limits import DEFAULT_LIMITS, InvalidPageError, Limits

# The largest span that browsers allow.
MOST_SPANNED = 65_534
DEEPEST_ITEM = 40

Level = Annotated[int, Meta(ge=1, le=6)]
ItemLevel = Annotated[int, Meta(ge=0, le=DEEPEST_ITEM)]
SpanCount = Annotated[int, Meta(ge=1, le=MOST_SPANNED)]
# As in the published files.
SpanText = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,4}$")]


class SectionValue(Struct):
    """A heading in a file."""

    value: str
    level: Level


class CellValue(Struct):
    """A cell in a file."""

    id: str
    value: str
    is_header: bool
    column_span: SpanCount | SpanText
    row_span: SpanCount | SpanText
    hole: bool = False


class TableValue(Struct):
    """A table in a file."""

    table: list[list[CellValue]]
    type: Literal["general", "infobox"]
    caption: str | None = None
    parent: str | None = None


class ItemValue(Struct):
    """An entry of a list in a file."""

    id: str
    value: str
    level: ItemLevel
    type: ListKind | Literal[""] | None = None
    term: bool = False


class ListValue(Struct):
    """A list in a file."""

    list: list[ItemValue]
    type: ListKind
    parent: str | None = None


class PageValue(Struct):
    """The keys of a page besides its blocks."""

    title: str
    order: list[str]
    hatnotes: list[str] = []
    paragraphs: list[str] = []
    flagged_sections: list[str] = []


class _Checked:
    """The addresses of a page while it is checked."""

    def __init__(self, limits: Limits) -> None:
        self.addresses: set[str] = set()
        self.cells: set[str] = set()
        self.parents: list[tuple[str, str]] = []
        self.limits = limits

    def add(self, address: str) -> None:
        if address in self.addresses:
            raise ValueError(f"{address} is there twice")
        self.addresses.add(address)
        if len(self.addresses) > self.limits.elements + self.limits.cells:
            raise ValueError("it has too many elements")


def check_feverous(page: Mapping[str, Any], limits: Limits = DEFAULT_LIMITS) -> None:
    """Raise InvalidPageError with the place and the reason if this is not a FEVEROUS page."""
    title = page.get("title", "")
    try:
        read = msgspec.convert(page, PageValue)
        checked = _Checked(limits)
        for address in read.order:
            _check_block(address, page, checked)
        for block, parent in checked.parents:
            if parent not in checked.cells or parse(parent).block == parse(block):
                raise ValueError(f"{block} is in {parent[:60]!r}, no cell of another table")
        for text in _texts(page):
            _check_text(text)
    except (msgspec.ValidationError, KeyError, ValueError, RecursionError) as error:
        reason = f"it is not a FEVEROUS page ({error})"
        raise InvalidPageError(str(title)[:200], reason) from error


def _check_block(address: str, page: Mapping[str, Any], checked: _Checked) -> None:
    kind = parse(address).kind
    value = page[address]
    try:
        if kind is AddressKind.SENTENCE:
            msgspec.convert(value, str)
        elif kind is AddressKind.SECTION:
            msgspec.convert(value, SectionValue)
        elif kind is AddressKind.TABLE:
            _check_table(address, msgspec.convert(value, TableValue), checked)
        elif kind is AddressKind.LIST:
            _check_list(address, msgspec.convert(value, ListValue), checked)
        else:
            raise InvalidAddressError(address)
    except msgspec.ValidationError as error:
        raise ValueError(f"{address}: {error}") from error
    checked.add(address)


def _check_table(address: str, table: TableValue, checked: _Checked) -> None:
    for row in table.table:
        for cell in row:
            place = parse(cell.id)
            kind = AddressKind.HEADER_CELL if cell.is_header else AddressKind.CELL
            if place.kind is not kind or str(place.block) != address:
                raise ValueError(f"{address}: {cell.id[:60]!r} is no cell of it")
            if max(int(cell.column_span), int(cell.row_span)) > MOST_SPANNED:
                raise ValueError(f"{cell.id} spans too much")
            # A position has one cell, header or not.
            checked.add(str(Address(AddressKind.CELL, place.numbers)))
            if not cell.hole:
                checked.cells.add(cell.id)
    if table.parent is not None:
        checked.parents.append((address, table.parent))


def _check_list(address: str, block: ListValue, checked: _Checked) -> None:
    for item in block.list:
        if str(parse(item.id).block) != address:
            raise ValueError(f"{address}: {item.id[:60]!r} is no item of it")
        checked.add(item.id)
    if block.parent is not None:
        checked.parents.append((address, block.parent))


def _texts(value: Any) -> Iterator[str]:
    """Yield every text of a JSON value."""
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, str):
            yield current
        elif isinstance(current, Mapping):
            pending += [*current.keys(), *current.values()]
        elif isinstance(current, list):
            pending += current


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("a text contains NUL")
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("a text contains half of a character") from error
