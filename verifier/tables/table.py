"""Tables as programs see them: typed columns with keys, and an index from words to rows.

A set of rows is a bit mask (an int), so that filters are intersections of two numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verifier.tables.values import ReadCell, ValueKind, read_value
from verifier.tables.words import fold, ordinal_in, stem, tokens_of, word_set

MOST_ROWS = 1_000
MOST_COLUMNS = 60
LONGEST_NGRAM = 8
# Cells with more words are indexed by their first words only.
MOST_WORDS = 40

# Words by which people call what cells abbreviate.
ALIASES = {
    "w": ("win",), "l": ("lose",), "d": ("draw",), "t": ("tie", "draw"), "h": ("home",),
    "a": ("away",), "win": ("win",), "lose": ("lose",), "n": ("neutral",), "ret": ("retire",),
    "dnf": ("finish",), "usa": ("us", "american"), "us": ("usa",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CellLink:
    """Rows of a column whose cells contain an n-gram."""

    column: int
    mask: int
    # The rows in which it is the whole cell.
    whole: int


@dataclass(slots=True)
class TypedColumn:
    """A column: its header, its kind, and a key for each row that has one."""

    number: int
    header: str
    header_stems: tuple[str, ...]
    kind: ValueKind
    cells: tuple[str, ...]
    keys: tuple[float | None, ...]
    # The rows that have a key.
    keyed: int
    # Equal texts have equal codes.
    codes: tuple[int, ...]

    @property
    def is_ordered(self) -> bool:
        """Return whether most cells can be compared."""
        return self.kind not in (ValueKind.TEXT, ValueKind.EMPTY)


@dataclass(slots=True)
class DataTable:
    """A table with its columns, its rows as one mask, and the index of its words."""

    columns: tuple[TypedColumn, ...]
    rows: int
    all: int
    index: dict[str, list[CellLink]] = field(repr=False)
    stems: frozenset[str] = field(repr=False)
    frequencies: Counter[str] = field(repr=False)


class UnreadableTableError(ValueError):
    """A table has no columns or no rows."""


def read_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> DataTable:
    """Read a table; ragged rows are padded, and what exceeds the bounds is left out."""
    width = min(
        max([len(header), *(len(row) for row in rows[:MOST_ROWS])], default=0), MOST_COLUMNS
    )
    kept = [tuple(fold(str(cell)) for cell in row[:width]) for row in rows[:MOST_ROWS]]
    if not width or not kept:
        raise UnreadableTableError
    grid = [row + ("",) * (width - len(row)) for row in kept]
    names = [fold(str(name)) for name in header[:width]]
    names += [""] * (width - len(names))
    columns = tuple(
        _read_column(number, names[number], tuple(row[number] for row in grid))
        for number in range(width)
    )
    index, frequencies = _index(columns)
    stems = frozenset(frequencies) | {one for column in columns for one in column.header_stems}
    return DataTable(columns, len(grid), (1 << len(grid)) - 1, index, stems, frequencies)


def rows_of(mask: int) -> Iterator[int]:
    """Yield the numbers of the rows in a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _read_column(number: int, header: str, cells: tuple[str, ...]) -> TypedColumn:
    values = [read_value(cell) for cell in cells]
    kind = _kind_of(header, values)
    keys = tuple(value.key if kind is not ValueKind.TEXT else None for value in values)
    keyed = sum(1 << row for row, key in enumerate(keys) if key is not None)
    codes: dict[str, int] = {}
    return TypedColumn(
        number=number,
        header=header,
        header_stems=tuple(stem(token) for token in tokens_of(header)),
        kind=kind,
        cells=cells,
        keys=keys,
        keyed=keyed,
        codes=tuple(codes.setdefault(cell, len(codes)) for cell in cells),
    )


def _kind_of(header: str, values: Sequence[ReadCell]) -> ValueKind:
    filled = [value for value in values if value.kind is not ValueKind.EMPTY]
    if not filled:
        return ValueKind.EMPTY
    keyed = [value for value in filled if value.key is not None]
    if len(keyed) < 0.6 * len(filled):
        return ValueKind.TEXT
    kind = Counter(value.kind for value in keyed).most_common(1)[0][0]
    words = header.split()
    if kind in (ValueKind.NUMBER, ValueKind.ORDINAL) and words and words[0] in _RANK_HEADERS:
        return ValueKind.RANK
    return kind


# In these columns the smallest number is the best.
_RANK_HEADERS = word_set("seed pos pick ranking finish place rank position no")


def _index(columns: Sequence[TypedColumn]) -> tuple[dict[str, list[CellLink]], Counter[str]]:
    """Return the links of every n-gram of stems, and in how many cells each word is."""
    masks: dict[tuple[str, int], list[int]] = {}
    frequencies = Counter[str]()
    for column in columns:
        known: dict[str, tuple[list[str], ...]] = {}
        for row, cell in enumerate(column.cells):
            if not cell:
                continue
            grams = known.get(cell)
            if grams is None:
                grams = known[cell] = _ngrams_of(cell)
            partial, whole = grams
            bit = 1 << row
            for gram in partial:
                entry = masks.get((gram, column.number))
                if entry is None:
                    masks[gram, column.number] = [bit, 0]
                else:
                    entry[0] |= bit
                if " " not in gram:
                    frequencies[gram] += 1
            for gram in whole:
                masks[gram, column.number][1] |= bit
    index: dict[str, list[CellLink]] = {}
    for (gram, number), (mask, whole_mask) in masks.items():
        index.setdefault(gram, []).append(CellLink(number, mask, whole_mask))
    return index, frequencies


def _figures_of(token: str) -> tuple[str, ...]:
    """Return the figures of an ordinal, by which it is called as well: "7th", "7"."""
    rank = ordinal_in(token)
    return () if rank is None else (str(rank),)


def _ngrams_of(cell: str) -> tuple[list[str], list[str]]:
    """Return the distinct n-grams of a cell, and those that are the whole of it."""
    stems = [stem(token) for token in tokens_of(cell)[:MOST_WORDS]]
    length = len(stems)
    longest = LONGEST_NGRAM if length <= 12 else 4
    grams = {
        " ".join(stems[start : start + size])
        for size in range(1, min(length, longest) + 1)
        for start in range(length - size + 1)
    }
    whole = [" ".join(stems)] if 0 < length <= longest else []
    if length == 1:
        for alias in (*ALIASES.get(stems[0], ()), *_figures_of(stems[0])):
            grams.add(alias)
            whole.append(alias)
    # A cell such as "smith ( 2 )" is also meant by what precedes its bracket.
    head = cell.split("(")[0].strip()
    if head and head != cell:
        short = " ".join(stem(token) for token in tokens_of(head)[:LONGEST_NGRAM])
        if short in grams:
            whole.append(short)
    return sorted(grams), whole
