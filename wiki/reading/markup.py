"""HTML of a page's elements, written by the escaping writer of `wiki.reading.html` alone.

Each element carries its address as `id` and `data-address`, so that it can be linked to and
selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from urllib.parse import quote

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from wiki.parsing.elements import (
    Block,
    Cell,
    Item,
    Link,
    Links,
    ListBlock,
    ListKind,
    PageDocument,
    Section,
    Sentence,
    Table,
)
from wiki.reading.cell_lists import CellLists, find_cell_lists
from wiki.reading.html import (
    NOTHING,
    Attributes,
    Html,
    addressed_html,
    close_html,
    element_html,
    join_html,
    lines_html,
    open_html,
    text_html,
)
from wiki.reading.numbers import cell_class, number_cells

# What else is written into the opening tags of elements, by their addresses.
ElementMarks = Mapping[str, Attributes]

NO_MARKS: ElementMarks = {}

LIST_TAGS: Mapping[ListKind, str] = {
    "unordered_list": "ul",
    "ordered_list": "ol",
    # Its items may be at any level and in any order, which `dl` does not allow.
    "description_list": "ul",
}


def fragment_id(heading: str) -> str:
    """Return a heading's id, which cannot clash with addresses or the site's own ids."""
    return "s-" + quote(heading.replace(" ", "_"), safe="")


def page_path(title: str) -> str:
    """Return a page's path as Wikipedia writes it, with underscores for spaces."""
    return "/wiki/" + quote(title.replace(" ", "_"), safe="/:,()'!*@&=+$;~")


@dataclass(frozen=True)
class Linker:
    """A map from link targets to URLs. Targets that are not in the corpus stay plain text."""

    pages: Mapping[str, str] = field(default_factory=dict)
    query: str = ""

    def href(self, link: Link) -> str | None:
        title = self.pages.get(link.target)
        if title is None:
            return None
        anchor = "#" + fragment_id(link.fragment) if link.fragment else ""
        return page_path(title) + self.query + anchor


def page_html(document: PageDocument, linker: Linker, marks: ElementMarks = NO_MARKS) -> SafeString:
    """Return the whole page: paragraphs, headings, tables and lists in document order."""
    flagged = frozenset(document.flagged_sections)
    blocks = _blocks(document.blocks, linker, flagged, marks)
    return mark_safe(join_html(blocks, "\n"))  # noqa: S308


def _blocks(
    blocks: Sequence[Block], linker: Linker, flagged: frozenset[str], marks: ElementMarks
) -> Iterator[Html]:
    named: set[str] = set()
    lists = find_cell_lists(blocks)
    for is_prose, group in groupby(blocks, key=lambda block: isinstance(block, Sentence)):
        if is_prose:
            sentences = [block for block in group if isinstance(block, Sentence)]
            yield from paragraphs_html(sentences, linker, marks=marks)
            continue
        for block in group:
            if isinstance(block, Section):
                yield heading_html(block, named, marks)
                if block.address in flagged:
                    yield note_html(_("This section is marked as lacking references."))
            elif isinstance(block, Table):
                yield table_html(block, linker, lists, marks)
            elif isinstance(block, ListBlock) and block.number not in lists.numbers:
                yield list_html(block, partial(_item, linker=linker, marks=marks))


def paragraphs_html(
    sentences: Iterable[Sentence],
    linker: Linker,
    attributes: Attributes | None = None,
    *,
    marks: ElementMarks = NO_MARKS,
) -> Iterator[Html]:
    """Yield sentences as paragraphs; each sentence gets the attributes, or those of its mark."""
    paragraph: list[Html] = []
    for sentence in sentences:
        if paragraph and (sentence.starts_paragraph or sentence.is_hatnote):
            yield element_html("p", {}, join_html(paragraph, " "))
            paragraph = []
        own = marks.get(sentence.address, attributes or {})
        html = addressed_html("span", "sentence", sentence.address, _text(sentence, linker), own)
        if sentence.is_hatnote:
            yield element_html("p", {"class": "hatnote"}, html)
        else:
            paragraph.append(html)
    if paragraph:
        yield element_html("p", {}, join_html(paragraph, " "))


