"""The passages of a page: the pieces of text within which a phrase can match.

A paragraph with several sentences is one passage, and so is a table's row with several cells. A
match in a passage can be located in its elements.
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
    """The kinds of passages."""

    TITLE = "title"
    HEADING = "heading"
    PROSE = "prose"
    HATNOTE = "hatnote"
    ITEM = "item"
    CAPTION = "caption"
    ROW = "row"
    # A row of headers only.
    HEADERS = "headers"


@dataclass(frozen=True, slots=True)
class PassageElement:
    """An element of a passage, over `text[start:end]` of the passage."""

    address: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ElementRange:
    """A range of an element's own text, `text[start:end]`."""

    address: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, and the elements that it is made of."""

    kind: PassageKind
    text: str
    elements: tuple[PassageElement, ...]

    def locate(self, found: Range) -> Iterator[ElementRange]:
        """Yield the ranges of the elements that a range of the passage covers."""
        start, end = found
        for element in self.elements:
            if element.start < end and start < element.end:
                first, last = max(start, element.start), min(end, element.end)
                yield ElementRange(element.address, first - element.start, last - element.start)


def blocks_of(document: PageDocument, *, with_flagged: bool) -> Iterator[Block]:
    """Yield the blocks of a page, with or without those of sections that lack references."""
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
    """Yield the passages of a page in reading order, its title first.

    With `sentences`, prose comes in pieces of at most that many, for callers that may stop early.
    Without `with_flagged`, sections that lack references are left out.
    """
    yield _passage(PassageKind.TITLE, [(addresses.TITLE, document.title)])
    paragraph: list[Sentence] = []
    for block in blocks_of(document, with_flagged=with_flagged):
        if not isinstance(block, Sentence):
            yield from _prose(paragraph)
            paragraph = []
        if isinstance(block, Sentence):
            # As in the index, the sentences of a paragraph are one text.
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
            # The items of a list in a cell are lines of the cell.
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
    """Return whether a row has only headers, for columns or for a group of rows."""
    return heads_columns(row) or heads_group(row, columns)


def heads_columns(row: Sequence[Cell]) -> bool:
    """Return whether a row has more than one header and no other cell."""
    filled = [cell for cell in row if cell.text]
    return len(filled) > 1 and all(cell.is_header for cell in filled)


def heads_group(row: Sequence[Cell], columns: int) -> bool:
    """Return whether a row has a header across all columns, for the rows below it."""
    return any(cell.is_header and cell.column_span >= columns > 1 for cell in row)


def _passage(kind: PassageKind, pairs: Iterable[tuple[str, str]]) -> Passage:
    elements: list[PassageElement] = []
    texts: list[str] = []
    length = 0
    for address, text in pairs:
        elements.append(PassageElement(address, length, length + len(text)))
        texts.append(text)
        length += len(text) + 1
    return Passage(kind, " ".join(texts), tuple(elements))
