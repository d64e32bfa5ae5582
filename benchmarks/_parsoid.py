"""Pages as HTML in the manner of Parsoid, made from their elements.

No rendered Wikipedia is at hand offline. This gives HTML of the same build and bulk: sections,
ids on everything, references after sentences, template data in attributes, figures, navigation.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from msgspec.structs import replace

from wiki.parsing.elements import (
    Block,
    Cell,
    Item,
    Link,
    ListBlock,
    PageDocument,
    Section,
    Sentence,
    Table,
)
from wiki.parsing.page import ParsedPage
from wiki.reading.cell_lists import CellList, find_cell_lists

_TAGS = {"unordered_list": "ul", "ordered_list": "ol", "description_list": "dl"}
_HEAD = (
    '<!DOCTYPE html>\n<html prefix="dc: http://purl.org/dc/terms/ mw: http://mediawiki.org/rdf/">'
    '<head><meta charset="utf-8"/><base href="//en.wikipedia.org/wiki/"/><title>{0}</title>'
    '<link rel="dc:isVersionOf" href="//en.wikipedia.org/wiki/{1}"/></head>'
    '<body class="mw-content-ltr mw-body-content parsoid-body mw-parser-output" dir="ltr">'
)
_REFERENCE = (
    '<sup about="#mwt{0}" class="mw-ref reference" id="cite_ref-{0}" rel="dc:references" '
    'typeof="mw:Extension/ref" data-mw=\'{{"name":"ref","attrs":{{"name":"r{0}"}},"body":'
    '{{"id":"mw-reference-text-cite_note-{0}"}}}}\'><a href="./Page#cite_note-{0}" '
    'style="counter-reset: mw-Ref {0};"><span class="mw-reflink-text">[{0}]</span></a></sup>'
)
_FIGURE = (
    '<figure class="mw-default-size" typeof="mw:File/Thumb" id="mwF{0}"><a href="./File:X{0}.jpg" '
    'class="mw-file-description"><img resource="./File:X{0}.jpg" src="//upload.test/{0}.jpg" '
    'height="165" width="220" class="mw-file"/></a><figcaption>A view.</figcaption></figure>'
)
_NAVIGATION = (
    '<div role="navigation" class="navbox" about="#mwt0" typeof="mw:Transclusion"><table><tbody>'
    + '<tr><th scope="row" class="navbox-group">Group</th><td class="navbox-list"><ul>'
    '<li><a rel="mw:WikiLink" href="./A">A</a></li><li><a rel="mw:WikiLink" href="./B">B</a></li>'
    "</ul></td></tr>" * 8 + "</tbody></table></div>"
)


def render_page(page: ParsedPage, *, most_characters: int | None = None) -> str:
    """Return a page as HTML; blocks beyond the wished length are left out."""
    writer = _Writer()
    parts = [_HEAD.format(escape(page.title), _href(page.title))]
    length = 0
    for block in page.document.blocks:
        if isinstance(block, Table | ListBlock) and block.parent is not None:
            continue
        piece = "".join(writer.block(block, page.document))
        parts.append(piece)
        length += len(piece)
        if most_characters is not None and length > most_characters:
            break
    parts.append(writer.end_paragraph())
    parts.append(_NAVIGATION)
    parts += [
        f'<link rel="mw:PageProp/Category" href="./Category:{_href(name)}"/>'
        for name in page.categories
    ]
    return "".join([*parts, "</body></html>"])


class _Writer:
    def __init__(self) -> None:
        self.identifiers = 0
        self.references = 0
        self.sentences: list[str] = []

    def block(self, block: Block, document: PageDocument) -> Iterator[str]:
        if isinstance(block, Sentence) and not block.is_hatnote:
            if block.starts_paragraph:
                yield self.end_paragraph()
            self.references += 1
            self.sentences.append(
                self.text(block.text, block.links) + _REFERENCE.format(self.references)
            )
            return
        yield self.end_paragraph()
        if isinstance(block, Sentence):
            yield f'<div role="note" class="hatnote">{self.text(block.text, block.links)}</div>'
        elif isinstance(block, Section):
            yield f'<h{block.level} id="{self.identifier()}">{escape(block.text)}</h{block.level}>'
            yield _FIGURE.format(self.identifiers)
        elif isinstance(block, Table):
            yield from self.table(block, document)
        else:
            yield from self.list(
                block, {item.number: (item.text, item.links) for item in block.items}
            )

    def end_paragraph(self) -> str:
        if not self.sentences:
            return ""
        text = " ".join(self.sentences)
        self.sentences.clear()
        return f'<p id="{self.identifier()}">{text}</p>\n'

    def identifier(self) -> str:
        self.identifiers += 1
        return f"mw{self.identifiers:X}"

    def text(self, text: str, links: tuple[Link, ...]) -> str:
        parts = []
        done = 0
        for link in links:
            fragment = f"#{_href(link.fragment)}" if link.fragment else ""
            parts.append(escape(text[done : link.start]))
            parts.append(
                f'<a rel="mw:WikiLink" href="./{_href(link.target)}{fragment}" '
                f'title="{escape(link.target)}" id="{self.identifier()}">'
                f"{escape(text[link.start : link.end])}</a>"
            )
            done = link.end
        parts.append(escape(text[done:]))
        return "".join(parts).replace("\n", "<br/>")

    def table(self, table: Table, document: PageDocument) -> Iterator[str]:
        kind = "infobox vcard" if table.kind == "infobox" else "wikitable sortable"
        yield f'<table class="{kind}" id="{self.identifier()}">'
        if table.caption is not None:
            yield f"<caption>{self.text(table.caption.text, table.caption.links)}</caption>"
        yield "<tbody>"
        nested: dict[str, list[Table]] = {}
        for block in document.blocks:
            if isinstance(block, Table) and block.parent is not None:
                nested.setdefault(block.parent, []).append(block)
        lists = find_cell_lists(document.blocks)
        for row in table.rows:
            yield f'<tr id="{self.identifier()}">\n'
            for cell in row:
                yield self.start_of_cell(cell)
                yield from self.cell(cell, lists.by_cell.get(cell.address, ()))
                for inner in nested.get(cell.address, ()):
                    yield from self.table(inner, document)
                yield "</th>" if cell.is_header else "</td>"
            yield "</tr>"
        yield "</tbody></table>\n"

    def start_of_cell(self, cell: Cell) -> str:
        spans = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
        spans += f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
        tag = "th" if cell.is_header else "td"
        return f'<{tag}{spans} id="{self.identifier()}">'

    def cell(self, cell: Cell, lists: Sequence[CellList]) -> Iterator[str]:
        done = 0
        for placed in lists:
            yield self.text(*_part(cell, done, placed.start))
            entries = {number: _part(cell, *line) for number, line in placed.lines.items()}
            yield from self.list(placed.block, entries)
            done = placed.end + 1
        yield self.text(*_part(cell, done, len(cell.text)))

    def list(
        self, block: ListBlock, entries: Mapping[int, tuple[str, tuple[Link, ...]]]
    ) -> Iterator[str]:
        """Write the entries with lists in them; ``open_tags`` are those to be closed."""
        open_tags: list[str] = []
        for item in block.items:
            while len(open_tags) > item.level + 1:
                yield f"{_end_of_entry(open_tags[-1])}</{open_tags.pop()}>"
            if len(open_tags) == item.level + 1:
                yield _end_of_entry(open_tags[-1])
            while len(open_tags) < item.level + 1:
                tag = self.list_tag(block, item, len(open_tags))
                open_tags.append(tag)
                yield f'<{tag} id="{self.identifier()}">'
                if len(open_tags) < item.level + 1:
                    yield "<dd>" if tag == "dl" else "<li>"
            entry = "dd" if open_tags[-1] == "dl" else "li"
            yield f'<{entry} id="{self.identifier()}">{self.text(*entries[item.number])}'
        while open_tags:
            yield f"{_end_of_entry(open_tags[-1])}</{open_tags.pop()}>"

    def list_tag(self, block: ListBlock, item: Item, level: int) -> str:
        if level == 0:
            return _TAGS[block.kind]
        position = block.items.index(item)
        above = block.items[position - 1].sublist if position else None
        return _TAGS[above] if above is not None else "ul"


def _part(cell: Cell, start: int, end: int) -> tuple[str, tuple[Link, ...]]:
    """Return a part of a cell's text, and the links in it."""
    links = (link for link in cell.links if start <= link.start and link.end <= end)
    moved = (replace(link, start=link.start - start, end=link.end - start) for link in links)
    return cell.text[start:end], tuple(moved)


def _end_of_entry(tag: str) -> str:
    return "</dd>" if tag == "dl" else "</li>"


def _href(title: str) -> str:
    return quote(title.replace(" ", "_"), safe="/:(),!'*;@$~")
