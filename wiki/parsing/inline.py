"""Rendering of marked text: plain text, and its links with their offsets.

Most texts have no markup left at this stage and take a shortcut.
"""

import html
import re
from typing import NamedTuple

from wiki.parsing.elements import Link, Links
from wiki.parsing.feverous import BALANCED_ANCHOR
from wiki.parsing.list_tags import write_as_lines
from wiki.parsing.markers import (
    BREAK,
    CITATION,
    DROPPED,
    ENTRY,
    ENTRY_MARK,
    EQUALS,
    FIRST_ENTRY,
    LINK_CLOSE,
    LINK_MIDDLE,
    LINK_OPEN,
    LOSSY,
    NEWLINE,
    NOTHING,
    PIPE,
)
from wiki.parsing.superscripts import mark_exponents

_MARKED_LINK = re.compile(
    f"{LINK_OPEN}([^{LINK_MIDDLE}]*){LINK_MIDDLE}([^{LINK_CLOSE}]*){LINK_CLOSE}"
)
_LINK_MARKS = re.compile(
    f"{LINK_OPEN}[^{LINK_MIDDLE}{LINK_CLOSE}]*{LINK_MIDDLE}?|[{LINK_MIDDLE}{LINK_CLOSE}]"
)
_ANY_MARK = re.compile(r"[\x00-\x08\x0e-\x1b]")
_BALANCED = re.compile(BALANCED_ANCHOR)
_ENTRY_MARKS = re.compile(f"{ENTRY_MARK}([*#:;]+){ENTRY_MARK}")
_LIST_LINE = re.compile(rf"{_ENTRY_MARKS.pattern}|([*#:;]+)")
_BULLETS = ("•", "·")
# The role of a line that continues the entry before it.
_CONTINUES = "+"

