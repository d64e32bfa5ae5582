"""The plain interpreter of table programs, and the operations that the search shares with it."""

from __future__ import annotations

from collections import Counter

from verifier.tables.language import (
    Aggregate,
    Aggregated,
    AllRows,
    Both,
    Compare,
    Comparison,
    CountDistinct,
    Distance,
    Every,
    Exists,
    Extreme,
    FilterAny,
    FilterCompare,
    FilterNot,
    FilterWords,
    GivenNumber,
    Hop,
    Meets,
    MostFrequent,
    MostOf,
    Negation,
    Nth,
    Only,
    RowCount,
    SameText,
    Scalar,
    Truth,
    View,
)
from verifier.tables.table import DataTable, rows_of

CLOSE = 5e-4


class Undecided(Exception):
    """An expression has no value: no row, or no key, to compute it from."""


def evaluate(truth: Truth, table: DataTable) -> bool:
    """Return whether a program is true of a table; False where a part of it has no value."""
    try:
        return decide(truth, table)
    except Undecided:
        return False


def decide(truth: Truth, table: DataTable) -> bool:
    """Return the same; raise Undecided where a part has no value."""
    return _truth(truth, table)


def rows(view: View, table: DataTable) -> int:
    """Return the rows of a view as a mask."""
    match view:
        case AllRows():
            return table.all
        case FilterWords(inner, column, words):
            return rows(inner, table) & mask_of(words, column, table)
        case FilterAny(inner, column, several):
            found = 0
            for words in several:
                found |= mask_of(words, column, table)
            return rows(inner, table) & found
        case FilterNot(inner, column, words):
            return rows(inner, table) & ~mask_of(words, column, table)
        case FilterCompare(inner, column, comparison, number):
            return compare_rows(table, rows(inner, table), column, comparison, number)
        case Extreme(inner, column, is_largest, place):
            return extreme_rows(table, rows(inner, table), column, is_largest, place)
        case Nth(inner, place, from_end):
            numbers = list(rows_of(rows(inner, table)))
            if place > len(numbers):
                return 0
            return 1 << numbers[-place if from_end else place - 1]
    raise TypeError(view)


def mask_of(words: str, column: int, table: DataTable) -> int:
    """Return the rows whose cell in a column contains these words."""
    for found in table.index.get(words, ()):
        if found.column == column:
            return found.mask
    return 0


def compare_rows(
    table: DataTable, mask: int, column: int, comparison: Comparison, number: float
) -> int:
    """Return the rows of a mask whose key compares with a number."""
    keys = table.columns[column].keys
    found = 0
    for row in rows_of(mask & table.columns[column].keyed):
        key = keys[row]
        if key is not None and holds(comparison, key, number):
            found |= 1 << row
    return found


def extreme_rows(table: DataTable, mask: int, column: int, is_largest: bool, place: int) -> int:
    """Return the rows with the n-th largest or smallest key; equal keys share their place."""
    keys = table.columns[column].keys
    keyed = [(keys[row], row) for row in rows_of(mask & table.columns[column].keyed)]
    distinct = sorted({key for key, _ in keyed if key is not None}, reverse=is_largest)
    if place > len(distinct):
        return 0
    wanted = distinct[place - 1]
    return sum(1 << row for key, row in keyed if key == wanted)


def holds(comparison: Comparison, first: float, second: float) -> bool:
    """Return whether a comparison holds; equality allows for rounding."""
    match comparison:
        case Comparison.EQUAL:
            return are_close(first, second)
        case Comparison.NOT_EQUAL:
            return not are_close(first, second)
        case Comparison.GREATER:
            return first > second
        case Comparison.LESS:
            return first < second
        case Comparison.AT_LEAST:
            return first >= second
        case Comparison.AT_MOST:
            return first <= second
    raise ValueError(comparison)


def are_close(first: float, second: float) -> bool:
    """Return whether two numbers are equal up to rounding."""
    return abs(first - second) <= CLOSE * max(abs(first), abs(second)) + 1e-9


def aggregate(function: Aggregate, keys: list[float]) -> float:
    """Return an aggregate of keys; raise Undecided if there are none."""
    if not keys:
        raise Undecided
    match function:
        case Aggregate.MAX:
            return max(keys)
        case Aggregate.MIN:
            return min(keys)
        case Aggregate.SUM:
            return sum(keys)
        case Aggregate.AVERAGE:
            return sum(keys) / len(keys)
    raise ValueError(function)


def keys_in(table: DataTable, mask: int, column: int) -> list[float]:
    """Return the keys of a column in the rows of a mask."""
    keys = table.columns[column].keys
    return [key for row in rows_of(mask) if (key := keys[row]) is not None]


def scalar(part: Scalar, table: DataTable) -> float:
    """Return the number that a scalar stands for; raise Undecided if it has none."""
    match part:
        case GivenNumber(value):
            return value
        case RowCount(view):
            return float(rows(view, table).bit_count())
        case CountDistinct(view, column):
            codes = table.columns[column].codes
            return float(len({codes[row] for row in rows_of(rows(view, table))}))
        case Hop(view, column):
            keys = keys_in(table, rows(view, table), column)
            if not keys:
                raise Undecided
            return keys[0]
        case Aggregated(function, view, column):
            return aggregate(function, keys_in(table, rows(view, table), column))
        case Distance(first, second):
            return abs(scalar(first, table) - scalar(second, table))
    raise TypeError(part)


def _truth(truth: Truth, table: DataTable) -> bool:
    match truth:
        case Exists(view):
            return rows(view, table) != 0
        case Only(view):
            return rows(view, table).bit_count() == 1
        case Every(view, within):
            mask = rows(view, table)
            return mask != 0 and mask & ~rows(within, table) == 0
        case MostOf(view, within):
            mask = rows(view, table)
            return 2 * (mask & rows(within, table)).bit_count() > mask.bit_count()
        case Meets(first_view, second_view):
            return rows(first_view, table) & rows(second_view, table) != 0
        case Compare(comparison, first, second):
            return holds(comparison, scalar(first, table), scalar(second, table))
        case SameText(first_view, second_view, column):
            codes = table.columns[column].codes
            return _first_code(codes, rows(first_view, table)) == _first_code(
                codes, rows(second_view, table)
            )
        case MostFrequent(view, column, words):
            return is_most_frequent(table, rows(view, table), column, words)
        case Negation(inner):
            return not _truth(inner, table)
        case Both(truths):
            return all(_truth(one, table) for one in truths)
    raise TypeError(truth)


def _first_code(codes: tuple[int, ...], mask: int) -> int:
    if not mask:
        raise Undecided
    return codes[(mask & -mask).bit_length() - 1]


def is_most_frequent(table: DataTable, mask: int, column: int, words: str) -> bool:
    """Return whether no text of a column is more frequent than the one with these words."""
    codes = table.columns[column].codes
    counted = Counter(codes[row] for row in rows_of(mask))
    found = mask & mask_of(words, column, table)
    if not found or not counted:
        raise Undecided
    return max(counted[codes[row]] for row in rows_of(found)) == max(counted.values())
