"""The families, and what their programs share."""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations

from verifier.tables.candidates import Context, SearchedView, TableProgram
from verifier.tables.language import (
    FilterWords,
    Truth,
)

MOST_PAIRS = 6


class Family(IntEnum):
    """The families, in the order of the ranker's categories."""

    LOOKUP = 0
    CLAUSES = 1
    COUNT = 2
    COUNT_COMPARED = 3
    NONE = 4
    ONLY = 5
    EXTREME_ROW = 6
    EXTREME_VALUE = 7
    ORDINAL_ROW = 8
    COMPARE_ROWS = 9
    COMPARE_NUMBER = 10
    DIFFERENCE = 11
    SUM = 12
    AVERAGE = 13
    EVERY = 14
    MOST = 15
    SAME = 16
    DISTINCT = 17
    FREQUENT = 18
    NTH_ROW = 19
    VALUE_OF = 20
    RANGE = 21
    EXTREME_COUNT = 22


def make_candidate(
    truth: Truth,
    result: bool,
    family: Family,
    view: SearchedView,
    *,
    used: int = 0,
    column: int = -1,
    trigger: int = -1,
    gap: float = -1.0,
    detail: int = 0,
) -> TableProgram:
    """Return a candidate over a view, with further tokens that it explains."""
    return TableProgram(
        truth=truth,
        result=result,
        family=int(family),
        used=view.used | used | (1 << trigger if trigger >= 0 else 0),
        column=column,
        view_rows=view.mask.bit_count(),
        conditions=view.conditions,
        wholeness=view.wholeness,
        is_fuzzy=view.is_fuzzy,
        trigger=trigger,
        gap=gap,
        detail=detail,
    )


def header_bits(context: Context, column: int) -> int:
    """Return the bits of the tokens that name a column."""
    bits = 0
    for place in context.linked.header_positions[column]:
        bits |= 1 << place
    return bits


def scopes(context: Context) -> list[SearchedView]:
    """Return the views that a superlative or total may range over."""
    scopes = [context.views[0]]
    scopes += [view for view in context.views[1:] if view.mask.bit_count() > 1][:4]
    return scopes


def pairs_of(context: Context) -> list[tuple[SearchedView, SearchedView]]:
    """Return pairs of single mentions that may be compared, in the order of the statement."""
    singles = [view for view in context.views[1:] if view.conditions == 1 and view.mask]
    singles = [view for view in singles if isinstance(view.view, FilterWords)]
    singles.sort(key=lambda view: view.used & -view.used)
    pairs = [
        (first, second)
        for first, second in combinations(singles, 2)
        if not first.used & second.used and first.columns == second.columns
    ]
    return pairs[:MOST_PAIRS]
