"""HTML of a page from which elements are selected as evidence.

The markup of the reading view, with what keyboards and screen readers need for selecting: tables
follow the ARIA grid pattern with one tab stop, and elements that cannot be selected have the
reason. A long table is cut into chunks of rows with fixed column widths, so that the browser lays
out only the visible ones; the whole table stays in the page, where the browser's search finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from wiki.parsing.elements import (
    Block,
    Cell,
    Item,
    ListBlock,
    PageDocument,
    Section,
    Sentence,
    Table,
)
from wiki.reading.cell_lists import NO_CELL_LISTS, CellLists, find_cell_lists
from wiki.reading.html import (
    NOTHING,
    Attributes,
    Html,
    addressed_html,
    attributes_html,
    element_html,
    join_html,
    open_html,
)
from wiki.reading.markup import (
    Linker,
    cell_html,
    heading_html,
    linked_text,
    list_html,
    note_html,
    paragraphs_html,
    parent_note,
    scope_of,
    span_attributes,
    split_head,
    table_html,
    table_name,
)
from wiki.reading.numbers import cell_class, number_cells

# Tables with more rows are cut into chunks of about 50.
LONG_TABLE = 200
ROWS_A_CHUNK = 50

# Reasons why something cannot be selected.
FLAGGED, OTHER_KIND, BEYOND = "flagged", "kind", "beyond"

# Widths of the columns of a long table, in pixels, estimated from the texts.
_NARROWEST, _WIDEST, _PADDING, _HANDLE = 72, 320, 26, 20
_A_LETTER, _A_BOLD_LETTER = 8, 9


@dataclass(frozen=True)
class SelectionRule:
    """The kinds of elements that may be selected, and the parts of the page."""

    kinds: frozenset[str]
    introduction_only: bool = False


@dataclass(frozen=True)
class _Place:
    """A part of the page, with the reason why nothing in it can be selected, or ""."""

    linker: Linker
    lists: CellLists
    kinds: frozenset[str]
    closed: str = ""
    # In a table: the cell that the tab key focuses, and the cells that select their columns.
    stop: str = ""
    columns: frozenset[str] = frozenset()
    # The cells that are numbers below one another.
    numbers: frozenset[str] = frozenset()

    def reason(self, *kinds: str) -> str:
        """Return the reason why none of these kinds can be selected here, or ""."""
        return self.closed or ("" if self.kinds.intersection(kinds) else OTHER_KIND)

    def closing(self, *kinds: str) -> Attributes:
        reason = self.reason(*kinds)
        return {"data-closed": reason} if reason else {}


def selectable_html(document: PageDocument, linker: Linker, rule: SelectionRule) -> SafeString:
    """Return the whole page in document order, with elements that can be selected."""
    return mark_safe(join_html(_sections(document, linker, rule), "\n"))  # noqa: S308


def _sections(document: PageDocument, linker: Linker, rule: SelectionRule) -> Iterator[Html]:
    named: set[str] = set()
    lists = find_cell_lists(document.blocks)
    place = _Place(linker, lists, rule.kinds)
    runs = groupby(document.blocks, key=lambda block: isinstance(block, Section))
    for are_headings, run in runs:
        if not are_headings:
            yield from _blocks(list(run), place)
            continue
        for block in run:
            assert isinstance(block, Section)
            yield heading_html(block, named)
            closed = BEYOND if rule.introduction_only else ""
            if block.address in document.flagged_sections:
                closed = FLAGGED
                note = _(
                    "This section is marked as lacking references. Nothing in it can be evidence."
                )
                yield note_html(note)
            place = _Place(linker, lists, rule.kinds, closed)


def _blocks(blocks: Sequence[Block], place: _Place) -> Iterator[Html]:
    for is_prose, group in groupby(blocks, key=lambda block: isinstance(block, Sentence)):
        if is_prose:
            sentences = [block for block in group if isinstance(block, Sentence)]
            yield from paragraphs_html(sentences, place.linker, place.closing("sentence"))
            continue
        for block in group:
            if isinstance(block, Table):
                yield _table(block, place)
            elif isinstance(block, ListBlock) and block.number not in place.lists.numbers:
                yield list_html(block, partial(_item, place=place))


def _item(item: Item, text: Html = NOTHING, *, place: _Place) -> Html:
    """Return an item's own text without the list below it, so that it can be selected alone."""
    opening = open_html("li", {"class": "item--term" if item.is_term else None})
    text = text or linked_text(item.text, item.links, place.linker)
    closing = place.closing("item")
    return join_html([opening, addressed_html("span", "item", item.address, text, closing)])


