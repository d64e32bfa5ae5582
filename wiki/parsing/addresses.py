"""Addresses of elements, as FEVEROUS writes them: the only place that knows their grammar.

An address is a kind and its numbers: ``sentence_3``, ``section_0``, ``table_1``,
``table_caption_1``, ``cell_1_0_2`` and ``header_cell_1_0_0`` (table, row, column), ``list_0``,
``item_0_4`` (list, item), and ``title`` for the page itself. Numbers are written in ASCII digits,
without leading zeros, and have at most nine digits. So there is one way to write an address, and
``str(parse(text)) == text``.

Addresses are stored and sent as text, and compared as text. ``parse`` is for those who need the
kind and the numbers.
"""

import re
from enum import StrEnum

from msgspec import Struct

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
# Every number that an address may contain.
NUMBERS = range(10**9)


class AddressKind(StrEnum):
    """The part of a page that an address names."""

    TITLE = "title"
    SECTION = "section"
    SENTENCE = "sentence"
    TABLE = "table"
    CAPTION = "table_caption"
    CELL = "cell"
    HEADER_CELL = "header_cell"
    LIST = "list"
    ITEM = "item"


TITLE = str(AddressKind.TITLE)
# The kinds that may be evidence, and those that may be the context of evidence.
EVIDENCE_KINDS = frozenset(
    {
        AddressKind.SENTENCE,
        AddressKind.CAPTION,
        AddressKind.CELL,
        AddressKind.HEADER_CELL,
        AddressKind.ITEM,
    }
)
CONTEXT_KINDS = frozenset({AddressKind.TITLE, AddressKind.SECTION, AddressKind.HEADER_CELL})
_TABLE_PARTS = frozenset({AddressKind.CAPTION, AddressKind.CELL, AddressKind.HEADER_CELL})
_COUNTS = dict.fromkeys(AddressKind, 1) | {
    AddressKind.TITLE: 0,
    AddressKind.CELL: 3,
    AddressKind.HEADER_CELL: 3,
    AddressKind.ITEM: 2,
}
_KINDS = {str(kind): (kind, count) for kind, count in _COUNTS.items()}
_GROUP = f"_({_NUMBER})"
_ANY = re.compile(f"([a-z_]*[a-z])(?:{_GROUP}(?:{_GROUP}(?:{_GROUP})?)?)?")


class InvalidAddressError(ValueError):
    """The text is not an address."""

    def __init__(self, text: str) -> None:
        super().__init__(f"“{text[:60]}” is not an address")
        self.text = text


class Address(Struct, frozen=True, order=True, gc=False):
    """An address, taken apart; addresses of a kind are ordered by their numbers."""

    kind: AddressKind
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "_".join([self.kind, *map(str, self.numbers)])

    @property
    def may_be_evidence(self) -> bool:
        return self.kind in EVIDENCE_KINDS

    @property
    def block(self) -> "Address":
        """The table or the list that contains the element; otherwise the element itself."""
        if self.kind in _TABLE_PARTS:
            return Address(AddressKind.TABLE, self.numbers[:1])
        if self.kind is AddressKind.ITEM:
            return Address(AddressKind.LIST, self.numbers[:1])
        return self

    @property
    def position(self) -> int:
        """The number of a sentence or an item, the row of a cell; otherwise the first number."""
        return self.numbers[1 if len(self.numbers) > 1 else 0]


def parse(text: str) -> Address:
    """Return the address that is written here. Raise InvalidAddressError if it is none."""
    match = _ANY.fullmatch(text)
    if match is not None:
        name, first, second, third = match.groups()
        kind, count = _KINDS.get(name, (None, 0))
        # The last group that matched tells how many numbers there are.
        if kind is not None and match.lastindex == count + 1:
            if count == 3:
                return Address(kind, (int(first), int(second), int(third)))
            if count == 2:
                return Address(kind, (int(first), int(second)))
            return Address(kind, (int(first),) if count else ())
    raise InvalidAddressError(text)


def kind_of(text: str) -> AddressKind:
    """Return the kind of a valid address, without reading its numbers."""
    try:
        return _KINDS[text.rstrip("0123456789_")][0]
    except KeyError:
        raise InvalidAddressError(text) from None


# --- texts of addresses -----------------------------------------------------------------------


def section(number: int) -> str:
    """Return the address of a heading."""
    return f"section_{number}"


def sentence(number: int) -> str:
    """Return the address of a sentence."""
    return f"sentence_{number}"


def table(number: int) -> str:
    """Return the address of a table."""
    return f"table_{number}"


def caption(table_number: int) -> str:
    """Return the address of the caption of a table."""
    return f"table_caption_{table_number}"


def cell(table_number: int, row: int, column: int) -> str:
    """Return the address of a cell that is no header."""
    return f"cell_{table_number}_{row}_{column}"


def header_cell(table_number: int, row: int, column: int) -> str:
    """Return the address of a header cell."""
    return f"header_cell_{table_number}_{row}_{column}"


def list_block(number: int) -> str:
    """Return the address of a list."""
    return f"list_{number}"


def item(list_number: int, number: int) -> str:
    """Return the address of an entry of a list."""
    return f"item_{list_number}_{number}"


# --- patterns, for checking many texts and for JSON Schema ------------------------------------


def _pattern(kinds: frozenset[AddressKind]) -> str:
    """Return a regular expression that matches the addresses of these kinds."""
    shapes = (kind + f"_{_NUMBER}" * _COUNTS[kind] for kind in AddressKind if kind in kinds)
    return f"(?:{'|'.join(shapes)})"


EVIDENCE_PATTERN = _pattern(EVIDENCE_KINDS)
CONTEXT_PATTERN = _pattern(CONTEXT_KINDS)
_matches_evidence = re.compile(EVIDENCE_PATTERN).fullmatch
_matches_context = re.compile(CONTEXT_PATTERN).fullmatch


def may_be_evidence(text: str) -> bool:
    """Return whether the text is the address of an element that may be evidence."""
    return _matches_evidence(text) is not None


def may_be_context(text: str) -> bool:
    """Return whether the text is the address of an element that may be context of evidence."""
    return _matches_context(text) is not None
