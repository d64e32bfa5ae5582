"""Programs on the largest, the smallest and the n-th."""

from __future__ import annotations

from verifier.tables.candidates import (
    ALL,
    Context,
    SearchedView,
    relative_gap,
)
from verifier.tables.families.base import (
    Family,
    header_bits,
    make_candidate,
    scopes,
)
from verifier.tables.interpreter import (
    are_close,
    extreme_rows,
    keys_in,
)
from verifier.tables.language import (
    Compare,
    Comparison,
    Extreme,
    GivenNumber,
    Hop,
    Meets,
    Nth,
)
from verifier.tables.values import (
    ValueKind,
)


def try_extremes(context: Context) -> None:
    """Add programs on the row with the largest or smallest key."""
    table = context.table
    for place, is_largest in _superlatives(context):
        rank, rank_bits = _rank_before(context, place)
        for column in context.ordered_columns(place):
            kind = table.columns[column].kind
            header = header_bits(context, column)
            for scope in scopes(context):
                for direction in _directions(is_largest, kind):
                    found = extreme_rows(table, scope.mask, column, direction, rank)
                    extreme = Extreme(scope.view, column, direction, rank)
                    detail = int(direction == is_largest) + 2 * int(rank > 1)
                    _match_extreme(
                        context, extreme, found, scope, column, place, header | rank_bits, detail
                    )
                    if context.is_full:
                        return


def _match_extreme(
    context: Context,
    extreme: Extreme,
    found: int,
    scope: SearchedView,
    column: int,
    place: int,
    bits: int,
    detail: int,
) -> None:
    table = context.table
    for view in context.views[1:]:
        if view.conditions > 1 or view.used & scope.used or view.columns >> column & 1:
            continue
        context.add(
            make_candidate(
                Meets(extreme, view.view),
                found & view.mask != 0,
                Family.EXTREME_ROW,
                view,
                used=scope.used | bits,
                column=column,
                trigger=place,
                detail=detail + 4 * scope.conditions,
            )
        )
    keys = keys_in(table, found, column)
    for number in context.linked.numbers[:4]:
        bit = 1 << number.position
        if bit & scope.used or not keys:
            continue
        context.add(
            make_candidate(
                Compare(Comparison.EQUAL, Hop(extreme, column), GivenNumber(number.value)),
                are_close(keys[0], number.value),
                Family.EXTREME_VALUE,
                scope,
                used=bit | bits,
                column=column,
                trigger=place,
                gap=relative_gap(keys[0], number.value),
                detail=detail,
            )
        )


def _superlatives(context: Context) -> list[tuple[int, bool]]:
    found = [(place, True) for place in context.triggers.largest]
    found += [(place, False) for place in context.triggers.smallest]
    return sorted(found)[:2]


def _directions(is_largest: bool, kind: ValueKind) -> tuple[bool, ...]:
    # The best rank is the smallest number; whether that is meant is for the ranker to learn.
    if kind in (ValueKind.RANK, ValueKind.ORDINAL, ValueKind.TIME):
        return (is_largest, not is_largest)
    return (is_largest,)


def _rank_before(context: Context, place: int) -> tuple[int, int]:
    """Return the rank that stands before a superlative: "second highest"."""
    for position, rank in context.linked.ordinals:
        if 0 < place - position <= 2 and rank <= context.table.rows:
            return rank, 1 << position
    return 1, 0


def try_ordinals(context: Context) -> None:
    """Add programs on the n-th row, or the row ranked n-th."""
    table = context.table
    for place, rank in context.linked.ordinals[:2]:
        for column in context.ordered_columns(place)[:3]:
            for direction in (True, False):
                found = extreme_rows(table, table.all, column, direction, rank)
                for view in context.views[1:]:
                    if view.conditions > 1 or view.used >> place & 1:
                        continue
                    context.add(
                        make_candidate(
                            Meets(Extreme(ALL, column, direction, rank), view.view),
                            found & view.mask != 0,
                            Family.ORDINAL_ROW,
                            view,
                            used=header_bits(context, column),
                            column=column,
                            trigger=place,
                            detail=int(direction),
                        )
                    )
    _nth_rows(context)


def _nth_rows(context: Context) -> None:
    table = context.table
    positions = [(place, rank, False) for place, rank in context.linked.ordinals[:2]]
    positions += [
        (place, 1, True)
        for place, token in enumerate(context.linked.tokens)
        if token in ("last", "final")
    ][:1]
    for place, rank, from_end in positions:
        if rank > table.rows:
            continue
        found = 1 << (table.rows - rank if from_end else rank - 1)
        for view in context.views[1:]:
            if view.conditions > 1 or view.used >> place & 1:
                continue
            context.add(
                make_candidate(
                    Meets(Nth(ALL, rank, from_end), view.view),
                    found & view.mask != 0,
                    Family.NTH_ROW,
                    view,
                    trigger=place,
                    detail=int(from_end),
                )
            )
