"""Blocks of marked text: headings, paragraphs, lists, hatnotes and references to tables.

Blocks are found line by line, as MediaWiki finds them. Text stays marked; numbers and addresses
are assigned later, once it is known which sections are left out.
"""

import re
from dataclasses import dataclass, field

from wiki.parsing.elements import ListKind
from wiki.parsing.markers import (
    BOX_CLOSE,
    BOX_OPEN,
    CITATION,
    DROPPED,
    FLAG,
    HATNOTE,
    LINK_CLOSE,
    LINK_OPEN,
    LOSSY,
    NEWLINE,
    NOTHING,
)
from wiki.parsing.wordlists import names

_HEADING = re.compile(r"(={1,6})(.+?)(={1,6})\s*")
_BOX = re.compile(f"{BOX_OPEN}(\\d+){BOX_CLOSE}")
_LIST_PREFIX = re.compile(r"[*#:;]+")
_ITALIC_HATNOTE = re.compile(r"^:+[ \t]*''(?!')([^\n]+?)''[ \t.]*$", re.MULTILINE)
# A term up to the first colon outside a link, and its definition.
_DEFINED_TERM = re.compile(
    f"((?:[^:{LINK_OPEN}]|{LINK_OPEN}[^{LINK_CLOSE}]*{LINK_CLOSE})*+):(.*)", re.DOTALL
)
_INVISIBLE = re.compile(rf"[\s{DROPPED}{LOSSY}{NOTHING}]*")
_KINDS: dict[str, ListKind] = {
    "*": "unordered_list",
    "#": "ordered_list",
    ";": "description_list",
    ":": "description_list",
}
# The FEVEROUS reader does not support deeper levels.
_DEEPEST_LEVEL = 10

