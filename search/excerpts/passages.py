"""A page's text in passages: the stretches inside of which a phrase may stand.

A paragraph is one passage though it holds several sentences, and a table's row is one though it
holds several cells. A match in a passage can be led back to the elements that it lies in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wiki.parsing import addresses
from wiki.parsing.elements import (
    Block,
    Cell,
    ListBlock,
    PageDocument,
    Section,
    Sentence,
    Table,
)

Range = tuple[int, int]


class PassageKind(StrEnum):
    """What a passage is."""

    TITLE = "title"
    HEADING = "heading"
    PROSE = "prose"
    HATNOTE = "hatnote"
    ITEM = "item"
    CAPTION = "caption"
    ROW = "row"
    # A row that only heads others.
    HEADERS = "headers"


@dataclass(frozen=True, slots=True)
class PassageElement:
    """An element of a passage, over `text[start:end]` of the passage."""

    address: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ElementRange:
    """A part of an element's own text, `text[start:end]`."""

    address: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that is read in one go, and the elements that it is made of."""

    kind: PassageKind
    text: str
    pieces: tuple[PassageElement, ...]

    def places(self, found: Range) -> Iterator[ElementRange]:
        """Where a range of the passage lies in its elements."""
        start, end = found
        for piece in self.pieces:
            if piece.start < end and start < piece.end:
                first, last = max(start, piece.start), min(end, piece.end)
                yield ElementRange(piece.address, first - piece.start, last - piece.start)


def blocks_of(document: PageDocument, *, with_flagged: bool) -> Iterator[Block]:
    """The blocks of a page; without `with_flagged`, none of the sections that lack references."""
    flagged = frozenset() if with_flagged else frozenset(document.flagged_sections)
    is_left_out = False
    for block in document.blocks:
        if isinstance(block, Section):
            is_left_out = block.address in flagged
        if not is_left_out:
            yield block


def passages_of(
    document: PageDocument, *, sentences: int = 0, with_flagged: bool = True
) -> Iterator[Passage]:
    """The passages of a page in reading order, its title first.

    With `sentences`, prose comes in pieces of so many: for who need not read to the end. Without
    `with_flagged`, sections that lack references are left out.
    """
    yield _passage(PassageKind.TITLE, [(addresses.TITLE, document.title)])
    paragraph: list[Sentence] = []
    for block in blocks_of(document, with_flagged=with_flagged):
        if not isinstance(block, Sentence):
            yield from _prose(paragraph)
            paragraph = []
        if isinstance(block, Sentence):
            # As they are indexed: a paragraph's sentences follow on one another.
            is_full = len(paragraph) == sentences > 0
            is_border = block.starts_paragraph or block.is_hatnote
            if is_full or (paragraph and (is_border or paragraph[-1].is_hatnote)):
                yield from _prose(paragraph)
                paragraph = []
            paragraph.append(block)
        elif isinstance(block, Section):
            yield _passage(PassageKind.HEADING, [(block.address, block.text)])
        elif isinstance(block, Table):
            yield from _table(block)
        elif isinstance(block, ListBlock) and block.parent is None:
            # The items of a list in a cell are found as lines of the cell.
            for item in block.items:
                yield _passage(PassageKind.ITEM, [(item.address, item.text)])
    yield from _prose(paragraph)


def _prose(sentences: list[Sentence]) -> Iterator[Passage]:
    kind = PassageKind.HATNOTE if sentences and sentences[0].is_hatnote else PassageKind.PROSE
    if pairs := [(sentence.address, sentence.text) for sentence in sentences]:
        yield _passage(kind, pairs)


def _table(table: Table) -> Iterator[Passage]:
    if table.caption is not None:
        yield _passage(PassageKind.CAPTION, [(table.caption.address, table.caption.text)])
    columns = table.column_count
    for row in table.rows:
        if row:
            kind = PassageKind.HEADERS if only_heads(row, columns) else PassageKind.ROW
            yield _passage(kind, [(cell.address, cell.text) for cell in row])


def only_heads(row: Sequence[Cell], columns: int) -> bool:
    """Whether a row of a table with so many columns heads others: their columns, or their group."""
    return heads_columns(row) or heads_group(row, columns)


def heads_columns(row: Sequence[Cell]) -> bool:
    """Whether a row holds headers only, more than one of them."""
    filled = [cell for cell in row if cell.text]
    return len(filled) > 1 and all(cell.is_header for cell in filled)


def heads_group(row: Sequence[Cell], columns: int) -> bool:
    """Whether a header stands across the whole table, above the rows that belong to it."""
    return any(cell.is_header and cell.column_span >= columns > 1 for cell in row)


def _passage(kind: PassageKind, pairs: Iterable[tuple[str, str]]) -> Passage:
    pieces: list[PassageElement] = []
    texts: list[str] = []
    length = 0
    for address, text in pairs:
        pieces.append(PassageElement(address, length, length + len(text)))
        texts.append(text)
        length += len(text) + 1
    return Passage(kind, " ".join(texts), tuple(pieces))
