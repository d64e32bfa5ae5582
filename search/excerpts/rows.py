"""Rows of tables as excerpts: their cells under the headers of their columns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from search.excerpts.cutting import TextParts, cut_parts, marked_parts
from search.excerpts.marking import Marks
from search.excerpts.passages import (
    ElementRange,
    Passage,
    Range,
    heads_columns,
    heads_group,
    only_heads,
)
from wiki.parsing import addresses
from wiki.parsing.elements import Cell, PageDocument, Table

_Rows = tuple[tuple[Cell, ...], ...]

# More columns than this are not read in a list of results; a phone has room for fewer.
MOST_COLUMNS = 8
COLUMNS_ON_PHONE = 4
CELL_LENGTH = 90


@dataclass(frozen=True, slots=True)
class RowCell:
    """A cell of the row, with the header of its column."""

    header: TextParts
    parts: TextParts
    # The cell is the header of its row.
    is_header: bool = False
    # Narrow screens leave it out.
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class RowExcerpt:
    """A row that matched, or the first row under a header that did."""

    # The table's caption, and the header of the row's group.
    labels: tuple[TextParts, ...]
    columns: tuple[RowCell, ...]
    # The number of columns that are not shown.
    left_out: int = 0
    is_infobox: bool = False

    @property
    def has_headers(self) -> bool:
        return any(column.header for column in self.columns)


def row_excerpt(
    document: PageDocument, passage: Passage, ranges: list[Range], marks: Marks
) -> RowExcerpt | None:
    """Return the row of this passage, with its matches marked.

    Headers say little on their own: the first row below them is shown instead.
    """
    first = document.find(passage.elements[0].address)
    if not isinstance(first, Cell):
        return None
    table = document.find(addresses.table(first.table))
    if not isinstance(table, Table):
        return None
    places: dict[str, list[ElementRange]] = {}
    for found in ranges:
        for place in passage.locate(found):
            places.setdefault(place.address, []).append(place)
    columns = table.column_count
    row = _row_to_show(table, first.row, columns)
    # Headers without rows below them are shown themselves.
    above = () if only_heads(table.rows[row], columns) else table.rows[:row]
    cells = _cells_of_row(table, row)
    headers = {cell.address: _marked(_column_header(above, columns, cell), marks) for cell in cells}
    matching = {address for address, parts in headers.items() if any(p.is_marked for p in parts)}
    shown = _chosen(cells, places, matching, MOST_COLUMNS)
    on_phone = _chosen(shown, places, matching, COLUMNS_ON_PHONE)
    return RowExcerpt(
        # An infobox has the page's own title, which is shown above the row already.
        labels=tuple(
            _marked(label, marks)
            for label in (_caption(table), _group(above, columns))
            if label and label != document.title
        ),
        columns=tuple(
            RowCell(
                header=headers[cell.address],
                parts=_parts(cell, places.get(cell.address, [])),
                is_header=cell.is_header,
                is_extra=cell not in on_phone,
            )
            for cell in shown
        ),
        left_out=len(cells) - len(shown),
        is_infobox=table.kind == "infobox",
    )


def _row_to_show(table: Table, row: int, columns: int) -> int:
    """Return the row itself, or the first row below these headers."""
    beneath = range(row, len(table.rows))
    headed = (
        number
        for number in beneath
        if any(cell.text for cell in table.rows[number])
        and not only_heads(table.rows[number], columns)
    )
    return next(headed, row)


def _cells_of_row(table: Table, row: int) -> list[Cell]:
    """Return all cells of the row, including those that span it from above."""
    cells = [
        cell
        for above in table.rows[: row + 1]
        for cell in above
        if cell.row <= row < cell.row + cell.row_span
    ]
    return sorted(cells, key=lambda cell: cell.column)


def _chosen(
    cells: list[Cell], matching: Collection[str], under_matching: Collection[str], most: int
) -> list[Cell]:
    """Choose the first cell, which says what the row is about, then matching cells, then others."""
    by_worth = sorted(
        cells,
        key=lambda cell: (
            cell is not cells[0],
            cell.address not in matching,
            cell.address not in under_matching,
            not cell.text,
        ),
    )
    return [cell for cell in cells if cell in by_worth[:most]]


def _parts(cell: Cell, places: list[ElementRange]) -> TextParts:
    ranges = [(place.start, place.end) for place in places]
    around = ranges[0][0] if ranges else 0
    return cut_parts(cell.text, ranges, around=around, length=CELL_LENGTH)


def _marked(text: str, marks: Marks) -> TextParts:
    return marked_parts(text, marks.find(text))


def _column_header(above: _Rows, columns: int, cell: Cell) -> str:
    """Return the nearest headers above the cell, outermost first."""
    run: list[Cell] = []
    for row in reversed(above):
        if heads_group(row, columns):
            continue
        header = next(
            (
                other
                for other in row
                if other.column <= cell.column < other.column + other.column_span
            ),
            None,
        )
        if heads_columns(row):
            if header is not None and header.text:
                run.append(header)
        elif run:
            break
    return " · ".join(dict.fromkeys(_line(header.text) for header in reversed(run)))


def _caption(table: Table) -> str:
    return _line(table.caption.text) if table.caption is not None else ""


def _group(above: _Rows, columns: int) -> str:
    """Return the header across the whole table that is nearest above the row."""
    row = next((row for row in reversed(above) if heads_group(row, columns)), ())
    return _line(" ".join(cell.text for cell in row))


def _line(text: str) -> str:
    return text.replace("\n", " ")
