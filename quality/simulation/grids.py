"""Tables as grids of values: subjects in rows, named columns, spans filled in. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from wiki.parsing.elements import Cell, PageDocument, Section, Table

FEWEST_ROWS, MOST_ROWS = 3, 25
_LONGEST_VALUE = 60
_NUMBER = re.compile(r"^\D{0,2}?(-?\d[\d,]*(?:\.\d+)?)(?![\d:.,/])")
_YEAR = re.compile(r"\b(1\d{3}|20\d{2})\b")
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
# Columns that number their rows, or say nothing that a sentence could.
_NOT_SAID = frozenset(
    {"no", "no.", "rank", "order", "notes", "note", "ref", "refs", "remarks", "result", "time"}
)
_NOT_NOUNS = re.compile(
    r"\b(into|by|in|on|from|to|with|at|since|after|survives|landed|own|score)\b", re.IGNORECASE
)
_SAID_AS = {
    "gold": "number of gold medals",
    "silver": "number of silver medals",
    "bronze": "number of bronze medals",
    "total": "total number of medals",
}
_PROPER = frozenset(
    {
        *("Olympic", "Apollo", "Alpine", "European", "Swiss", "German", "Italian", "French"),
        *("English", "Hungarian", "Czech", "Latin", "Soviet", "American", "Academy", "Austrian"),
        *("African", "Summer", "World", "Nobel", "Fellini", "Hitchcock"),
    }
)
_PREPOSITIONS = frozenset({"of", "in", "by", "on", "from", "at", "above", "below", "over", "and"})
_TIMES = re.compile(r"year|date|ascent|launch|founding|season|birth|death", re.IGNORECASE)
# "Opened" of a bridge: the bridge was opened.
EVENTS = {
    "opened": "was opened",
    "completed": "was completed",
    "built": "was built",
    "founded": "was founded",
    "launched": "was launched",
    "born": "was born",
    "died": "died",
}


class ColumnKind(Enum):
    """The kinds of values in a column."""

    NUMBER = "number"
    YEAR = "year"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column with its name as a sentence says it, and the numbers or years of its rows."""

    name: str
    unit: str
    kind: ColumnKind
    header: Cell
    cells: tuple[Cell, ...]
    values: tuple[float, ...] = ()

    def text(self, row: int) -> str:
        return flat(self.cells[row].text)


@dataclass(frozen=True, slots=True)
class ReadGrid:
    """A table that sentences can be written from."""

    page: str
    # What its rows are: "larger tributaries of the Aare".
    topic: str
    caption: str | None
    number: int
    subjects: tuple[Cell, ...]
    columns: tuple[GridColumn, ...]

    @property
    def size(self) -> int:
        return len(self.subjects)

    def name(self, row: int) -> str:
        return flat(self.subjects[row].text)


def flat(text: str) -> str:
    """Return the text of a cell in one line, without brackets and a full stop at its end."""
    return _BRACKETS.sub("", " ".join(text.split())).strip(" .,;")


def grids_of(page: PageDocument) -> Iterator[ReadGrid]:
    """Yield the tables of a page that can be read as rows about subjects."""
    section = ""
    for block in page.blocks:
        if isinstance(block, Section):
            section = block.text
        elif isinstance(block, Table) and block.kind == "general" and block.parent is None:
            grid = _read(page, block, section)
            if grid is not None:
                yield grid


def _read(page: PageDocument, table: Table, section: str) -> ReadGrid | None:
    at = {
        (row, column): cell
        for cells in table.rows
        for cell in cells
        for row in range(cell.row, cell.row + cell.row_span)
        for column in range(cell.column, cell.column + cell.column_span)
    }
    width = table.column_count
    heads = 0
    while heads < len(table.rows) and table.rows[heads] and _is_head(at, heads, width):
        heads += 1
    rows = [row for row in range(heads, len(table.rows)) if _is_data(at, row, width)]
    if not heads or not FEWEST_ROWS <= len(rows) <= MOST_ROWS:
        return None
    subject = _subject_column(at, rows, width)
    if subject is None:
        return None
    named = [row for row in rows if flat(at[row, subject].text)]
    first = {flat(at[row, subject].text): row for row in reversed(named)}
    kept = sorted(first.values())
    if len(kept) < FEWEST_ROWS:
        return None
    columns = [
        made
        for column in range(width)
        if column != subject
        for made in [_column(at, heads, kept, column)]
        if made is not None
    ]
    topic = _topic(page.title, table, section, flat(at[heads - 1, subject].text))
    if not columns or not topic:
        return None
    caption = table.caption.address if table.caption is not None else None
    subjects = tuple(at[row, subject] for row in kept)
    return ReadGrid(page.title, topic, caption, table.number, subjects, tuple(columns))