def heading_html(section: Section, named: set[str], marks: ElementMarks = NO_MARKS) -> Html:
    # The id is the address. Links from other pages name a heading by its text; if two headings
    # have the same text, they mean the first.
    name = fragment_id(section.text)
    target = NOTHING if name in named else element_html("span", {"id": name})
    named.add(name)
    inner = join_html([target, text_html(section.text)])
    # HTML has headings of six levels; a file may say anything.
    level = min(max(section.level, 1), 6)
    mark = marks.get(section.address, {})
    return addressed_html(f"h{level}", "section", section.address, inner, mark)


def note_html(text: str) -> Html:
    """Return a note from Touchstone, shown above its subject."""
    return element_html("p", {"class": "section-note"}, text_html(text))


def _text(element: Sentence | Cell | Item, linker: Linker) -> Html:
    return linked_text(element.text, element.links, linker)


def linked_text(
    text: str,
    links: Links,
    linker: Linker,
    attributes: Attributes | None = None,
    *,
    start: int = 0,
    end: int | None = None,
) -> Html:
    """Return plain text with its links, escaped; line breaks inside cells are kept.

    With `start` and `end`, return only that part; a link that extends beyond it is cut.
    """
    end = len(text) if end is None else end
    if not links:
        return lines_html(text[start:end])
    parts = []
    done = start
    for link in links:
        first, last = max(link.start, start), min(link.end, end)
        if first >= last:
            continue
        parts.append(lines_html(text[done:first]))
        anchor = lines_html(text[first:last])
        href = linker.href(link)
        if href is not None:
            anchor = element_html("a", {"href": href, **(attributes or {})}, anchor)
        parts.append(anchor)
        done = last
    parts.append(lines_html(text[done:end]))
    return join_html(parts)


# --- lists ---------------------------------------------------------------------------------


def list_html(block: ListBlock, item_html: Callable[[Item], Html]) -> Html:
    """Return the flat items as nested lists, by their levels. `item_html` opens an item's `li`."""
    html: list[Html] = []
    open_tags: list[str] = []
    # The kind of list at each depth; the last is that of the list below the last item.
    kinds: list[ListKind] = [block.kind]
    for item in block.items:
        depth = min(item.level, len(open_tags))
        while len(open_tags) > depth + 1:
            html += [close_html("li"), close_html(open_tags.pop())]
        if len(open_tags) == depth + 1:
            html.append(close_html("li"))
        else:
            html.append(_open_list(kinds[depth], open_tags))
        html.append(item_html(item))
        kinds[depth + 1 :] = [item.sublist or block.kind]
    while open_tags:
        html += [close_html("li"), close_html(open_tags.pop())]
    return join_html(html)


def _item(item: Item, text: Html = NOTHING, *, linker: Linker, marks: ElementMarks) -> Html:
    kind = "item item--term" if item.is_term else "item"
    named: Attributes = {"class": kind, "id": item.address, "data-address": item.address}
    opening = open_html("li", {**named, **marks.get(item.address, {})})
    return join_html([opening, text or _text(item, linker)])


def _open_list(kind: ListKind, open_tags: list[str]) -> Html:
    tag = LIST_TAGS[kind]
    open_tags.append(tag)
    return open_html(tag, {"class": f"list list--{kind.removesuffix('_list')}"})


# --- tables --------------------------------------------------------------------------------


def table_html(
    table: Table, linker: Linker, lists: CellLists, marks: ElementMarks = NO_MARKS
) -> Html:
    """Return a table in a box that scrolls."""
    parts = []
    if table.caption is not None:
        inner = linked_text(table.caption.text, table.caption.links, linker)
        address = table.caption.address
        caption = addressed_html("span", "caption", address, inner, marks.get(address, {}))
        parts.append(element_html("caption", {}, caption))
    head, body = split_head(table)
    numbers = number_cells(table, head)

    def rows_html(rows: Sequence[Sequence[Cell]]) -> Iterator[Html]:
        return (_row(row, linker, lists, numbers, marks) for row in rows)

    if head:
        parts.append(element_html("thead", {}, *rows_html(head)))
    parts.append(element_html("tbody", {}, *rows_html(body)))
    mark = marks.get(table.address, {})
    kind = f"grid grid--{table.kind}"
    grid = addressed_html("table", kind, table.address, join_html(parts), mark)
    # The box scrolls, so it must be reachable by keyboard and have a name.
    box: Attributes = {
        "class": f"table-box table-box--{table.kind}",
        "tabindex": 0,
        "role": "group",
        "aria-label": table_name(table),
    }
    return join_html([parent_note(table), element_html("div", box, grid)])