_QUOTES = re.compile(r"'{2,}")
_EXTERNAL = re.compile(
    r"\[(?:https?:|ftp:|mailto:|irc:|news:)?//[^\s\[\]<>]*+[ \t]*+([^\[\]\n]*)\]"
    r"|\[mailto:\S+ ([^\[\]\n]*)\]"
)
_TAG = re.compile(
    r"<(/?)(br|p|div|center|blockquote|hr|li|ul|ol|dl|dd|dt|h[2-6]|span|small|sup|sub|font|big|i|b|u|s|"
    r"em|strong|strike|del|ins|code|tt|var|kbd|samp|abbr|cite|q|ruby|rb|rt|rp|bdi|bdo|wbr|mark|time|"
    r"data|dfn|a|img|section|ref|references|nowiki|noinclude|onlyinclude|includeonly|poem|gallery|"
    r"math|pre|source|syntaxhighlight|imagemap|timeline|score|hiero|link|meta|label|figure|figcaption)"
    r"(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_HEADING_TAG = re.compile(r"<h([2-6])[^<>]*>([^<>\n]*)</h\1\s*>", re.IGNORECASE)
# The only list tags left at this stage are unmatched end tags.
_BLOCK_TAGS = frozenset(
    ["p", "div", "center", "blockquote", "hr", "ul", "ol", "dl", "li", "dd", "dt"]
)

# The lookbehinds make each run of separators be tried only once, from its start.
_DROPPED_RUN = re.compile(rf"{DROPPED}[\s{DROPPED}]*{DROPPED}")
_SPACES = re.compile(r"[ \t]{2,}")
_EMPTY_BRACKETS = re.compile(
    rf" ?[(\[](?:[\s;,:/–—-]|{DROPPED}"
    rf"|(?:or|and|also|pronounced|pronunciation|listen)(?=[\s{DROPPED}]))*+[)\]]"
)
_BRACKET_START = re.compile(rf"([(\[])\s*{DROPPED}[\s;,{DROPPED}]*")
_BRACKET_END = re.compile(rf"(?<![\s;,])[\s;,]*+{DROPPED}[\s;,{DROPPED}]*(?=[)\]])")
_SEPARATORS = re.compile(rf"([;,])\s?{DROPPED}\s?[;,]")
_BEFORE_POINT = re.compile(rf" ?{DROPPED} ?(?=[,.;:!?)\]])")
_MOST_POSITIONS = 20


class RenderedText(NamedTuple):
    """An element's text, its links, and whether some content was lost."""

    text: str
    links: Links
    is_lossy: bool


class ListLine(NamedTuple):
    """An entry of a list in a cell: its list marks and its range in the cell's text."""

    prefix: str
    start: int
    end: int


def strip_markup(text: str) -> str:
    """Return marked text without tags, external links and quote marks; keep tables.

    This is done once for the whole page: quotes left open in a cell must not affect the next.
    """
    if "<" in text:
        if "<sup" in text:
            text = mark_exponents(text)
        text = _HEADING_TAG.sub(lambda m: f"\n{'=' * int(m[1])}{m[2]}{'=' * int(m[1])}\n", text)
        text = _TAG.sub(_replace_tag, write_as_lines(text))
    if "//" in text:
        text = _EXTERNAL.sub(lambda m: m[1] or m[2] or DROPPED, text)
    if "''" in text:
        text = _QUOTES.sub(_replace_quotes, text)
    return text


def _replace_tag(match: re.Match[str]) -> str:
    name = match[2].lower()
    if name == "br":
        return BREAK
    return NEWLINE if name in _BLOCK_TAGS else _gap(match)


def _replace_quotes(match: re.Match[str]) -> str:
    count = match.end() - match.start()
    # Four quotes are an apostrophe and bold type; more than five leave the rest as apostrophes.
    apostrophes = 1 if count == 4 else max(count - 5, 0)
    return "'" * apostrophes or _gap(match)


def _gap(match: re.Match[str]) -> str:
    """Return the replacement of markup; a minus sign after it must not start a row."""
    start = match.start()
    return NOTHING if start == 0 or match.string[start - 1] in "|!\n{" else ""


def render_line(text: str) -> RenderedText:
    """Return a paragraph, heading or item on one line."""
    if NOTHING in text:
        text = text.replace(NOTHING, "")
    if _ANY_MARK.search(text) is None:
        if "&" in text:
            text = html.unescape(text)
        return RenderedText(_plain(" ".join(text.split())), (), False)
    if ENTRY_MARK in text:
        text = _ENTRY_MARKS.sub("", text)
    text, is_lossy = _resolve(text.replace(ENTRY, ", "))
    return _extract_links(" ".join(text.split()), is_lossy=is_lossy)


def render_lines(text: str) -> RenderedText:
    """Return a caption's text with its line breaks."""
    return render_cell(text)[0]


def render_cell(text: str) -> tuple[RenderedText, list[ListLine]]:
    """Return a cell's text with its line breaks, and the entries of its lists."""
    if NOTHING in text:
        text = text.strip().removeprefix(NOTHING)
    if "\n" not in text and _ANY_MARK.search(text) is None:
        return render_line(text), []
    if ENTRY in text:
        text = text.replace(ENTRY, FIRST_ENTRY)
    if ENTRY_MARK in text:
        text = _ENTRY_MARKS.sub(r"\n\g<0>", text)
    text, is_lossy = _resolve(text, newline="\n", line_break=f"\n{BREAK}")
    lines: list[str] = []
    roles: list[str] = []
    pending = ""
    for marked in text.split("\n"):
        line, role = _list_line(marked)
        if not line:
            # In rendered HTML, the content of an entry may start on the next line.
            pending = role if ENTRY_MARK in marked else pending
            continue
        lines.append(line)
        roles.append(role or pending)
        pending = ""
    rendered = _extract_links("\n".join(lines), is_lossy=is_lossy)
    return rendered, _list_lines(rendered.text, roles)


def _list_line(line: str) -> tuple[str, str]:
    """Return a line of a cell without list marks, and its role: the marks or `_CONTINUES`."""
    continues = line.startswith(BREAK)
    if continues:
        line = line[1:]
    match = _LIST_LINE.match(line)
    role = (match[1] or match[2]) if match else ""
    if match:
        line = line[match.end() :].lstrip(" \t")
    if line.startswith(_BULLETS):
        line = line[1:]
    return " ".join(line.split()), _CONTINUES if continues else role


def _list_lines(text: str, roles: list[str]) -> list[ListLine]:
    """Return the entries of lists among a cell's lines; none if one entry is the whole cell."""
    lines = text.split("\n")
    # A line with nothing but markup was removed, so lines and roles cannot be matched.
    if len(lines) < 2 or len(lines) != len(roles):
        return []
    found: list[ListLine] = []
    start = 0
    for line, role in zip(lines, roles, strict=True):
        end = start + len(line)
        if role == _CONTINUES:
            if found and found[-1].end == start - 1:
                found[-1] = found[-1]._replace(end=end)
        elif role:
            found.append(ListLine(role, start, end))
        start = end + 1
    is_all = len(found) == 1 and found[0].end - found[0].start == len(text)
    return [] if is_all else found


def lossy_positions(text: str) -> list[int]:
    """Return the positions in the rendered line where content was lost, at most twenty."""
    positions: list[int] = []
    at = text.find(LOSSY)
    while at >= 0 and len(positions) < _MOST_POSITIONS:
        positions.append(len(render_line(text[:at]).text))
        at = text.find(LOSSY, at + 1)
    return positions


def _resolve(text: str, *, newline: str = " ", line_break: str = " ") -> tuple[str, bool]:
    """Resolve all marks except those of links."""
    is_lossy = LOSSY in text
    if is_lossy:
        text = text.replace(LOSSY, "")
    if CITATION in text:
        text = text.replace(CITATION, DROPPED)
    if DROPPED in text:
        text = close_gaps(text)
    text = text.replace(NEWLINE, newline).replace(BREAK, line_break)
    text = text.replace(PIPE, "|").replace(EQUALS, "=").replace(NOTHING, "")
    if "&" in text:
        text = html.unescape(text)
    return text, is_lossy


def close_gaps(text: str) -> str:
    """Return the text without the gaps that left-out templates have caused."""
    text = _DROPPED_RUN.sub(DROPPED, _SPACES.sub(" ", text))
    text = _SEPARATORS.sub(r"\1", text)
    if "(" in text or "[" in text:
        text = _EMPTY_BRACKETS.sub(lambda m: "" if DROPPED in m[0] else m[0], text)
        text = _BRACKET_END.sub("", _BRACKET_START.sub(r"\1", text))
    text = _BEFORE_POINT.sub("", text)
    return text.replace(DROPPED, "")


def _plain(text: str) -> str:
    """Return text that cannot be mistaken for a link when written."""
    if "[[" in text or "]]" in text:
        while "[[" in text or "]]" in text:
            text = text.replace("[[", "[").replace("]]", "]")
    return text


def _extract_links(text: str, *, is_lossy: bool) -> RenderedText:
    if LINK_OPEN not in text:
        return RenderedText(_plain(_ANY_MARK.sub("", text)), (), is_lossy)
    parts: list[str] = []
    links: list[Link] = []
    length = done = 0
    for match in _MARKED_LINK.finditer(text):
        before = text[done : match.start()]
        done = match.end()
        if before:
            if "[[" in before or "]]" in before or _ANY_MARK.search(before):
                before = _plain(_ANY_MARK.sub("", _LINK_MARKS.sub("", before)))
            parts.append(before)
            length += len(before)
        anchor = match[2]
        if "[" in anchor or "]" in anchor or _ANY_MARK.search(anchor):
            anchor = _plain(_ANY_MARK.sub("", _LINK_MARKS.sub("", anchor)))
        if not anchor:
            continue
        parts.append(anchor)
        target, _, fragment = match[1].partition("#")
        if target and "|" not in target and _BALANCED.fullmatch(anchor):
            links.append(Link(target, anchor, length, length + len(anchor), fragment))
        length += len(anchor)
    rest = text[done:]
    if rest:
        parts.append(_plain(_ANY_MARK.sub("", _LINK_MARKS.sub("", rest))))
    return _trimmed("".join(parts), tuple(links), is_lossy=is_lossy)


def _trimmed(text: str, links: Links, *, is_lossy: bool) -> RenderedText:
    """Return the text without white space at its ends, with its links moved."""
    stripped = text.strip()
    if len(stripped) == len(text):
        return RenderedText(text, links, is_lossy)
    offset = len(text) - len(text.lstrip())
    moved = []
    for link in links:
        start = max(link.start - offset, 0)
        end = min(link.end - offset, len(stripped))
        if start < end:
            moved.append(Link(link.target, stripped[start:end], start, end, link.fragment))
    return RenderedText(stripped, tuple(moved), is_lossy)
