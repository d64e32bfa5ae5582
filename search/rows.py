"""A table's row on its own: its cells under the headers of their columns."""

from __future__ import annotations

from dataclasses import dataclass

from search.cutting import Parts, cut_parts
from search.passages import Passage, Place, Range
from wiki.parsing.elements import Cell, PageDocument, Table

# More columns than this are not read in a list of results; a phone has room for fewer.
MOST_COLUMNS = 8
COLUMNS_ON_PHONE = 4
CELL_LENGTH = 90


@dataclass(frozen=True, slots=True)
class Column:
    """A cell of the row, under what stands at the head of its column."""

    header: str
    parts: Parts
    # It heads its row.
    is_header: bool = False
    # A narrow screen leaves it out.
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class RowExcerpt:
    """A row that matched."""

    # The table's caption, and the header row that the row stands beneath.
    labels: tuple[str, ...]
    columns: tuple[Column, ...]
    # How many columns are not shown.
    left_out: int = 0
    is_infobox: bool = False

    @property
    def has_headers(self) -> bool:
        return any(column.header for column in self.columns)


def row_excerpt(document: PageDocument, passage: Passage, ranges: list[Range]) -> RowExcerpt | None:
    """The row that this passage was made of, with its matches marked."""
    first = document.find(passage.pieces[0].address)
    if not isinstance(first, Cell):
        return None
    table = document.find(f"table_{first.table}")
    if not isinstance(table, Table):
        return None
    marks: dict[str, list[Place]] = {}
    for found in ranges:
        for place in passage.places(found):
            marks.setdefault(place.address, []).append(place)
    cells = _cells_of_row(table, first.row)
    shown = _chosen(cells, marks, MOST_COLUMNS)
    on_phone = _chosen(shown, marks, COLUMNS_ON_PHONE)
    columns = tuple(
        Column(
            header=_column_header(table, first.row, cell),
            parts=_parts(cell, marks.get(cell.address, [])),
            is_header=cell.is_header,
            is_extra=cell not in on_phone,
        )
        for cell in shown
    )
    # An infobox bears the page's own title, which stands above the row already.
    labels = tuple(label for label in _labels(table, first.row) if label != document.title)
    return RowExcerpt(labels, columns, len(cells) - len(shown), table.kind == "infobox")


def _cells_of_row(table: Table, row: int) -> list[Cell]:
    """All cells of the row, those too that reach into it from above."""
    cells = [
        cell
        for above in table.rows[: row + 1]
        for cell in above
        if cell.row <= row < cell.row + cell.row_span
    ]
    return sorted(cells, key=lambda cell: cell.column)


def _chosen(cells: list[Cell], marks: dict[str, list[Place]], most: int) -> list[Cell]:
    """The first cell, which says what the row is about; those that match; then the others."""
    wanted = sorted(
        cells, key=lambda cell: (cell is not cells[0], cell.address not in marks, not cell.text)
    )
    return [cell for cell in cells if cell in wanted[:most]]


def _parts(cell: Cell, places: list[Place]) -> Parts:
    ranges = [(place.start, place.end) for place in places]
    around = ranges[0][0] if ranges else 0
    return cut_parts(cell.text, ranges, around=around, length=CELL_LENGTH)


def _heads_columns(table: Table, row: int) -> bool:
    """Whether a row holds headers only, more than one of them."""
    filled = [cell for cell in table.rows[row] if cell.text]
    return len(filled) > 1 and all(cell.is_header for cell in filled)


def _is_group(table: Table, cell: Cell) -> bool:
    """Whether a header stands across the whole table, above the rows that belong to it."""
    return cell.is_header and cell.column_span >= table.column_count > 1


def _column_header(table: Table, row: int, cell: Cell) -> str:
    """The nearest headers above the cell, outermost first."""
    run: list[Cell] = []
    for number in range(row - 1, -1, -1):
        if any(_is_group(table, other) for other in table.rows[number]):
            continue
        header = next(
            (
                other
                for other in table.rows[number]
                if other.column <= cell.column < other.column + other.column_span
            ),
            None,
        )
        if _heads_columns(table, number):
            if header is not None and header.text:
                run.append(header)
        elif run:
            break
    return " · ".join(dict.fromkeys(header.text.replace("\n", " ") for header in reversed(run)))


def _labels(table: Table, row: int) -> tuple[str, ...]:
    caption = table.caption.text.replace("\n", " ") if table.caption is not None else ""
    group = next(
        (
            cell.text.replace("\n", " ")
            for number in range(row - 1, -1, -1)
            for cell in table.rows[number]
            if _is_group(table, cell)
        ),
        "",
    )
    return tuple(label for label in (caption, group) if label)
