"""Assembly of boxes, the tables and infoboxes that were cut out of the text."""

import re
from collections.abc import Callable

from wiki.parsing import blocks as raw
from wiki.parsing.draft import PageDraft, shifted
from wiki.parsing.elements import Caption, Cell, Table
from wiki.parsing.infobox import Infobox
from wiki.parsing.inline import ListLine, RenderedText, render_cell, render_lines, strip_markup
from wiki.parsing.markers import BOX_CLOSE, BOX_OPEN
from wiki.parsing.tables import RawCell, RawTable, lay_out

_BOX = re.compile(f"{BOX_OPEN}(\\d+){BOX_CLOSE}")
_LAYOUT_TABLE = re.compile(
    r"""class\s*=\s*["']?[^"'|]*\b(?:navbox|metadata|ambox|mbox-small|vertical-navbox)""",
    re.IGNORECASE,
)
_INFOBOX_TABLE = re.compile(r"""class\s*=\s*["']?[^"'|]*\binfobox\b""", re.IGNORECASE)
_DEEPEST_INFOBOX = 3

# The numbers of nested boxes, with the addresses of the cells that contain them.
_Nested = list[tuple[int, str | None]]


def without_boxes(text: str, *, gap: str = "") -> tuple[str, list[int]]:
    """Return marked text without its boxes, and the numbers of the boxes."""
    if BOX_OPEN not in text:
        return text, []
    return _BOX.sub(gap, text), [int(number) for number in _BOX.findall(text)]


class BoxAssembler:
    """An assembler of the tables of one page, each once."""

    def __init__(
        self, draft: PageDraft, boxes: list[object], add_prose: Callable[[str], None]
    ) -> None:
        self._draft = draft
        self._boxes = boxes
        self._add_prose = add_prose
        self._used: set[int] = set()
        self._cells = 0

    def add(self, number: int) -> None:
        """Add a table, then the tables nested in it. Not recursive, so that the depth is safe."""
        pending: _Nested = [(number, None)]
        while pending:
            number, parent = pending.pop()
            if number not in self._used and number < len(self._boxes):
                self._used.add(number)
                pending.extend(reversed(self._add_box(self._boxes[number], parent)))

    def _add_box(self, box: object, parent: str | None) -> _Nested:
        """Add a table, and return the boxes nested in it."""
        if isinstance(box, Infobox):
            return self._add_table(self._infobox_table(box), parent)
        if not isinstance(box, RawTable) or _LAYOUT_TABLE.search(box.attributes):
            return []
        nested: _Nested = []
        for stray in box.stray:
            text, numbers = without_boxes(stray, gap=" ")
            nested += [(number, parent) for number in numbers]
            self._add_prose(text)
        if _INFOBOX_TABLE.search(box.attributes):
            box.kind = "infobox"
        return self._add_table(box, parent) + nested

    def _add_table(self, table: RawTable, parent: str | None) -> _Nested:
        draft = self._draft
        build = _TableBuild(draft.next_table)
        for row in table.rows:
            self._cells += len(row)
            if self._cells > draft.limits.cells:
                self._note(table, "truncated: table_{} has more cells than the limit")
                break
            build.add_row(row)
        if not build.has_text and not build.nested:
            return []
        build.add_caption(table.caption)
        if table.is_truncated:
            self._note(table, "truncated: table_{} has more columns than the limit")
        if table.is_ragged:
            self._note(table, "ragged: table_{} has rows of different length")
        draft.next_table += 1
        added = Table(build.number, table.kind, tuple(build.rows), build.caption, parent)
        draft.blocks.append(added)
        span = draft.places.span(table.first_stamp, table.last_stamp, before=table.next_stamp)
        draft.place(added.address, span)
        for address, rendered in build.texts:
            draft.note_text(address, rendered)
        for cell, lines in build.listed:
            self._add_cell_lists(cell, lines)
        return build.nested

    def _add_cell_lists(self, cell: Cell, lines: list[ListLine]) -> None:
        """Add the lists in a cell. Lines that are not entries separate them."""
        first = 0
        for position, line in enumerate(lines, 1):
            if position == len(lines) or lines[position].start != line.end + 1:
                self._add_cell_list(cell, lines[first:position])
                first = position

    def _add_cell_list(self, cell: Cell, lines: list[ListLine]) -> None:
        remaining = iter(lines)
        for block in raw.nest([(line.prefix, cell.text[line.start : line.end]) for line in lines]):
            if self._draft.is_full():
                return
            entries = [(item, _entry(cell, next(remaining))) for item in block.items]
            self._draft.add_list(block.kind, entries, parent=cell.address)

    def _infobox_table(self, box: Infobox) -> RawTable:
        """Return an infobox as a table: a title across both columns, then labels and values."""
        table = RawTable(kind="infobox", first_stamp=box.stamp)
        table.rows.append([RawCell(True, 1, 2, strip_markup(box.title))])
        for label, value in self._infobox_rows(box, depth=0):
            label, value = strip_markup(label), strip_markup(value)
            if not value:
                table.rows.append([RawCell(True, 1, 2, label)])
            elif not label:
                table.rows.append([RawCell(False, 1, 2, value)])
            else:
                table.rows.append([RawCell(True, 1, 1, label), RawCell(False, 1, 1, value)])
        lay_out(table)
        return table

    def _infobox_rows(self, box: Infobox, *, depth: int) -> list[tuple[str, str]]:
        """Return the rows, with the rows of embedded infoboxes in their place."""
        rows: list[tuple[str, str]] = []
        for label, value in box.rows:
            is_heading = not value
            for number in without_boxes(value)[1]:
                inner = self._boxes[number]
                if (
                    isinstance(inner, Infobox)
                    and number not in self._used
                    and depth < _DEEPEST_INFOBOX
                ):
                    self._used.add(number)
                    rows += self._infobox_rows(inner, depth=depth + 1)
                    value = value.replace(f"{BOX_OPEN}{number}{BOX_CLOSE}", "")
            if BOX_OPEN in value or render_lines(value).text:
                rows.append((label, value))
            elif is_heading and label:
                rows.append((label, ""))
        return rows

    def _note(self, table: RawTable, note: str) -> None:
        """Add a note on the current table, with its line in the source."""
        draft = self._draft
        draft.notes.append(note.format(draft.next_table) + draft.places.at(table.first_stamp))


