"""Lists written as HTML tags in wikitext, converted to lines with list marks.

``<ol><li>a<ul><li>b</ul></ol>`` becomes ``# a`` and ``#* b``, so later stages know one notation.
All of an entry's own text is on its line, before the lists inside it, as in rendered HTML.
"""

import re
from dataclasses import dataclass, field

from wiki.parsing.markers import DROPPED, NEWLINE, NOTHING

_LIST_MARKS = {"ul": "*", "ol": "#", "dl": ":"}
_TERM_MARKS = {"dd": ":", "dt": ";"}
_ANY_LIST = re.compile(r"<(?:[uod]l|li|d[dt])(?=[\s/>])", re.IGNORECASE)
_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<tag>[uod]l|li|d[dt])(?=[\s/>])[^<>]*>"
    r"|(?P<table>^[ \t:;*#]*+\{\||<table(?=[\s/>])[^<>]*>)"
    r"|(?P<close>^[ \t]*\|\}|</table\s*>)"
    r"|(?P<heading>^==+[^\n]*==[ \t]*$)"
    r"|(?P<cell>^[ \t]*[|!]|\|\||!!|</?(?:tr|td|th|caption)(?=[\s/>])[^<>]*>)"
    rf"|(?P<line>[\n{NEWLINE}])(?P<gap>[ \t]*[\n{NEWLINE}][\s{NEWLINE}]*+)?"
    r"(?:(?P<marks>[*#:;]++)(?![ \t]*\{\|))?",
    re.MULTILINE | re.IGNORECASE,
)
# Deeper entries all get the deepest level; longer marks would only use memory.
_MOST_MARKS = 11


@dataclass(slots=True)
class _Entry:
    marks: str
    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _List:
    """A list that is still open."""

    mark: str
    # The marks of the entry or line that contains the list.
    around: str
    host: _Entry | None
    entry: _Entry | None = None
    # Whether its entries have no list around them; such a list ends with the line.
    is_implied: bool = False


def write_as_lines(text: str) -> str:
    """Return marked text with lists written as tags converted to lines with list marks."""
    if _ANY_LIST.search(text) is None:
        return text
    writer = _Writer(text)
    tokens = list(_TOKEN.finditer(text))
    # For each token, the next that is more than a line break.
    following: list[re.Match[str] | None] = []
    ahead = None
    for token in reversed(tokens):
        following.append(ahead)
        ahead = ahead if token["line"] else token
    for token, next_token in zip(tokens, reversed(following), strict=True):
        writer.process(token, next_token)
    return writer.finish()


