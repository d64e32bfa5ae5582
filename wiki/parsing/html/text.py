"""Inline HTML as marked text: links, line breaks and formulas.

The marks are those of the wikitext parser, so both parsers share all later stages. In marked text
"&" always starts an entity, hence the escaping here.
"""

import json
import re
from collections.abc import Callable

from lxml.etree import _Element

from wiki.parsing.html import tables
from wiki.parsing.html.links import link_target
from wiki.parsing.html.rules import (
    BLOCK_TAGS,
    DROPPED_TAGS,
    ENTRY_TAGS,
    LIST_MARKS,
    TERM_MARKS,
    Treatment,
    treatment_of,
)
from wiki.parsing.html.source import HtmlSource, escape, is_invisible
from wiki.parsing.markers import (
    BOX_CLOSE,
    BOX_OPEN,
    BREAK,
    CITATION,
    DROPPED,
    ENTRY_MARK,
    LINK_CLOSE,
    LINK_MIDDLE,
    LINK_OPEN,
    LOSSY,
    NEWLINE,
)
from wiki.parsing.superscripts import is_exponent, is_number

# Deeper elements are read as bare text; articles stay below 60.
DEEPEST = 150
_TEX_STYLE = re.compile(r"\{?\\(?:displaystyle|textstyle) ?(.*?)\}?", re.DOTALL)
_TEX_LAYOUT = re.compile(r"\\(?:displaystyle|textstyle|left|right|,|;|!|quad|qquad)(?![a-zA-Z])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# A link cannot contain links, tables or lists.
_NO_ANCHOR = re.compile(f"[{LINK_OPEN}{BOX_OPEN}{ENTRY_MARK}]")
_BASE_TAGS = frozenset(["i", "em", "var", "sub"])
_GAP_BEFORE = re.compile(r"\b(?:at|in|near|of|from|to|is|are|around|about|by)\s*$", re.IGNORECASE)


class TextReader:
    """A reader of elements as marked text, in which blocks are only line breaks."""

    def __init__(self, source: HtmlSource) -> None:
        self.source = source
        # The lists and tables in an entry of a list, to be read after its text.
        self.deferred: list[_Element] | None = None
        # The marks of the lists around an entry in a cell.
        self.list_marks = ""
        self._handlers: dict[str, Callable[[_Element, list[str], int], None]] = {
            "a": self.link,
            "br": self._break,
            "wbr": self._nothing,
            "table": self.table,
            "math": self._formula,
            "sup": self._superscript,
            **dict.fromkeys(BLOCK_TAGS, self.block),
            **dict.fromkeys(LIST_MARKS, self.list_),
            **dict.fromkeys(ENTRY_TAGS, self.entry),
            **dict.fromkeys(DROPPED_TAGS, self._nothing),
        }

    def children(self, node: _Element, out: list[str], depth: int) -> None:
        """Read the content of an element."""
        if node.text:
            out.append(escape(node.text))
        if depth > DEEPEST:
            self._deep(node, out)
            return
        for child in node:
            self.element(child, out, depth + 1)
            if child.tail:
                out.append(escape(child.tail))

    def element(self, node: _Element, out: list[str], depth: int) -> None:
        """Read one element."""
        treatment = treatment_of(node)
        if treatment:
            self.special(node, treatment, out, depth)
            return
        handler = self._handlers.get(node.tag, self.children)
        handler(node, out, depth)

    def special(self, node: _Element, treatment: Treatment, out: list[str], depth: int) -> None:
        """Read an element that needs special treatment."""
        if treatment is Treatment.GAP:
            out.append(DROPPED)
        elif treatment is Treatment.BLANK:
            out.append(" ")
        elif treatment is Treatment.HATNOTE:
            self.block(node, out, depth)
        elif treatment is Treatment.CITATION:
            out.append(CITATION)
        elif treatment is Treatment.MATH:
            self._formula(node, out, depth)
        elif treatment is Treatment.COORDINATES:
            self._coordinates(node, out)
        elif treatment is Treatment.ERROR:
            out.append(LOSSY + DROPPED)
        elif treatment is Treatment.DISAMBIGUATION:
            self.source.is_disambiguation = True

    def block(self, node: _Element, out: list[str], depth: int) -> None:
        """Read an element that has its own lines."""
        out.append(NEWLINE)
        self.children(node, out, depth)
        out.append(NEWLINE)

    def list_(self, node: _Element, out: list[str], depth: int) -> None:
        """Read a list, or defer it if it is inside an entry of a list."""
        if self.deferred is not None:
            self.deferred.append(node)
            return
        around = self.list_marks
        self.list_marks = around + LIST_MARKS[node.tag]
        self.block(node, out, depth)
        self.list_marks = around

    def entry(self, node: _Element, out: list[str], depth: int) -> None:
        """Read an entry of a list as a line with its list marks."""
        marks = self.list_marks or "*"
        if node.tag in TERM_MARKS:
            marks = marks[:-1] + TERM_MARKS[node.tag]
        out.append(f"{NEWLINE}{ENTRY_MARK}{marks}{ENTRY_MARK}")
        self.children(node, out, depth)
        out.append(NEWLINE)

    def table(self, node: _Element, out: list[str], depth: int) -> None:
        """Read a table as a separate box."""
        if self.deferred is not None:
            self.deferred.append(node)
            return
        number = self.read_table(node, depth)
        if number is not None:
            out.append(f"{BOX_OPEN}{number}{BOX_CLOSE}")

    def read_table(self, node: _Element, depth: int) -> int | None:
        """Add a table to the boxes and return its number, or None if it has no cell."""
        table = tables.read_table(node, self, depth)
        if table is None:
            return None
        self.source.boxes.append(table)
        return len(self.source.boxes) - 1

    def _break(self, node: _Element, out: list[str], depth: int) -> None:
        out.append(BREAK)
        # In broken HTML it may have content.
        if len(node) or node.text:
            self.children(node, out, depth)

    def _nothing(self, node: _Element, out: list[str], depth: int) -> None:
        """Ignore an element."""

    def link(self, node: _Element, out: list[str], depth: int) -> None:
        inner: list[str] = []
        self.children(node, inner, depth)
        anchor = "".join(inner)
        source = self.source
        target = link_target(node, title=source.title, host=source.host)
        if not target or _NO_ANCHOR.search(anchor) or is_invisible(anchor):
            out.append(anchor)
            return
        stripped = anchor.strip()
        if stripped.startswith("Template:") and "new" in (node.get("class") or "").split():
            # The link to a template that the wiki does not have.
            source.unknown[target.partition(":")[2].lower()] += 1
            out.append(LOSSY + DROPPED)
            return
        link = f"{LINK_OPEN}{escape(target)}{LINK_MIDDLE}{stripped}{LINK_CLOSE}"
        if len(stripped) != len(anchor):
            link = " " * anchor[0].isspace() + link + " " * anchor[-1].isspace()
        out.append(link)

    def _superscript(self, node: _Element, out: list[str], depth: int) -> None:
        inner: list[str] = []
        self.children(node, inner, depth)
        raised = "".join(inner).strip()
        last = node.getprevious()
        is_base_marked = last is not None and last.tag in _BASE_TAGS and not last.tail
        if is_exponent("".join(out[-3:]), raised) or (is_base_marked and is_number(raised)):
            out.append("^" + raised)
        else:
            out += inner

    def _formula(self, node: _Element, out: list[str], depth: int) -> None:
        out.append(escape(_tex_of(node)))

    def _coordinates(self, node: _Element, out: list[str]) -> None:
        """Leave out coordinates, unless the sentence would have a gap."""
        if _GAP_BEFORE.search("".join(out[-3:])[-20:]):
            places = (n for n in node.iter() if "geo-dms" in (n.get("class") or "").split())
            out.append(escape(_bare_text(next(places, node))))
        else:
            out.append(DROPPED)

    def _deep(self, node: _Element, out: list[str]) -> None:
        self.source.note("truncated: elements nested too deeply are read as bare text")
        out.append(LOSSY)
        for child in node:
            out += [escape(_bare_text(child)), escape(child.tail or "")]


def _tex_of(node: _Element) -> str:
    """Return a formula's source from Parsoid's data or from the alternative text."""
    data = node.get("data-mw")
    if data and '"extsrc"' in data:
        try:
            return _without_layout(str(json.loads(data)["body"]["extsrc"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
    for element in node.iter("math", "img"):
        text = element.get("alttext") or element.get("alt")
        if text:
            styled = _TEX_STYLE.fullmatch(text.strip())
            return _without_layout(styled[1] if styled else text)
    return " ".join(_bare_text(node).split())


def _bare_text(node: _Element) -> str:
    return "".join(str(text) for text in node.itertext())


def _without_layout(tex: str) -> str:
    return " ".join(_TEX_LAYOUT.sub("", _CONTROL.sub(" ", tex)).split())
