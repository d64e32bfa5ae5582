"""Pages in FEVEROUS' format, read into sentences, list items and tables with their context."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from verifier.retrieval.source import ReadPage, SourceSentence, SourceTable

_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
# A table beyond these bounds is cut: it is read for every claim that finds its page.
MOST_ROWS = 1_000
MOST_COLUMNS = 100
# Cells that lie over one another cost time for nothing: after so many places, spans are not read.
MOST_PLACES = 4 * MOST_ROWS * MOST_COLUMNS


class UnreadablePageError(ValueError):
    """A document is not a page in FEVEROUS' format."""


class _Section(msgspec.Struct):
    value: str
    level: int


class _Cell(msgspec.Struct):
    id: str
    value: str
    is_header: bool = False
    column_span: int = 1
    row_span: int = 1


class _Table(msgspec.Struct):
    table: list[list[_Cell]]
    caption: str = ""


class _Item(msgspec.Struct):
    id: str
    value: str


class _List(msgspec.Struct):
    items: list[_Item] = msgspec.field(name="list")


def read_page(document: Mapping[str, Any]) -> ReadPage:
    """Read a page; raise UnreadablePageError with the element that is not as it should be."""
    title, order = document.get("title"), document.get("order")
    if not isinstance(title, str) or not title or not isinstance(order, list):
        raise UnreadablePageError("A page needs a title and an order.")
    sentences: list[SourceSentence] = []
    tables: list[SourceTable] = []
    links: dict[str, None] = {}
    sections: list[_Section] = []
    for name in order:
        try:
            value = document[name]
            context = tuple(_plain(section.value) for section in sections)
            kind = str(name).partition("_")[0]
            if kind == "section":
                section = msgspec.convert(value, _Section)
                sections = [one for one in sections if one.level < section.level] + [section]
            elif kind == "table":
                table = msgspec.convert(value, _Table, strict=False)
                tables.append(_read_table(title, name, table, context))
                links.update(dict.fromkeys(_links(cell.value for cell in _cells(table))))
            else:
                texts = _texts(name, kind, value)
                links.update(dict.fromkeys(_links(text for _, text in texts)))
                sentences += [
                    SourceSentence(title, address, _plain(text), context) for address, text in texts
                ]
        except (KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
            raise UnreadablePageError(f"{title}, {name}: {error}") from error
    return ReadPage(title, tuple(sentences), tuple(tables), tuple(links))


def _texts(name: str, kind: str, value: Any) -> list[tuple[str, str]]:
    """Return the addresses and texts of a sentence or of a list's items."""
    if kind == "list":
        return [(item.id, item.value) for item in msgspec.convert(value, _List).items]
    if not isinstance(value, str):
        raise TypeError("A text was expected.")
    return [(name, value)]


def _plain(text: str) -> str:
    """Return a text with its links replaced by what they show."""
    return _LINK.sub(lambda link: link[2] if link[2] is not None else link[1], text).strip()


def _links(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        for link in _LINK.finditer(text):
            yield link[1].replace("_", " ").partition("#")[0].strip()


def _cells(table: _Table) -> Iterator[_Cell]:
    for row in table.table:
        yield from row


def _placed(table: _Table) -> dict[tuple[int, int], _Cell]:
    """Return the cell at each place of a table; of cells at the same place, the first."""
    placed: dict[tuple[int, int], _Cell] = {}
    tried = 0
    for cell in _cells(table):
        *_, row, column = (int(part) for part in cell.id.split("_")[-3:])
        has_span = tried < MOST_PLACES
        down = max(1, cell.row_span) if has_span else 1
        right = max(1, cell.column_span) if has_span else 1
        rows = range(row, min(row + down, MOST_ROWS))
        columns = range(column, min(column + right, MOST_COLUMNS))
        tried += len(rows) * len(columns)
        for place in product(rows, columns):
            placed.setdefault(place, cell)
    return placed


def _read_table(page: str, name: str, table: _Table, sections: tuple[str, ...]) -> SourceTable:
    """Lay a table out: a cell that spans several places is at each of them."""
    placed = _placed(table)
    height = 1 + max((row for row, _ in placed), default=-1)
    width = 1 + max((column for _, column in placed), default=-1)
    grid = [[placed.get((row, column)) for column in range(width)] for row in range(height)]
    heads = 0
    while heads < height and all(cell is None or cell.is_header for cell in grid[heads]):
        heads += 1
    # A table of headers only is read as rows.
    heads = heads if heads < height else 0
    body = grid[heads:]
    return SourceTable(
        page=page,
        address=name,
        header=tuple(_plain(cell.value) if cell else "" for cell in grid[heads - 1])
        if heads
        else ("",) * width,
        rows=tuple(tuple(_plain(cell.value) if cell else "" for cell in row) for row in body),
        caption=_plain(table.caption),
        sections=sections,
        addresses=tuple(tuple(cell.id if cell else "" for cell in row) for row in body),
    )