class _Writer:
    """The state of one pass over a page; each table has its own lists."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tables: list[list[_List]] = [[]]
        # The entries that have not been written yet.
        self.entries: list[_Entry] = []
        # An entry of a wikitext list inside an entry, up to the end of its line.
        self.inner: _Entry | None = None
        # The list marks of the line outside all lists, and whether it has text.
        self.line_marks = text[: len(text) - len(text.lstrip("*#:;"))]
        self.has_text = False
        self.out = [self.line_marks]
        self.done = len(self.line_marks)
        # Whether a line break is still to be written after a list.
        self.needs_line_break = False

    def process(self, token: re.Match[str], following: re.Match[str] | None) -> None:
        """Process the next token; the one that follows shows whether a list continues."""
        self._add(self.text[self.done : token.start()])
        self.done = token.end()
        if token["tag"]:
            self._tag(token["tag"].lower(), is_end=bool(token["end"]))
        elif token["line"]:
            self._line_break(token, following)
        elif token["cell"] and len(self.tables) == 1:
            self._add(token[0])
        else:
            self._table_markup(token)

    def finish(self) -> str:
        """Return the converted text."""
        self._add(self.text[self.done :])
        self._write()
        return "".join(self.out)

    def _add(self, text: str) -> None:
        lists = self.tables[-1]
        entry = self.inner or (lists and (lists[-1].entry or lists[-1].host)) or None
        if entry is not None:
            entry.parts.append(text)
        elif not self.entries:
            if text and not text.isspace():
                self.has_text = True
                self._end_line()
            self.out.append(text)
        elif lists and not lists[-1].is_implied:
            # Text between entries is not an entry, but must not be lost.
            self.entries[-1].parts.append(text)
        elif text and not text.isspace():
            lists.clear()
            self._write()
            self._end_line()
            self.out.append(text)

    def _tag(self, name: str, *, is_end: bool) -> None:
        self.inner = None
        lists = self.tables[-1]
        if name in _LIST_MARKS:
            if not is_end:
                self._open_list(_LIST_MARKS[name])
            elif lists:
                lists.pop()
                if not lists:
                    self._write()
        elif not is_end:
            if not lists:
                self._open_list(_TERM_MARKS.get(name, "*"), is_implied=True)
            mark = _TERM_MARKS.get(name, lists[-1].mark)
            lists[-1].entry = self._start_entry(lists[-1].around + mark)
        elif lists:
            lists[-1].entry = None

    def _open_list(self, mark: str, *, is_implied: bool = False) -> None:
        lists = self.tables[-1]
        host = (lists[-1].entry or lists[-1].host) if lists else None
        around = host.marks if host else self.line_marks * self.has_text
        lists.append(_List(mark, around[: _MOST_MARKS - 1], host, is_implied=is_implied))

    def _start_entry(self, marks: str) -> _Entry:
        self.entries.append(_Entry(marks[:_MOST_MARKS]))
        return self.entries[-1]

    def _line_break(self, token: re.Match[str], following: re.Match[str] | None) -> None:
        self.inner = None
        lists = self.tables[-1]
        if lists and self._continues(token, following):
            if token["marks"]:
                host = lists[-1].entry or lists[-1].host
                self.inner = self._start_entry((host.marks if host else "") + token["marks"])
            else:
                self._add(" ")
            return
        lists.clear()
        self._write()
        self.out.append(token[0])
        self.needs_line_break = False
        self.line_marks = token["marks"] or ""
        self.has_text = False

    def _continues(self, token: re.Match[str], following: re.Match[str] | None) -> bool:
        """Return whether the lists continue after a line.

        If their end tags are missing, an empty line ends them, or an entry could swallow the rest
        of the page. So the next tag must be one that continues a list.
        """
        is_implied = self.tables[-1][-1].is_implied
        if not token["gap"] and not is_implied:
            return True
        if following is None or not following["tag"]:
            return False
        if following["end"]:
            return True
        if is_implied:
            return self.text[token.end() : following.start()].isspace() or (
                token.end() == following.start()
            )
        return following["tag"].lower() not in _LIST_MARKS

    def _table_markup(self, token: re.Match[str]) -> None:
        """Process the start or end of a cell, a table or a section, which ends all lists inside."""
        if token["heading"]:
            self.tables = [[]]
        elif token["table"]:
            self.tables.append([])
        elif token["close"]:
            self.tables = self.tables[:-1] or [[]]
        else:
            self.tables[-1].clear()
        self._write()
        if self.needs_line_break and self.text[token.start() - 1] == "\n":
            # The line break before it was mistaken for one inside an entry.
            self.out.append("\n")
        self.needs_line_break = False
        self.out.append(token[0])
        self.line_marks = ""

    def _end_line(self) -> None:
        if self.needs_line_break:
            self.out.append(NEWLINE)
            self.needs_line_break = False

    def _write(self) -> None:
        """Write the pending entries, one per line."""
        if not self.entries:
            return
        for entry in self.entries:
            text = "".join(entry.parts).strip()
            if text.strip(DROPPED + NOTHING):
                # Unescaped again when rendered: a colon would split the term.
                safe = text.replace(":", "&#58;") if entry.marks[-1] == ";" else text
                self.out.append(f"{NEWLINE}{entry.marks} {safe}")
        self.needs_line_break = True
        self.entries.clear()
        self.inner = None
        for lists in self.tables:
            for item in lists:
                item.entry = item.host = None
