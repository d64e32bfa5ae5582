"""Programs that count rows, or say that there is none or only one."""

from __future__ import annotations

from verifier.tables.candidates import (
    Context,
    relative_gap,
)
from verifier.tables.families.base import (
    Family,
    make_candidate,
)
from verifier.tables.interpreter import (
    holds,
)
from verifier.tables.language import (
    Compare,
    Comparison,
    Exists,
    GivenNumber,
    Negation,
    Only,
    RowCount,
)
from verifier.tables.triggers import (
    comparison_before,
)


def try_counts(context: Context) -> None:
    """Add programs that compare the number of rows with a number."""
    numbers = context.linked.numbers[:5]
    for view in context.views:
        total = view.mask.bit_count()
        for number in numbers:
            bit = 1 << number.position
            if view.used & bit or number.value != int(number.value):
                continue
            comparison = comparison_before(context.linked.tokens, number.position)
            truth = Compare(
                comparison or Comparison.EQUAL, RowCount(view.view), GivenNumber(number.value)
            )
            result = holds(comparison or Comparison.EQUAL, float(total), number.value)
            context.add(
                make_candidate(
                    truth,
                    result,
                    Family.COUNT_COMPARED if comparison else Family.COUNT,
                    view,
                    used=bit,
                    trigger=number.position,
                    gap=relative_gap(float(total), number.value),
                    detail=int(number.is_linked),
                )
            )


def try_none(context: Context) -> None:
    """Add programs that deny a row."""
    for place in context.triggers.negative[:1]:
        for view in context.views[1:]:
            context.add(
                make_candidate(
                    Negation(Exists(view.view)), view.mask == 0, Family.NONE, view, trigger=place
                )
            )


def try_only(context: Context) -> None:
    """Add programs that ask for exactly one row."""
    for place in context.triggers.only[:1]:
        for view in context.views[1:]:
            context.add(
                make_candidate(
                    Only(view.view),
                    view.mask.bit_count() == 1,
                    Family.ONLY,
                    view,
                    trigger=place,
                )
            )
