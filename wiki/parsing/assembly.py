"""Number the blocks of a page and render their text: the last stage of parsing."""

import re
from dataclasses import dataclass, field

from wiki.parsing import blocks as raw
from wiki.parsing.elements import (
    Block,
    Caption,
    Cell,
    Item,
    Link,
    ListBlock,
    PageDocument,
    Section,
    Sentence,
    Table,
)
from wiki.parsing.infobox import Infobox
from wiki.parsing.inline import (
    ListLine,
    Rendered,
    lossy_positions,
    render_cell,
    render_line,
    render_lines,
    strip_markup,
)
from wiki.parsing.limits import Limits
from wiki.parsing.markers import BOX_CLOSE, BOX_OPEN
from wiki.parsing.page import ParsedPage, SentenceRun, TableSize
from wiki.parsing.places import Places, Span, stamp_of, without_stamp
from wiki.parsing.sentences import split_sentences
from wiki.parsing.tables import RawCell, RawTable, lay_out

_BOX = re.compile(f"{BOX_OPEN}(\\d+){BOX_CLOSE}")
_LAYOUT_TABLE = re.compile(
    r"""class\s*=\s*["']?[^"'|]*\b(?:navbox|metadata|ambox|mbox-small|vertical-navbox)""",
    re.IGNORECASE,
)
_INFOBOX_TABLE = re.compile(r"""class\s*=\s*["']?[^"'|]*\binfobox\b""", re.IGNORECASE)


