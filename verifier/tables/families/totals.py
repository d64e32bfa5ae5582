"""Programs on sums, averages, and numbers of different values."""

from __future__ import annotations

from verifier.tables.candidates import (
    Context,
    SearchedView,
    is_number_like,
    relative_gap,
)
from verifier.tables.families.base import (
    Family,
    header_bits,
    make_candidate,
    scopes,
)
from verifier.tables.interpreter import (
    Undecided,
    aggregate,
    holds,
    keys_in,
)
from verifier.tables.language import (
    Aggregate,
    Aggregated,
    Compare,
    Comparison,
    CountDistinct,
    GivenNumber,
)
from verifier.tables.table import (
    rows_of,
)
from verifier.tables.triggers import (
    comparison_before,
)


def try_totals(context: Context) -> None:
    """Add programs that compare a sum or an average with a number."""
    asked = [(place, Aggregate.SUM, Family.SUM) for place in context.triggers.total[:1]]
    asked += [(place, Aggregate.AVERAGE, Family.AVERAGE) for place in context.triggers.average[:1]]
    for place, function, family in asked:
        for column in context.ordered_columns(place):
            if not is_number_like(context.table.columns[column].kind):
                continue
            for view in scopes(context):
                try:
                    value = aggregate(function, keys_in(context.table, view.mask, column))
                except Undecided:
                    continue
                _match_total(context, view, column, place, function, family, value)


def _match_total(
    context: Context,
    view: SearchedView,
    column: int,
    place: int,
    function: Aggregate,
    family: Family,
    value: float,
) -> None:
    for number in context.linked.numbers[:4]:
        bit = 1 << number.position
        if view.used & bit:
            continue
        comparison = comparison_before(context.linked.tokens, number.position)
        asked = comparison or Comparison.EQUAL
        result = holds(asked, value, number.value)
        context.add(
            make_candidate(
                Compare(asked, Aggregated(function, view.view, column), GivenNumber(number.value)),
                result,
                family,
                view,
                used=bit | header_bits(context, column),
                column=column,
                trigger=place,
                gap=relative_gap(value, number.value),
                detail=int(number.is_linked) + 2 * int(comparison is not None),
            )
        )


def try_distinct(context: Context) -> None:
    """Add programs that count different texts of a column."""
    if not context.triggers.different:
        return
    place = context.triggers.different[0]
    scores = context.linked.header_scores
    for column in context.table.columns:
        if not scores[column.number]:
            continue
        for view in scopes(context):
            total = len({column.codes[row] for row in rows_of(view.mask)})
            for number in context.linked.numbers[:3]:
                bit = 1 << number.position
                if view.used & bit:
                    continue
                context.add(
                    make_candidate(
                        Compare(
                            Comparison.EQUAL,
                            CountDistinct(view.view, column.number),
                            GivenNumber(number.value),
                        ),
                        total == number.value,
                        Family.DISTINCT,
                        view,
                        used=bit | header_bits(context, column.number),
                        column=column.number,
                        trigger=place,
                        gap=relative_gap(float(total), number.value),
                    )
                )