def _is_head(at: Mapping[tuple[int, int], Cell], row: int, width: int) -> bool:
    cells = [at.get((row, column)) for column in range(width)]
    return all(cell is not None and cell.is_header for cell in cells) and (
        len({cell.address for cell in cells if cell is not None}) > 1
    )


def _is_data(at: Mapping[tuple[int, int], Cell], row: int, width: int) -> bool:
    cells = [at.get((row, column)) for column in range(width)]
    # A row without a gap, and no heading across the table.
    return all(cell is not None and cell.column_span == 1 for cell in cells)


def _subject_column(
    at: Mapping[tuple[int, int], Cell], rows: Sequence[int], width: int
) -> int | None:
    """Return the column that says what each row is about: row headers, else the first names."""
    for column in range(min(width, 3)):
        texts = [flat(at[row, column].text) for row in rows]
        filled = [text for text in texts if 1 < len(text) <= _LONGEST_VALUE]
        is_named = sum(any(c.isalpha() for c in text) for text in filled) > 0.9 * len(rows)
        if is_named and len(set(texts)) > 0.9 * len(rows):
            return column
    return None


def _column(
    at: Mapping[tuple[int, int], Cell], heads: int, rows: Sequence[int], column: int
) -> GridColumn | None:
    head, above = at[heads - 1, column], at[0, column]
    label, unit = flat(head.text), _unit(head.text)
    if not label or label.casefold() in _NOT_SAID or len(label.split()) > 3:
        return None
    is_event = label.casefold() in EVENTS
    if above.address != head.address and not is_event:
        label = f"{flat(above.text)} {_small(label)}"
    if _NOT_NOUNS.search(label) or (label.casefold().endswith("ed") and not is_event):
        return None
    cells = tuple(at[row, column] for row in rows)
    texts = [flat(cell.text) for cell in cells]
    if any(not text or text in "–—" or len(text) > _LONGEST_VALUE for text in texts):
        return None
    if any(". " in text for text in texts):
        return None
    kind, values = _values(texts, is_time=is_event or bool(_TIMES.search(label)))
    if is_event and kind is not ColumnKind.YEAR:
        return None
    name = _small(label)
    return GridColumn(_SAID_AS.get(name, name), unit, kind, head, cells, values)


def _values(texts: Sequence[str], *, is_time: bool) -> tuple[ColumnKind, tuple[float, ...]]:
    years = [_YEAR.search(text) for text in texts]
    numbers = [_NUMBER.match(text) for text in texts]
    found = tuple(float(match[0]) for match in years if match)
    if is_time and len(found) == len(texts) and all("," not in text for text in texts):
        return ColumnKind.YEAR, found
    read = tuple(float(match[1].replace(",", "")) for match in numbers if match)
    if len(read) == len(texts):
        return ColumnKind.NUMBER, read
    return ColumnKind.TEXT, ()


def _unit(text: str) -> str:
    inside = re.search(r"\(([^)]{1,8})\)", text)
    return inside[1] if inside and not inside[1].isdigit() else ""


def _topic(title: str, table: Table, section: str, subject: str) -> str:
    """Return what the rows of a table are: by its caption, its section or its first header."""
    name = title.partition(" (")[0]
    said = flat(table.caption.text) if table.caption is not None else flat(section)
    said = _small(said.removeprefix("The ").removeprefix("Selected "))
    if not _is_plural(said) or len(said.split()) > 9 or said.casefold() == "see also":
        # "Town" becomes "towns".
        is_noun = subject.isalpha() and not subject.endswith(("s", "y"))
        said = f"{_small(subject)}s" if is_noun else ""
    words = {word.casefold() for word in name.split() if len(word) > 3 or word == name}
    is_named = words & {word.casefold() for word in said.split()} or title.startswith("List of")
    return said if is_named or not said else f"{said} of {name}"


def _is_plural(topic: str) -> bool:
    """Return whether a topic names several things: its first noun ends in an s."""
    words = topic.split()
    place = next((at for at, word in enumerate(words) if word in _PREPOSITIONS), len(words))
    return place > 0 and words[place - 1].endswith("s")


def _small(text: str) -> str:
    """Return a name of something with a small letter, unless it begins with a name."""
    first = text.split(" ", 1)[0]
    keeps = first.isupper() or any(c.isupper() for c in first[1:]) or first in _PROPER
    return text if keeps else text[:1].lower() + text[1:]
