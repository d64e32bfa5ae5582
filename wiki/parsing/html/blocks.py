"""Blocks of rendered HTML: headings, paragraphs, hatnotes, lists and tables in reading order.

The blocks are passed to the wikitext parser's reader as lines in its own notation. So one place
decides for both parsers which sections are left out, how lists nest and what a hatnote is.
"""

from lxml.etree import _Element

from wiki.parsing.blocks import BlockReader
from wiki.parsing.html.rules import (
    ENTRY_TAGS,
    HEADING_TAGS,
    LIST_MARKS,
    TERM_MARKS,
    Treatment,
    maintenance_names,
    treatment_of,
)
from wiki.parsing.html.source import HtmlSource, is_invisible
from wiki.parsing.html.text import DEEPEST, TextReader
from wiki.parsing.markers import BREAK, CITATION, FLAG, HATNOTE, NEWLINE, NOTHING
from wiki.parsing.template_data import LACKS_REFERENCES

# Characters that the reader of lines would mistake for markup at the start of a paragraph.
_LINE_MARKUP = tuple("=*#:;")


class FlowReader(TextReader):
    """A reader of a page's body; blocks end the paragraph before them."""

    def __init__(self, source: HtmlSource) -> None:
        super().__init__(source)
        self.lines = BlockReader()
        self._paragraph: list[str] = []
        # Cells, headings and entries are read as text, even if they contain blocks.
        self._text = TextReader(source)
        self._handlers["a"] = self._text.link

    def read(self, root: _Element) -> None:
        """Read the whole body."""
        self.children(root, self._paragraph, 0)
        self._end_paragraph()

    def block(self, node: _Element, out: list[str], depth: int) -> None:
        """Read a block, which may contain other blocks."""
        self._end_paragraph()
        if node.tag in HEADING_TAGS:
            self._heading(node, depth)
        elif node.tag in ENTRY_TAGS:
            self._entry(node, "*" if node.tag == "li" else ":", depth)
        elif node.tag != "h1":
            self.children(node, self._paragraph, depth)
            self._end_paragraph()

    def entry(self, node: _Element, out: list[str], depth: int) -> None:
        """Read an entry outside any list."""
        self.block(node, out, depth)

    def list_(self, node: _Element, out: list[str], depth: int) -> None:
        """Read a list with all its entries."""
        self._end_paragraph()
        self._entries(node, "", depth)
        self.lines.feed("\n")

    def table(self, node: _Element, out: list[str], depth: int) -> None:
        """Read a table."""
        self._end_paragraph()
        number = self._text.read_table(node, depth)
        if number is not None:
            self.lines.add_box(number)

    def special(self, node: _Element, treatment: Treatment, out: list[str], depth: int) -> None:
        """Read an element that needs special treatment."""
        if treatment is Treatment.HATNOTE:
            self._end_paragraph()
            self.lines.feed(f"{HATNOTE}{self._line(node, depth)}\n")
        elif treatment is Treatment.MAINTENANCE:
            self._end_paragraph()
            if _lacks_references(node):
                self.lines.feed(FLAG)
        else:
            super().special(node, treatment, out, depth)

    def _heading(self, node: _Element, depth: int) -> None:
        text = self._line(node, depth).strip()
        if not is_invisible(text):
            signs = "=" * int(node.tag[1])
            self.lines.feed(f"{signs}{text.replace('=', '&#61;')}{signs}\n")

    def _entries(self, node: _Element, prefix: str, depth: int) -> None:
        """Read the entries of a list; ``prefix`` are the marks of the lists around it."""
        mark = LIST_MARKS.get(node.tag, "*")
        if depth > DEEPEST:
            self._entry(node, prefix + mark, depth)
            return
        for child in node:
            tag = child.tag
            if treatment_of(child):
                continue
            if tag in LIST_MARKS:
                # A list between entries belongs to the entry before it.
                self._entries(child, prefix + mark, depth + 1)
            elif tag in ENTRY_TAGS:
                self._entry(child, prefix + TERM_MARKS.get(tag, mark), depth + 1)
            elif tag == "div":
                # In HTML, terms and their descriptions may be grouped.
                self._entries_of_group(child, node.tag, prefix, depth + 1)

    def _entries_of_group(self, group: _Element, tag: str, prefix: str, depth: int) -> None:
        for child in group:
            if child.tag in ENTRY_TAGS and not treatment_of(child):
                mark = TERM_MARKS.get(child.tag, LIST_MARKS.get(tag, "*"))
                self._entry(child, prefix + mark, depth + 1)

    def _entry(self, node: _Element, prefix: str, depth: int) -> None:
        deferred: list[_Element] = []
        self._text.deferred = deferred
        line = self._line(node, depth)
        self._text.deferred = None
        # An entry with only a citation still shows that this list has citations.
        if CITATION in line or not is_invisible(line):
            # Unescaped again when rendered: a colon would split a term from its description.
            safe = line.replace(":", "&#58;") if prefix[-1] == ";" else line
            guard = NOTHING if line.startswith(_LINE_MARKUP) else ""
            self.lines.feed(f"{prefix}{guard}{safe}")
        for element in deferred:
            if element.tag in LIST_MARKS:
                self._entries(element, prefix, depth + 1)
            else:
                number = self._text.read_table(element, depth + 1)
                if number is not None:
                    self.lines.add_box(number)

    def _line(self, node: _Element, depth: int) -> str:
        out: list[str] = []
        self._text.children(node, out, depth)
        return _one_line(out)

    def _end_paragraph(self) -> None:
        if self._paragraph:
            line = _one_line(self._paragraph)
            self._paragraph.clear()
            if line and not line.isspace():
                guard = NOTHING if line.startswith(_LINE_MARKUP) else ""
                self.lines.feed(f"{guard}{line}\n")


def _one_line(parts: list[str]) -> str:
    return "".join(parts).replace("\n", " ").replace(NEWLINE, BREAK).lstrip()


def _lacks_references(box: _Element) -> bool:
    """Return whether a maintenance box, or one inside it, says that references are missing."""
    attributes = [box.get("class") or ""]
    attributes += [child.get("class") or "" for child in box.iterdescendants()]
    return any(
        name in LACKS_REFERENCES
        for attribute in attributes
        if "box-" in attribute
        for name in maintenance_names(attribute)
    )
