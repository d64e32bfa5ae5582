"""Tables in marked text: one scanner for ``{| … |}``, for ``<table>`` and for mixtures of both.

The text has gone through ``expansion``, so every pipe in it is table markup or prose, never part
of a link or template. One pass over the page pairs the starts and ends of tables; a second pass
over each table finds its rows and cells. If MediaWiki's rules seem wrong, they still win: they
are what the author saw.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from wiki.parsing.elements import TableKind
from wiki.parsing.markers import BOX_CLOSE, BOX_OPEN, LINK_OPEN
from wiki.parsing.places import STAMP, stamp_of, without_stamp

_BOUNDARY = re.compile(
    rf"^[ \t:;*#]*\{{\||^[ \t]*\|\}}{STAMP}*|<(/?)table(?=[\s/>])[^<>]*>{STAMP}*"
    r"|^==+[^\n]*==[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_EVENT = re.compile(
    r"^[ \t]*(?:[:;*#]+[ \t]*)?(?P<open>\{\|)[^\n]*"
    rf"|^[ \t]*(?:(?P<close>\|\}}{STAMP}*)"
    r"|(?P<row>\|-+)(?P<rowattrs>[^\n]*)|(?P<caption>\|\+)"
    r"|(?P<line>[|!]))"
    r"|(?P<inline>\|\||!!)"
    r"|<(?P<end>/?)(?P<tag>table|tr|td|th|caption|tbody|thead|tfoot)(?P<attrs>(?:\s[^<>]*)?)/?>"
    rf"{STAMP}*",
    re.MULTILINE | re.IGNORECASE,
)
_SPAN = re.compile(r"""(?<![^\s"'/])(col|row)span\s*=\s*["'“”]?\s*(\d+)""", re.IGNORECASE)
# In HTML no cell may span more columns, and no real table has more.
_MOST_COLUMNS = 1000
_DEEPEST_TABLE = 20
# Lines of wiki markup that have no meaning inside a <table>.
_WIKI_ONLY = frozenset(["rowattrs", "caption", "line", "close"])


@dataclass(slots=True)
class RawCell:
    """A cell as marked text; ``column`` is set when the grid is laid out."""

    is_header: bool
    row_span: int
    column_span: int
    text: str = ""
    column: int = 0


@dataclass(slots=True)
class RawTable:
    """A table as marked text."""

    attributes: str = ""
    kind: TableKind = "general"
    caption: str | None = None
    rows: list[list[RawCell]] = field(default_factory=list)
    # Text between the start of the table and its first cell; browsers show it before the table.
    stray: list[str] = field(default_factory=list)
    is_ragged: bool = False
    is_truncated: bool = False
    # The stamps of its start and end in the source.
    first_stamp: int | None = None
    last_stamp: int | None = None
    # The stamp of what follows, if the table has no end.
    next_stamp: int | None = None


@dataclass(frozen=True, slots=True)
class TableSpan:
    """The range of an outermost table in the text, and whether its end was found."""

    start: int
    end: int
    is_closed: bool


def find_tables(text: str) -> list[TableSpan]:
    """Return the outermost tables; one without an end stops before the next heading."""
    if "{|" not in text and "<table" not in text.lower():
        return []
    stack: list[int] = []
    spans: list[TableSpan] = []
    headings: list[int] = []
    for match in _BOUNDARY.finditer(text):
        token = match[0]
        if token[0] == "=":
            headings.append(match.start())
        elif token.endswith("{|") or (token[0] == "<" and not match[1]):
            stack.append(match.start())
        elif stack:
            spans.append(TableSpan(stack.pop(), match.end(), is_closed=True))
    for start in stack:
        after = bisect_right(headings, start)
        end = headings[after] if after < len(headings) else len(text)
        spans.append(TableSpan(start, end, is_closed=False))
    spans.sort(key=lambda span: span.start)
    outermost: list[TableSpan] = []
    for span in spans:
        if not outermost or span.start >= outermost[-1].end:
            outermost.append(span)
    return outermost


@dataclass(slots=True)
class _Open:
    """A table that the scanner has entered and not left."""

    table: RawTable
    is_wiki: bool
    row: list[RawCell] | None = None
    # The place that text belongs to: "" (outside any cell), "cell" or "caption".
    place: str = ""
    parts: list[str] = field(default_factory=list)

    def add_text(self, text: str) -> None:
        if self.place:
            self.parts.append(text)
        elif text and not text.isspace():
            self.table.stray.append(text)

    def end_place(self) -> None:
        content = "".join(self.parts)
        self.parts.clear()
        if self.place == "cell" and self.row:
            self.row[-1].text = content
        elif self.place == "caption" and self.table.caption is None:
            self.table.caption = content
        self.place = ""

    def start_row(self) -> None:
        self.end_place()
        self.row = []
        self.table.rows.append(self.row)

    def start_cell(self, attributes: str, *, is_header: bool) -> None:
        self.end_place()
        if self.row is None:
            self.row = []
            self.table.rows.append(self.row)
        rows, columns = _spans(attributes)
        self.row.append(RawCell(is_header, rows, columns))
        self.place = "cell"

    def start_caption(self) -> None:
        self.end_place()
        self.place = "caption"


def scan_table(
    text: str, register: Callable[[RawTable], int], *, next_stamp: int | None = None
) -> RawTable:
    """Return the table at the start of ``text``.

    ``register`` stores each nested table and returns its number, for the reference in the cell;
    ``next_stamp`` is the stamp after the text.
    """
    scanner = _Scanner(text, register)
    for match in _EVENT.finditer(text):
        if match.start() >= scanner.position and scanner.handle(match):
            break
    return scanner.finish(next_stamp)


class _Scanner:
    """The state of one pass over a table and the tables nested in it."""

    def __init__(self, text: str, register: Callable[[RawTable], int]) -> None:
        self.text = text
        self.register = register
        self.position = 0
        self.outer = RawTable()
        self.stack = [_Open(self.outer, is_wiki=True)]
        self.is_started = False
        # The number of open tables nested too deeply: their markup counts as their parent's.
        self.ignored = 0
        self.next_pipe = -1
        # "||" separates cells only on a line that starts with "|" or "!".
        self.line_end = -1
        self.is_header_line = False

    def handle(self, match: re.Match[str]) -> bool:
        """Process one piece of table markup; return whether the outermost table has ended."""
        current = self.stack[-1]
        kind = match.lastgroup
        start = match.start()
        if kind == "inline":
            if start >= self.line_end or (match[0] == "!!" and not self.is_header_line):
                return False
        elif kind in _WIKI_ONLY and not current.is_wiki:
            return False
        current.add_text(self.text[self.position : start])
        self.position = match.end()
        if kind == "close":
            return self._end_table(match[0])
        if kind == "rowattrs":
            current.start_row()
        elif kind == "open":
            attributes = match[0].partition("{|")[2]
            self._start_table(without_stamp(attributes), stamp_of(attributes), is_wiki=True)
        elif kind == "attrs":
            tag = match["tag"].lower()
            if tag != "table":
                _html(current, tag, match["attrs"], is_end=bool(match["end"]))
            elif match["end"]:
                return self._end_table(match[0])
            else:
                self._start_table(match["attrs"], stamp_of(match[0]), is_wiki=False)
        else:
            self._start_wiki_cell(match, current)
        return False

    def finish(self, next_stamp: int | None) -> RawTable:
        """Close all open tables and return the outermost one."""
        self.ignored = 0
        for still_open in self.stack:
            still_open.table.next_stamp = next_stamp
        while len(self.stack) > 1:
            self.stack[-1].add_text(self.text[self.position :])
            self.position = len(self.text)
            self._end_table()
        if self.stack[0].place:
            self.stack[0].add_text(self.text[self.position :])
        self.stack[0].end_place()
        lay_out(self.outer)
        return self.outer

    def _start_table(self, attributes: str, stamp: int | None, *, is_wiki: bool) -> None:
        if len(self.stack) > _DEEPEST_TABLE:
            self.ignored += 1
        elif self.is_started:
            self.stack.append(_Open(RawTable(attributes, first_stamp=stamp), is_wiki))
        else:
            self.is_started = True
            self.outer.attributes = attributes
            self.outer.first_stamp = stamp
            self.stack[0].is_wiki = is_wiki

    def _end_table(self, token: str = "") -> bool:
        if self.ignored:
            self.ignored -= 1
            return False
        self.stack[-1].table.last_stamp = stamp_of(token)
        self.stack[-1].end_place()
        if len(self.stack) == 1:
            self.position = len(self.text)
            return True
        nested = self.stack.pop().table
        lay_out(nested)
        reference = f"{BOX_OPEN}{self.register(nested)}{BOX_CLOSE}"
        parent = self.stack[-1]
        (parent.parts if parent.place else parent.table.stray).append(reference)
        return False

    def _start_wiki_cell(self, match: re.Match[str], current: _Open) -> None:
        """Start a cell or caption, and skip its attributes."""
        if match.lastgroup != "inline":
            line_end = self.text.find("\n", match.end())
            self.line_end = len(self.text) if line_end < 0 else line_end
            self.is_header_line = match["line"] == "!"
        attributes, self.position = self._split_attributes(match.end())
        if match["caption"]:
            current.start_caption()
            self.line_end = -1
        else:
            current.start_cell(attributes, is_header=self.is_header_line)

    def _split_attributes(self, start: int) -> tuple[str, int]:
        """Return the attributes before a cell's single pipe, and the start of its content."""
        if self.next_pipe < start:
            # Stored, so that a long line without pipes is searched only once.
            found = self.text.find("|", start)
            self.next_pipe = found if found >= 0 else len(self.text)
        pipe = self.next_pipe
        if pipe >= self.line_end or self.text[pipe + 1 : pipe + 2] == "|":
            return "", start
        before = self.text[start:pipe]
        if LINK_OPEN in before or "[[" in before or (self.is_header_line and "!!" in before):
            return "", start
        return before, pipe + 1


def _html(current: _Open, tag: str, attributes: str, *, is_end: bool) -> None:
    if tag in ("td", "th"):
        if is_end:
            current.end_place()
        else:
            current.start_cell(attributes, is_header=tag == "th")
    elif tag == "caption":
        if is_end:
            current.end_place()
        else:
            current.start_caption()
    else:
        current.end_place()
        if tag == "tr" and not is_end:
            current.start_row()
        else:
            current.row = None


def _spans(attributes: str) -> tuple[int, int]:
    rows = columns = 1
    if "span" in attributes.lower():
        for match in _SPAN.finditer(attributes):
            number = int(match[2][:6])
            if match[1].lower() == "row":
                rows = number
            else:
                columns = min(max(number, 1), _MOST_COLUMNS)
    return rows, columns


def lay_out(table: RawTable) -> None:
    """Assign columns to cells by HTML's rules, drop empty rows and limit spans to the grid."""
    table.rows = [row for row in table.rows if row]
    height = len(table.rows)
    # The first row in which each column is free again.
    most = min(_MOST_COLUMNS, sum(cell.column_span for row in table.rows for cell in row))
    free = [0] * most
    width = 0
    for number, row in enumerate(table.rows):
        column = 0
        for position, cell in enumerate(row):
            while column < most and free[column] > number:
                column += 1
            if column >= most:
                del row[position:]
                table.is_truncated = True
                break
            cell.column = column
            left = height - number
            cell.row_span = left if cell.row_span == 0 else min(cell.row_span, left)
            width = max(width, column + 1)
            end = min(column + cell.column_span, most)
            if cell.row_span > 1:
                free[column:end] = [number + cell.row_span] * (end - column)
            column = end
    for row in table.rows:
        for cell in row:
            cell.column_span = min(cell.column_span, width - cell.column)
    table.is_ragged = _is_ragged(table, width)


def _is_ragged(table: RawTable, width: int) -> bool:
    area = sum(c.row_span * c.column_span for row in table.rows for c in row)
    return area != width * len(table.rows)
