"""Programs that compare rows with each other or with a number of the statement."""

from __future__ import annotations

from verifier.tables.candidates import (
    Context,
    SearchedView,
    relative_gap,
)
from verifier.tables.families.base import (
    Family,
    header_bits,
    make_candidate,
    pairs_of,
    scopes,
)
from verifier.tables.interpreter import (
    aggregate,
    are_close,
    holds,
    keys_in,
)
from verifier.tables.language import (
    Aggregate,
    Aggregated,
    Compare,
    Comparison,
    Distance,
    GivenNumber,
    Hop,
    SameText,
)
from verifier.tables.triggers import (
    comparison_before,
)
from verifier.tables.values import (
    ValueKind,
)


def try_comparisons(context: Context) -> None:
    """Add programs that compare two rows."""
    triggers = [(place, Comparison.GREATER) for place in context.triggers.greater]
    triggers += [(place, Comparison.LESS) for place in context.triggers.less]
    for place, comparison in sorted(triggers)[:2]:
        for first, second in pairs_of(context):
            for column in context.ordered_columns(place):
                if first.columns >> column & 1:
                    continue
                _compare_pair(context, first, second, column, place, comparison)


def _compare_pair(
    context: Context,
    first: SearchedView,
    second: SearchedView,
    column: int,
    place: int,
    comparison: Comparison,
) -> None:
    a = keys_in(context.table, first.mask, column)
    b = keys_in(context.table, second.mask, column)
    if not a or not b:
        return
    used = second.used | header_bits(context, column)
    is_rank = context.table.columns[column].kind in (ValueKind.RANK, ValueKind.ORDINAL)
    context.add(
        make_candidate(
            Compare(comparison, Hop(first.view, column), Hop(second.view, column)),
            holds(comparison, a[0], b[0]),
            Family.COMPARE_ROWS,
            first,
            used=used,
            column=column,
            trigger=place,
            gap=relative_gap(a[0], b[0]),
            detail=int(is_rank) + 2 * int(len(a) > 1 or len(b) > 1),
        )
    )
    for number in context.linked.numbers[:4]:
        bit = 1 << number.position
        if bit & (first.used | second.used):
            continue
        apart = abs(a[0] - b[0])
        context.add(
            make_candidate(
                Compare(
                    Comparison.EQUAL,
                    Distance(Hop(first.view, column), Hop(second.view, column)),
                    GivenNumber(number.value),
                ),
                are_close(apart, number.value),
                Family.DIFFERENCE,
                first,
                used=used | bit,
                column=column,
                trigger=place,
                gap=relative_gap(apart, number.value),
            )
        )


def try_values(context: Context) -> None:
    """Add programs that compare the key of a row with a number."""
    for number in context.linked.numbers[:5]:
        comparison = comparison_before(context.linked.tokens, number.position)
        bit = 1 << number.position
        for view in context.views[1:]:
            if view.used & bit or view.conditions > 1 or not view.mask:
                continue
            for column in context.ordered_columns(number.position)[:3]:
                if view.columns >> column & 1:
                    continue
                keys = keys_in(context.table, view.mask, column)
                if not keys:
                    continue
                asked = comparison or Comparison.EQUAL
                context.add(
                    make_candidate(
                        Compare(asked, Hop(view.view, column), GivenNumber(number.value)),
                        holds(asked, keys[0], number.value),
                        Family.COMPARE_NUMBER if comparison else Family.VALUE_OF,
                        view,
                        used=bit | header_bits(context, column),
                        column=column,
                        trigger=number.position,
                        gap=relative_gap(keys[0], number.value),
                        detail=int(number.is_linked) + 2 * int(len(keys) > 1),
                    )
                )


def try_same(context: Context) -> None:
    """Add programs that compare the texts of two rows."""
    for place in context.triggers.same[:1]:
        for first, second in pairs_of(context):
            for column in context.table.columns:
                score = context.linked.header_scores[column.number]
                if first.columns >> column.number & 1 or not score:
                    continue
                a = (first.mask & -first.mask).bit_length() - 1
                b = (second.mask & -second.mask).bit_length() - 1
                context.add(
                    make_candidate(
                        SameText(first.view, second.view, column.number),
                        column.codes[a] == column.codes[b],
                        Family.SAME,
                        first,
                        used=second.used | header_bits(context, column.number),
                        column=column.number,
                        trigger=place,
                    )
                )


def try_ranges(context: Context) -> None:
    """Add programs that compare the keys of all rows with a number."""
    for number in context.linked.numbers[:3]:
        comparison = comparison_before(context.linked.tokens, number.position)
        if comparison is None:
            continue
        bit = 1 << number.position
        for column in context.ordered_columns(number.position)[:2]:
            for view in scopes(context)[:3]:
                if view.used & bit:
                    continue
                keys = keys_in(context.table, view.mask, column)
                if not keys:
                    continue
                function = (
                    Aggregate.MIN
                    if comparison in (Comparison.GREATER, Comparison.AT_LEAST)
                    else Aggregate.MAX
                )
                value = aggregate(function, keys)
                context.add(
                    make_candidate(
                        Compare(
                            comparison,
                            Aggregated(function, view.view, column),
                            GivenNumber(number.value),
                        ),
                        holds(comparison, value, number.value),
                        Family.RANGE,
                        view,
                        used=bit | header_bits(context, column),
                        column=column,
                        trigger=number.position,
                        gap=relative_gap(value, number.value),
                    )
                )
