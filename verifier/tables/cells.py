"""The cells that a program touches: its evidence, in the order of the table."""

from __future__ import annotations

from verifier.tables.interpreter import (
    rows,
)
from verifier.tables.language import (
    Aggregated,
    AllRows,
    Both,
    Compare,
    CountDistinct,
    Distance,
    Every,
    Exists,
    Expression,
    Extreme,
    FilterAny,
    FilterCompare,
    FilterNot,
    FilterWords,
    Hop,
    Meets,
    MostFrequent,
    MostOf,
    Negation,
    Nth,
    Only,
    RowCount,
    SameText,
    View,
)
from verifier.tables.table import DataTable, rows_of

MOST_CELLS = 25

CellPlace = tuple[int, int]


def touched_cells(program: Expression, table: DataTable) -> list[CellPlace]:
    """Return the (row, column) of the cells that decide a program, at most 25 of them."""
    found: set[CellPlace] = set()
    _touch(program, table, found)
    return sorted(found)[:MOST_CELLS]


def _touch(part: Expression, table: DataTable, found: set[CellPlace]) -> None:
    match part:
        case Exists(view) | Only(view) | RowCount(view):
            _touch_view(view, rows(view, table), table, found)
        case Every(view, within) | MostOf(view, within):
            mask = rows(view, table)
            _touch_view(view, mask, table, found)
            _touch_view(within, mask, table, found)
        case Meets(first, second):
            mask = rows(first, table)
            _touch_view(first, mask, table, found)
            _touch_view(second, mask, table, found)
        case SameText(first, second, column):
            _touch(Hop(first, column), table, found)
            _touch(Hop(second, column), table, found)
        case MostFrequent(view, column):
            _add(rows(view, table), column, found)
        case Hop(view, column) | CountDistinct(view, column) | Aggregated(_, view, column):
            mask = rows(view, table)
            _touch_view(view, mask, table, found)
            _add(mask, column, found)
        case Compare(_, first, second) | Distance(first, second):
            _touch(first, table, found)
            _touch(second, table, found)
        case Negation() | Both():
            for truth in part.truths if isinstance(part, Both) else (part.truth,):
                _touch(truth, table, found)


def _touch_view(view: View, mask: int, table: DataTable, found: set[CellPlace]) -> None:
    """Add the cells by which the rows of a mask were chosen."""
    match view:
        case AllRows():
            return
        case Extreme(inner, column):
            # The others in the view had to be looked at, too.
            _add(rows(inner, table), column, found)
            _touch_view(inner, mask, table, found)
        case Nth(inner):
            _touch_view(inner, mask, table, found)
        case (
            FilterWords(inner, column)
            | FilterAny(inner, column)
            | FilterNot(inner, column)
            | FilterCompare(inner, column)
        ):
            _add(mask, column, found)
            _touch_view(inner, mask, table, found)


def _add(mask: int, column: int, found: set[CellPlace]) -> None:
    for row in rows_of(mask):
        found.add((row, column))