_LEFT_OUT = frozenset(
    names(
        """
        references|notes|external links|footnotes|citations|sources|further reading|
        notes and references|references and notes|notes and citations|external link|works cited|
        citations and notes|references and sources|sources and references|notes and sources|
        endnotes|general references|references and further reading|further reading and references|
        bibliography and references|references and bibliography|cited sources|cited references|
        reference|literature cited|explanatory notes|informational notes|
        footnotes and references|references and footnotes|references and external links|
        external links and references|external resources|web links|primary sources|
        secondary sources|specific references|inline citations|navigation|image gallery|gallery|
        einzelnachweise|weblinks|literatur|références|liens externes|notes et références|
        voir aussi|external references|additional reading|recommended reading|
        general and cited references|general sources
        """
    )
)
# Left out only if they contain citations: an author's works are content, and so is the source of
# a river.
_DOUBTFUL = frozenset(
    ["bibliography", "literature", "publications", "selected bibliography", "books", "source"]
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 to 6."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Prose, or a hatnote."""

    text: str
    is_hatnote: bool = False


@dataclass(frozen=True, slots=True)
class RawItem:
    """An entry of a list."""

    level: int
    text: str
    sublist: ListKind | None = None
    is_term: bool = False


@dataclass(frozen=True, slots=True)
class RawList:
    """A list with all its entries."""

    kind: ListKind
    items: tuple[RawItem, ...]


@dataclass(frozen=True, slots=True)
class BoxReference:
    """A reference to a table or infobox by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class LacksReferences:
    """A maintenance box which says that the page or section lacks references."""


RawBlock = Heading | Paragraph | RawList | BoxReference | LacksReferences


def mark_italic_hatnotes(text: str) -> str:
    """Mark indented lines in italics: hatnotes written without a template."""
    if "''" not in text or ":" not in text:
        return text
    return _ITALIC_HATNOTE.sub(rf"{HATNOTE}\1", text)


@dataclass(slots=True)
class BlockReader:
    """A collector of the blocks of a page; text is fed in reading order."""

    blocks: list[RawBlock] = field(default_factory=list)
    _paragraph: list[str] = field(default_factory=list)
    _lines: list[tuple[str, str]] = field(default_factory=list)
    # The level of a section that is being left out.
    _skipped: int | None = None
    # The level and first block of a section that is left out if it turns out to contain citations.
    _doubtful: tuple[int, int] | None = None
    _saw_citation: bool = False

    def feed(self, text: str) -> None:
        """Read text without tables."""
        if NEWLINE in text:
            text = text.replace(NEWLINE, "\n")
        if BOX_OPEN in text:
            text = _BOX.sub(r"\n\g<0>\n", text)
        if FLAG in text:
            text = text.replace(FLAG, f"\n{FLAG}\n")
        for line in text.split("\n"):
            first = line[:1]
            if first and first not in "=*#:;\x04\x0f\x10 \t":
                if self._lines:
                    self._end_list()
                self._paragraph.append(line)
            else:
                self._special(line, first)

    def add_box(self, number: int) -> None:
        """Add a table that was cut out of the text."""
        self._end_block()
        if self._skipped is None:
            self.blocks.append(BoxReference(number))

    def finish(self) -> list[RawBlock]:
        """Return all blocks."""
        self._end_block()
        self._end_doubtful(0)
        return self.blocks

    def _special(self, line: str, first: str) -> None:
        if not line or line.isspace():
            self._end_block()
        elif first == "=" and (match := _HEADING.fullmatch(line)):
            self._heading(match)
        elif first in ("*", "#", ":", ";"):
            self._end_paragraph()
            prefix = _LIST_PREFIX.match(line)
            assert prefix is not None
            self._lines.append((prefix[0], line[prefix.end() :]))
        elif first == BOX_OPEN and (box := _BOX.fullmatch(line)):
            self.add_box(int(box[1]))
        elif first == FLAG:
            self._end_block()
            if self._skipped is None:
                self.blocks.append(LacksReferences())
        elif first == HATNOTE:
            self._end_block()
            self._add(Paragraph(line[1:], is_hatnote=True))
        else:
            self._end_list()
            self._paragraph.append(line)

    def _heading(self, match: re.Match[str]) -> None:
        self._end_block()
        level = max(2, min(len(match[1]), len(match[3])))
        surplus = match[1][level:], match[3][level:]
        text = (surplus[0] + match[2] + surplus[1]).strip()
        if self._skipped is not None and level > self._skipped:
            return
        self._skipped = None
        self._end_doubtful(level)
        name = re.sub(r"[\x00-\x1b]", "", text).strip(" :").lower()
        if name in _LEFT_OUT:
            self._skipped = level
            return
        if name in _DOUBTFUL and self._doubtful is None:
            self._doubtful = (level, len(self.blocks))
            self._saw_citation = False
        self.blocks.append(Heading(level, text))

    def _end_doubtful(self, level: int) -> None:
        if self._doubtful is not None and level <= self._doubtful[0]:
            if self._saw_citation:
                del self.blocks[self._doubtful[1] :]
            self._doubtful = None

    def _end_block(self) -> None:
        self._end_paragraph()
        self._end_list()

    def _end_paragraph(self) -> None:
        if self._paragraph:
            text = " ".join(self._paragraph)
            self._paragraph.clear()
            self._add(Paragraph(text))

    def _end_list(self) -> None:
        if self._lines:
            lines = self._lines[:]
            self._lines.clear()
            if any(CITATION in text for _, text in lines):
                self._saw_citation = True
            if self._skipped is None:
                self.blocks.extend(build_lists(lines))

    def _add(self, paragraph: Paragraph) -> None:
        if CITATION in paragraph.text:
            self._saw_citation = True
        if self._skipped is None and not _INVISIBLE.fullmatch(paragraph.text):
            self.blocks.append(paragraph)


def build_lists(lines: list[tuple[str, str]]) -> list[RawList]:
    """Return the lists formed by consecutive lines with their prefixes."""
    entries: list[tuple[str, str]] = []
    for prefix, text in lines:
        if (
            prefix[-1] == ";"
            and "//" not in text
            and (split := _DEFINED_TERM.fullmatch(text)) is not None
        ):
            entries += [(prefix, split[1]), (prefix[:-1] + ":", split[2])]
        else:
            entries.append((prefix, text))
    return nest(entries)


def nest(entries: list[tuple[str, str]]) -> list[RawList]:
    """Return the lists formed by entries with their prefixes, one item per entry."""
    lists: list[RawList] = []
    items: list[RawItem] = []
    kind: ListKind | None = None
    for number, (prefix, text) in enumerate(entries):
        this = _KINDS[prefix[0]]
        if kind is not None and this != kind and items:
            lists.append(RawList(kind, tuple(items)))
            items = []
        kind = this
        below = entries[number + 1][0] if number + 1 < len(entries) else ""
        sublist = _KINDS[below[len(prefix)]] if len(below) > len(prefix) else None
        if sublist is not None and below[0] != prefix[0]:
            sublist = None
        level = min(len(prefix) - 1, _DEEPEST_LEVEL)
        items.append(RawItem(level, text, sublist, is_term=prefix[-1] == ";"))
    if items and kind is not None:
        lists.append(RawList(kind, tuple(items)))
    return lists
