"""Tables of rendered HTML, as raw tables for the wikitext parser, which lays out their grid."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lxml.etree import _Element

from wiki.parsing.html.rules import Treatment, is_concealed, is_infobox, treatment_of
from wiki.parsing.html.source import escape, is_invisible
from wiki.parsing.markers import BOX_OPEN
from wiki.parsing.tables import RawCell, RawTable, lay_out

if TYPE_CHECKING:
    from wiki.parsing.html.text import TextReader

_NUMBER = re.compile(r"\s*(\d+)")
_MAX_COLUMN_SPAN = 1000
_MAX_ROW_SPAN = 65_534
_CELL_TAGS = frozenset(["td", "th"])
_GROUP_TAGS = frozenset(["thead", "tbody", "tfoot"])
# Text that the renderer of cells would mistake for the start of a wikitext list.
_LIST_LIKE = re.compile(r"(?:^|[\x12\x15])\s*(?=[*#:;])")
# A mark without a meaning: it keeps a line from starting like a list until marks are removed.
_GUARD = "\x19"


def read_table(node: _Element, reader: "TextReader", depth: int) -> RawTable | None:
    """Return a table with its cells as marked text, or None if it has no cell."""
    table = RawTable(kind="infobox" if is_infobox(node.get("class") or "") else "general")
    _stray(node.text, table)
    for group in _row_groups(node, table, reader, depth):
        for number, row in enumerate(group):
            left = len(group) - number
            for cell in row:
                # A span never leaves its group of rows; 0 means all remaining rows of the group.
                cell.row_span = min(cell.row_span, left) if cell.row_span else left
        table.rows.extend(group)
    if table.kind == "infobox":
        _drop_empty_rows(table)
    if not table.rows:
        return None
    _spend_spans(table, reader)
    lay_out(table)
    return table


def _row_groups(
    node: _Element, table: RawTable, reader: "TextReader", depth: int
) -> Iterator[list[list[RawCell]]]:
    """Yield the rows by group; rows outside any group form their own groups."""
    loose: list[list[RawCell]] = []
    for child in node:
        if child.tag in _GROUP_TAGS:
            if loose:
                yield loose
                loose = []
            if treatment_of(child) is not Treatment.DROP:
                _stray(child.text, table)
                yield list(_rows(child, table, reader, depth + 1))
        elif child.tag == "caption":
            if table.caption is None:
                table.caption = _text(child, reader, depth + 1)
        else:
            loose.extend(_row(child, loose, table, reader, depth + 1))
        _stray(child.tail, table)
    if loose:
        yield loose


def _rows(
    group: _Element, table: RawTable, reader: "TextReader", depth: int
) -> Iterator[list[RawCell]]:
    rows: list[list[RawCell]] = []
    for child in group:
        rows.extend(_row(child, rows, table, reader, depth + 1))
        _stray(child.tail, table)
    yield from rows


def _row(
    node: _Element,
    before: list[list[RawCell]],
    table: RawTable,
    reader: "TextReader",
    depth: int,
) -> list[list[RawCell]]:
    """Return the row of a table's child; a cell without a row continues the last row."""
    tag = node.tag
    if tag in _CELL_TAGS:
        cells = _cell(node, reader, depth)
        if before and cells:
            before[-1].extend(cells)
            return []
        return [cells] if cells else []
    if treatment_of(node) is not Treatment.KEEP:
        return []
    if tag != "tr":
        _stray_element(node, table, reader, depth)
        return []
    _stray(node.text, table)
    row: list[RawCell] = []
    for child in node:
        if child.tag in _CELL_TAGS:
            row.extend(_cell(child, reader, depth + 1))
        else:
            _stray_element(child, table, reader, depth + 1)
        _stray(child.tail, table)
    return [row] if row else []


def _cell(node: _Element, reader: "TextReader", depth: int) -> list[RawCell]:
    """Return a cell, or none if it is hidden or beyond the page's limit."""
    source = reader.source
    treatment = treatment_of(node)
    if treatment is Treatment.DROP and is_concealed(node):
        return []
    source.cells += 1
    if source.cells > source.limits.cells:
        source.note("truncated: cells beyond the limit are left out")
        return []
    text = "" if treatment else _text(node, reader, depth)
    rows = _span(node.get("rowspan"), _MAX_ROW_SPAN)
    columns = max(_span(node.get("colspan"), _MAX_COLUMN_SPAN), 1)
    return [RawCell(node.tag == "th", rows, columns, text)]


def _text(node: _Element, reader: "TextReader", depth: int) -> str:
    out: list[str] = []
    around, reader.list_marks = reader.list_marks, ""
    reader.children(node, out, depth)
    reader.list_marks = around
    text = "".join(out).replace("\n", " ")
    if "#" in text or "*" in text or ":" in text or ";" in text:
        text = _LIST_LIKE.sub(rf"\g<0>{_GUARD}", text)
    return text


def _span(value: str | None, most: int) -> int:
    if value is None:
        return 1
    match = _NUMBER.match(value)
    return min(int(match[1][:6]), most) if match else 1


def _stray(text: str | None, table: RawTable) -> None:
    if text and not text.isspace():
        table.stray.append(escape(text).replace("\n", " "))


def _stray_element(node: _Element, table: RawTable, reader: "TextReader", depth: int) -> None:
    """Keep text between the cells of broken HTML; browsers show it before the table."""
    if treatment_of(node) is Treatment.KEEP:
        out: list[str] = []
        reader.element(node, out, depth)
        _stray("".join(out), table)


def _drop_empty_rows(table: RawTable) -> None:
    """Remove empty rows, which had only pictures."""
    if all(cell.row_span == 1 for row in table.rows for cell in row):
        table.rows = [
            row
            for row in table.rows
            if any(BOX_OPEN in c.text or not is_invisible(c.text) for c in row)
        ]


def _spend_spans(table: RawTable, reader: "TextReader") -> None:
    """Drop spans once a page's cells cover more positions than any real table has.

    Laying out a grid takes a step per covered position, and fifty thousand rows with spans to the
    end would cover a billion.
    """
    source = reader.source
    for row in table.rows:
        for cell in row:
            if cell.column_span > 1 or cell.row_span > 1:
                source.span_budget -= cell.column_span * cell.row_span
                if source.span_budget < 0:
                    cell.column_span = cell.row_span = 1
                    source.note("repaired: spans beyond the limit are given up")