class _TableBuild:
    """The elements of one table, and the boxes and lists to add after it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rows: list[tuple[Cell, ...]] = []
        self.caption: Caption | None = None
        self.has_text = False
        self.nested: _Nested = []
        # Texts whose links and losses are noted if the table is kept.
        self.texts: list[tuple[str, RenderedText]] = []
        self.listed: list[tuple[Cell, list[ListLine]]] = []

    def add_row(self, row: list[RawCell]) -> None:
        number = len(self.rows)
        self.rows.append(tuple(self._cell(cell, number) for cell in row))

    def add_caption(self, marked: str | None) -> None:
        if marked is None:
            return
        rendered = render_lines(without_boxes(marked)[0])
        if rendered.text:
            self.caption = Caption(self.number, rendered.text, rendered.links)
            self.texts.append((self.caption.address, rendered))

    def _cell(self, cell: RawCell, row: int) -> Cell:
        text, boxes = without_boxes(cell.text, gap="\n")
        rendered, lines = render_cell(text)
        built = Cell(
            self.number,
            row,
            cell.column,
            rendered.text,
            rendered.links,
            cell.is_header,
            cell.row_span,
            cell.column_span,
        )
        self.has_text = self.has_text or bool(rendered.text)
        if rendered.links or rendered.is_lossy:
            self.texts.append((built.address, rendered))
        if boxes:
            self.nested += [(box, built.address) for box in boxes]
        if lines:
            self.listed.append((built, lines))
        return built


def _entry(cell: Cell, line: ListLine) -> RenderedText:
    """Return an entry of a list as a part of the cell's text."""
    links = tuple(
        shifted(link, -line.start)
        for link in cell.links
        if line.start <= link.start and link.end <= line.end
    )
    # A line break inside an entry becomes a space, which has the same length.
    return RenderedText(cell.text[line.start : line.end].replace("\n", " "), links, is_lossy=False)