# --- tables --------------------------------------------------------------------------------------


def _table(table: Table, place: _Place) -> Html:
    if place.reason("cell", "header_cell", "caption"):
        closing = place.closing("cell", "header_cell", "caption")
        return element_html("div", closing, table_html(table, place.linker, place.lists))
    is_long = len(table.rows) > LONG_TABLE
    head, _rest = split_head(table)
    place = replace(
        place,
        stop=_first_selectable(table, place),
        columns=_column_handles(table),
        numbers=number_cells(table, head),
    )
    inner = _chunks(table, place) if is_long else _whole(table, place)
    kind = f"{table.kind} table-box--long" if is_long else table.kind
    box = element_html("div", {"class": f"table-box table-box--{kind}"}, inner)
    return join_html([parent_note(table), box])


def _first_selectable(table: Table, place: _Place) -> str:
    """Return the address of the cell that the tab key focuses."""
    cells = (cell for row in table.rows for cell in row)
    return next((cell.address for cell in cells if not _closed_cell(cell, place)), "")


def _column_handles(table: Table) -> frozenset[str]:
    """Return the cells that select a whole column: the lowest headers, or the first row."""
    if table.kind == "infobox":
        return frozenset()
    head, body = split_head(table)
    bottom = len(head) or 1
    top = (cell for row in (head or body[:1]) for cell in row)
    return frozenset(
        cell.address
        for cell in top
        if cell.column_span == 1 and (not head or cell.row + cell.row_span == bottom)
    )


def _closed_cell(cell: Cell, place: _Place) -> str:
    return place.reason("header_cell" if cell.is_header else "cell")


def _whole(table: Table, place: _Place) -> Html:
    caption = _caption(table, place)
    head, body = split_head(table)
    parts = [element_html("caption", {}, caption)] if caption else []
    if head:
        parts.append(element_html("thead", {}, _rows(head, place)))
    parts.append(element_html("tbody", {}, _rows(body, place)))
    attributes: Attributes = {"class": f"grid grid--{table.kind}", **_grid(table)}
    return element_html("table", attributes, *parts)


def _grid(table: Table) -> Attributes:
    return {
        "role": "grid",
        "aria-multiselectable": "true",
        "aria-readonly": "true",
        "aria-label": table_name(table),
        "id": table.address,
        "data-address": table.address,
    }


def _caption(table: Table, place: _Place) -> Html:
    if table.caption is None:
        return NOTHING
    text = linked_text(table.caption.text, table.caption.links, place.linker)
    return addressed_html("span", "caption", table.caption.address, text, place.closing("caption"))


def _rows(rows: Sequence[Sequence[Cell]], place: _Place, *, explicit: bool = False) -> Html:
    role: Attributes = {"role": "row" if explicit else None}
    return join_html(
        element_html("tr", role, *_cells(row, place, explicit=explicit)) for row in rows
    )


def _cells(row: Sequence[Cell], place: _Place, *, explicit: bool) -> Iterator[Html]:
    only_headers = all(cell.is_header for cell in row)
    # Items that cannot be selected would cover the selectable cell that they fill.
    lists = NO_CELL_LISTS if place.reason("item") else place.lists
    opening = partial(_item, place=place)
    for cell in row:
        address = cell.address
        attributes = _cell_attributes(
            cell.is_header,
            cell.row_span,
            cell.column_span,
            only_headers,
            explicit,
            _closed_cell(cell, place),
            address == place.stop,
            address in place.columns,
        )
        # One tab stop per table: its links are reached from their cell, with Enter.
        text = cell_html(cell, place.linker, lists, opening, {"tabindex": -1})
        tag = "th" if cell.is_header else "td"
        yield addressed_html(tag, cell_class(address, place.numbers), address, text, attributes)