@dataclass(slots=True)
class Assembler:
    """Gives every block its number; one for each page."""

    title: str
    boxes: list[object]
    limits: Limits
    places: Places = field(default_factory=Places)
    blocks: list[Block] = field(default_factory=list)
    lossy: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lacks_references: bool = False
    flagged: list[str] = field(default_factory=list)
    runs: list[SentenceRun] = field(default_factory=list)
    sizes: list[TableSize] = field(default_factory=list)
    targets: dict[str, None] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    _sentences: int = 0
    _sections: int = 0
    _tables: int = 0
    _lists: int = 0
    _items: int = 0
    _cells: int = 0
    _section: Section | None = None
    # The level of the flagged section that we are in.
    _flagged_level: int | None = None
    _run: list[int] = field(default_factory=list)
    _used: set[int] = field(default_factory=set)

    def add(self, block: raw.RawBlock) -> None:
        """Take the next block of the page."""
        if self._is_full():
            return
        if isinstance(block, raw.Paragraph):
            self._add_paragraph(block)
        elif isinstance(block, raw.RawList):
            self._add_list(block)
        elif isinstance(block, raw.BoxReference):
            self._add_box(block.number)
        elif isinstance(block, raw.Heading):
            self._add_section(block)
        else:
            self._flag()

    def result(self) -> ParsedPage:
        """Return the page, without what only the source as a whole can tell."""
        self._end_run()
        return ParsedPage(
            PageDocument(self.title, tuple(self.blocks), tuple(self.flagged)),
            lacks_references=self.lacks_references,
            lossy=tuple(dict.fromkeys(self.lossy)),
            links=tuple(self.targets),
            notes=tuple(self.notes),
            runs=tuple(self.runs),
            tables=tuple(self.sizes),
            spans=self.spans,
        )

    def _is_full(self) -> bool:
        """Return whether the page has as many blocks as it may, and note that it has."""
        if len(self.blocks) < self.limits.elements:
            return False
        if not any(note.startswith("truncated: elements") for note in self.notes):
            self.notes.append("truncated: elements beyond the limit are left out")
        return True

    def _add_section(self, block: raw.Heading) -> None:
        self._end_run()
        rendered = render_line(without_stamp(block.text))
        if not rendered.text:
            return
        section = Section(self._sections, rendered.text, block.level)
        self._sections += 1
        self._section = section
        self._register(section, rendered)
        self._place(section.address, self.places.heading(stamp_of(block.text)))
        if self._flagged_level is not None and block.level > self._flagged_level:
            self.flagged.append(section.address)
        else:
            self._flagged_level = None

    def _flag(self) -> None:
        if self._section is None:
            self.lacks_references = True
        elif self._section.address not in self.flagged:
            self.flagged.append(self._section.address)
            self._flagged_level = self._section.level

    def _add_paragraph(self, block: raw.Paragraph) -> None:
        rendered = render_line(block.text)
        text, links = rendered.text, rendered.links
        if not any(char.isalnum() for char in text):
            return
        if block.is_hatnote:
            self._end_run()
            self._register(Sentence(self._sentences, text, links, is_hatnote=True), rendered)
            self._sentences += 1
            return
        position = 0
        losses = lossy_positions(block.text) if rendered.is_lossy else []
        for link in links:
            self.targets.setdefault(link.target)
        is_first = True
        for start, end in split_sentences(text, links):
            inside: list[Link] = []
            while position < len(links) and links[position].end <= end:
                inside.append(_shifted(links[position], -start))
                position += 1
            sentence = Sentence(
                self._sentences, text[start:end], tuple(inside), starts_paragraph=is_first
            )
            is_first = False
            self._sentences += 1
            self.blocks.append(sentence)
            if any(start <= at <= end for at in losses):
                self.lossy.append(sentence.address)
            self._run.append(len(sentence.text.split()))

    def _end_run(self) -> None:
        if self._run:
            section = self._section.address if self._section else None
            first = self._sentences - len(self._run)
            self.runs.append(SentenceRun(section, first, tuple(self._run)))
            self._run.clear()

    def _add_list(self, block: raw.RawList) -> None:
        items: list[Item] = []
        losses = []
        references: list[int] = []
        for item in block.items:
            references += [int(number) for number in _BOX.findall(item.text)]
            rendered = render_line(_BOX.sub("", item.text) if references else item.text)
            if not rendered.text:
                continue
            address_number = self._items + len(items)
            built = Item(
                self._lists,
                address_number,
                rendered.text,
                rendered.links,
                item.level,
                item.sublist,
                item.is_term,
            )
            items.append(built)
            losses.append((built.address, rendered))
        if items:
            self.blocks.append(ListBlock(self._lists, block.kind, tuple(items)))
            self._lists += 1
            self._items += len(items)
            for address, rendered in losses:
                self._note(address, rendered)
        for number in references:
            self._add_box(number)

    def _add_box(self, number: int) -> None:
        """Add a table and then those nested in it; a list of what is to come bounds the depth."""
        pending: list[tuple[int, str | None]] = [(number, None)]
        while pending:
            number, parent = pending.pop()
            if number not in self._used and number < len(self.boxes):
                self._used.add(number)
                pending.extend(reversed(self._add_one_box(self.boxes[number], parent)))

    def _add_one_box(self, box: object, parent: str | None) -> list[tuple[int, str | None]]:
        """Add a table; return the numbers of those inside it, with the cells they stand in."""
        if isinstance(box, Infobox):
            return self._add_table(self._infobox_table(box), parent)
        if not isinstance(box, RawTable) or _LAYOUT_TABLE.search(box.attributes):
            return []
        nested: list[tuple[int, str | None]] = []
        for stray in box.stray:
            nested += [(int(number), parent) for number in _BOX.findall(stray)]
            self._add_paragraph(raw.Paragraph(_BOX.sub(" ", stray)))
        if _INFOBOX_TABLE.search(box.attributes):
            box.kind = "infobox"
        return self._add_table(box, parent) + nested

    def _add_table(self, table: RawTable, parent: str | None) -> list[tuple[int, str | None]]:
        number = self._tables
        rows: list[tuple[Cell, ...]] = []
        nested: list[tuple[int, str | None]] = []
        losses: list[tuple[str, Rendered]] = []
        listed: list[tuple[Cell, list[ListLine]]] = []
        for row_number, row in enumerate(table.rows):
            self._cells += len(row)
            if self._cells > self.limits.cells:
                self._note_table(table, "truncated: table_{} has more cells than the limit")
                break
            cells = []
            for cell in row:
                built, lines = self._cell(cell, number, row_number, nested, losses)
                cells.append(built)
                if lines:
                    listed.append((built, lines))
            rows.append(tuple(cells))
        if not any(cell.text for row in rows for cell in row) and not nested:
            return []
        caption = self._caption(table, number, losses)
        if table.is_truncated:
            self._note_table(table, "truncated: table_{} has more columns than the limit")
        if table.is_ragged:
            self._note_table(table, "ragged: table_{} has rows of different length")
        self._tables += 1
        added = Table(number, table.kind, tuple(rows), caption, parent)
        self.blocks.append(added)
        span = self.places.span(table.first_stamp, table.last_stamp, before=table.next_stamp)
        self._place(added.address, span)
        for address, rendered in losses:
            self._note(address, rendered)
        self.sizes.append(TableSize(number, table.kind, len(rows), added.column_count))
        for parent_cell, entries in listed:
            self._add_cell_lists(parent_cell, entries)
        return nested

    def _add_cell_lists(self, cell: Cell, lines: list[ListLine]) -> None:
        """Add the lists that stand in a cell; lines between them that are no entries part them."""
        first = 0
        for position, line in enumerate(lines, 1):
            if position == len(lines) or lines[position].start != line.end + 1:
                self._add_cell_list(cell, lines[first:position])
                first = position

    def _add_cell_list(self, cell: Cell, lines: list[ListLine]) -> None:
        remaining = iter(lines)
        for block in raw.nest([(line.prefix, cell.text[line.start : line.end]) for line in lines]):
            if self._is_full():
                return
            items: list[Item] = []
            for item in block.items:
                line = next(remaining)
                links = tuple(
                    _shifted(link, -line.start)
                    for link in cell.links
                    if line.start <= link.start and link.end <= line.end
                )
                # A line break inside an entry is a space, as long as the break was.
                text = item.text.replace("\n", " ")
                number = self._items + len(items)
                items.append(
                    Item(self._lists, number, text, links, item.level, item.sublist, item.is_term)
                )
            self.blocks.append(ListBlock(self._lists, block.kind, tuple(items), cell.address))
            self._lists += 1
            self._items += len(items)

    def _cell(
        self,
        cell: RawCell,
        table: int,
        row: int,
        nested: list[tuple[int, str | None]],
        losses: list[tuple[str, Rendered]],
    ) -> tuple[Cell, list[ListLine]]:
        text = cell.text
        boxes: list[str] = []
        if BOX_OPEN in text:
            boxes = _BOX.findall(text)
            text = _BOX.sub("\n", text)
        rendered, lines = render_cell(text)
        built = Cell(
            table,
            row,
            cell.column,
            rendered.text,
            rendered.links,
            cell.is_header,
            cell.row_span,
            cell.column_span,
        )
        if rendered.links or rendered.is_lossy:
            losses.append((built.address, rendered))
        nested += [(int(box), built.address) for box in boxes]
        return built, lines

    def _caption(
        self, table: RawTable, number: int, losses: list[tuple[str, Rendered]]
    ) -> Caption | None:
        if table.caption is None:
            return None
        rendered = render_lines(_BOX.sub("", table.caption))
        if not rendered.text:
            return None
        caption = Caption(number, rendered.text, rendered.links)
        losses.append((caption.address, rendered))
        return caption

    def _infobox_table(self, box: Infobox) -> RawTable:
        """Return an infobox as a table: a title over both columns, then labels and values."""
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
        """Return the rows, those of an embedded infobox in the place where it is embedded."""
        rows: list[tuple[str, str]] = []
        for label, value in box.rows:
            is_heading = not value
            for number in _BOX.findall(value):
                inner = self.boxes[int(number)]
                if isinstance(inner, Infobox) and int(number) not in self._used and depth < 3:
                    self._used.add(int(number))
                    rows += self._infobox_rows(inner, depth=depth + 1)
                    value = value.replace(f"{BOX_OPEN}{number}{BOX_CLOSE}", "")
            if render_lines(_BOX.sub("", value)).text or BOX_OPEN in value:
                rows.append((label, value))
            elif is_heading and label:
                rows.append((label, ""))
        return rows

    def _note_table(self, table: RawTable, note: str) -> None:
        """Note something of the table that is being added, and where that stands."""
        self.notes.append(note.format(self._tables) + self.places.at(table.first_stamp))

    def _place(self, address: str, span: Span | None) -> None:
        if span is not None:
            self.spans[address] = span

    def _register(self, block: Block, rendered: Rendered) -> None:
        self.blocks.append(block)
        self._note(block.address, rendered)

    def _note(self, address: str, rendered: Rendered) -> None:
        if rendered.is_lossy:
            self.lossy.append(address)
        for link in rendered.links:
            self.targets.setdefault(link.target)


def _shifted(link: Link, by: int) -> Link:
    return Link(link.target, link.anchor, link.start + by, link.end + by, link.fragment)