def table_name(table: Table) -> str:
    """Return a table's caption, or its number if it has none."""
    if table.caption is not None:
        return table.caption.text.replace("\n", " ")
    return _("Infobox") if table.kind == "infobox" else _("Table %d") % (table.number + 1)


def parent_note(table: Table) -> Html:
    """Return a link to the cell that contains a nested table."""
    if table.parent is None:
        return NOTHING
    text = text_html(_("This table is inside a cell of another table."))
    link = element_html("a", {"href": f"#{table.parent}"}, text)
    return element_html("p", {"class": "section-note"}, link)


def split_head(table: Table) -> tuple[list[Sequence[Cell]], list[Sequence[Cell]]]:
    """Return the leading rows that have only headers, which stay in view, and the rest.

    There is no head if one of its cells extends into the rows below it.
    """
    rows: list[Sequence[Cell]] = list(table.rows)
    if table.kind == "infobox":
        return [], rows
    count = 0
    for number, row in enumerate(rows):
        if not row or not all(cell.is_header for cell in row):
            break
        count = number + 1
    if count == len(rows):
        return [], rows
    reach = max((c.row + c.row_span for row in rows[:count] for c in row), default=0)
    return ([], rows) if reach > count else (rows[:count], rows[count:])


def _row(
    row: Sequence[Cell],
    linker: Linker,
    lists: CellLists,
    numbers: frozenset[str],
    marks: ElementMarks,
) -> Html:
    only_headers = all(cell.is_header for cell in row)
    opening = partial(_item, linker=linker, marks=marks)
    cells = []
    for cell in row:
        attributes = span_attributes(cell)
        if cell.is_header:
            attributes["scope"] = scope_of(cell, only_headers=only_headers)
        attributes |= marks.get(cell.address, {})
        kind = cell_class(cell.address, numbers)
        text = cell_html(cell, linker, lists, opening)
        tag = "th" if cell.is_header else "td"
        cells.append(addressed_html(tag, kind, cell.address, text, attributes))
    return element_html("tr", {}, *cells)


def cell_html(
    cell: Cell,
    linker: Linker,
    lists: CellLists,
    item_html: Callable[[Item, Html], Html],
    attributes: Attributes | None = None,
) -> Html:
    """Return the inside of a cell: its text, with items of lists as lists.

    `item_html` opens an item's `li` with this text. Line breaks around items are white space, not
    `br`, so that the cell's text stays the same in every character. Links get the attributes.
    """

    def part(start: int, end: int) -> Html:
        return linked_text(cell.text, cell.links, linker, attributes, start=start, end=end)

    if not cell.links and not lists.by_cell:
        return lines_html(cell.text)
    if cell.address not in lists.by_cell:
        return part(0, len(cell.text))
    html = []
    done = 0
    for placed in lists.by_cell[cell.address]:

        def item_line(item: Item, lines: Mapping[int, tuple[int, int]] = placed.lines) -> Html:
            start, end = lines[item.number]
            line_end = text_html("\n" if end < len(cell.text) else "")
            return item_html(item, join_html([part(start, end), line_end]))

        if done < placed.start:
            html += [part(done, placed.start - 1), text_html("\n")]
        html.append(list_html(placed.block, item_line))
        done = placed.end + 1
    return join_html([*html, part(done, len(cell.text))])


def span_attributes(cell: Cell) -> Attributes:
    """Return the `colspan` and `rowspan` of a cell that covers more than its own place."""
    attributes: Attributes = {}
    if cell.column_span > 1:
        attributes["colspan"] = cell.column_span
    if cell.row_span > 1:
        attributes["rowspan"] = cell.row_span
    return attributes


def scope_of(header: Cell, *, only_headers: bool) -> str:
    """Return the scope of a header cell; a row with only headers has headers of columns."""
    if only_headers:
        return "colgroup" if header.column_span > 1 else "col"
    return "rowgroup" if header.row_span > 1 else "row"