@lru_cache(maxsize=1024)
def _cell_attributes(
    is_header: bool,
    row_span: int,
    column_span: int,
    only_headers: bool,
    explicit: bool,
    closed: str,
    is_stop: bool,
    is_handle: bool,
) -> Html:
    """Return the attributes of a cell that many cells share."""
    shape = Cell(0, 0, 0, "", (), is_header, row_span, column_span)
    attributes = span_attributes(shape)
    if is_header:
        attributes["scope"] = scope_of(shape, only_headers=only_headers)
    if explicit:
        header = "columnheader" if only_headers else "rowheader"
        attributes["role"] = header if is_header else "gridcell"
    attributes |= {"data-closed": closed} if closed else {"aria-selected": "false"}
    if is_stop:
        attributes["tabindex"] = 0
    if is_handle:
        attributes["data-column"] = True
    return attributes_html(attributes)


# --- long tables ---------------------------------------------------------------------------------


def _chunks(table: Table, place: _Place) -> Html:
    """Return a grid of separate tables, one below the other."""
    head, body = split_head(table)
    widths = _widths(table)
    columns = element_html("colgroup", {}, *(open_html("col", {"width": w}) for w in widths))
    grid: Attributes = {
        "class": f"grid grid--{table.kind} grid--fixed",
        "width": sum(widths),
        "role": "rowgroup",
    }

    def part(rows: Sequence[Sequence[Cell]], name: str, tag: str) -> Html:
        inner = element_html(tag, {"role": "none"}, _rows(rows, place, explicit=True))
        chunk = element_html("table", grid, columns, inner)
        return element_html("div", {"class": f"chunk chunk--{name}"}, chunk)

    parts = [part(head, "head", "thead")] if head else []
    for number, rows in enumerate(_cut(body, start=len(head))):
        parts.append(part(rows, "first" if number == 0 else "rest", "tbody"))
    chunks = element_html("div", {"class": "chunks", **_grid(table)}, *parts)
    caption = _caption(table, place)
    if not caption:
        return chunks
    return join_html([element_html("p", {"class": "grid-caption"}, caption), chunks])


def _cut(rows: Sequence[Sequence[Cell]], *, start: int) -> Iterator[Sequence[Sequence[Cell]]]:
    """Yield runs of rows, never cut inside a cell. `start` is the first row's number."""
    chunk: list[Sequence[Cell]] = []
    reach = 0
    for number, row in enumerate(rows, start=start):
        if len(chunk) >= ROWS_A_CHUNK and number >= reach:
            yield chunk
            chunk = []
        chunk.append(row)
        reach = max([reach, *(cell.row + cell.row_span for cell in row)])
    if chunk:
        yield chunk


def _widths(table: Table) -> list[int]:
    """Return column widths that fit nine of ten texts and every word of the headers."""
    texts: list[list[int]] = [[] for _column in range(table.column_count)]
    words = [_NARROWEST] * table.column_count
    head, body = split_head(table)
    for row in body:
        for cell in row:
            if cell.column_span == 1:
                texts[cell.column].append(_length(cell, cell.text.split("\n")))
    for row in head:
        for cell in row:
            if cell.column_span == 1:
                longest = _length(cell, cell.text.split()) + _PADDING + _HANDLE
                words[cell.column] = max(words[cell.column], longest)
    widths = []
    for number, column in enumerate(texts):
        column.sort()
        usual = column[len(column) * 9 // 10] if column else 0
        handle = _HANDLE if number == 0 else 0
        widths.append(min(_WIDEST, max(words[number], usual + _PADDING + handle)))
    return widths


def _length(cell: Cell, parts: Sequence[str]) -> int:
    """Return the longest of the cell's lines or words, in pixels."""
    letter = _A_BOLD_LETTER if cell.is_header else _A_LETTER
    return letter * max(map(len, parts), default=0)
