"""Programs on all, most, and the most frequent."""

from __future__ import annotations

from verifier.tables.candidates import (
    ALL,
    Context,
)
from verifier.tables.families.base import (
    Family,
    make_candidate,
)
from verifier.tables.interpreter import (
    is_most_frequent,
)
from verifier.tables.language import (
    Every,
    FilterWords,
    MostFrequent,
    MostOf,
    Truth,
)


def try_quantifiers(context: Context) -> None:
    """Add programs on all, or most, rows of a view."""
    asked = [(place, True) for place in context.triggers.every[:1]]
    asked += [(place, False) for place in context.triggers.majority[:1]]
    for place, is_every in asked:
        for scope in context.views:
            if scope.conditions > 1 or not scope.mask:
                continue
            for view in context.views[1:]:
                if view.conditions > 1 or view.used & scope.used:
                    continue
                both = (scope.mask & view.mask).bit_count()
                size = scope.mask.bit_count()
                truth: Truth = (
                    Every(scope.view, view.view) if is_every else MostOf(scope.view, view.view)
                )
                context.add(
                    make_candidate(
                        truth,
                        both == size if is_every else 2 * both > size,
                        Family.EVERY if is_every else Family.MOST,
                        view,
                        used=scope.used,
                        trigger=place,
                        gap=both / size,
                        detail=scope.conditions,
                    )
                )


def try_frequent(context: Context) -> None:
    """Add programs on the most frequent text of a column."""
    if not context.triggers.frequent:
        return
    place = context.triggers.frequent[0]
    for view in context.views[1:]:
        inner = view.view
        if view.conditions > 1 or not isinstance(inner, FilterWords) or not view.mask:
            continue
        if view.mask.bit_count() < 2 and context.table.rows > 3:
            continue
        context.add(
            make_candidate(
                MostFrequent(ALL, inner.column, inner.words),
                is_most_frequent(context.table, context.table.all, inner.column, inner.words),
                Family.FREQUENT,
                view,
                column=inner.column,
                trigger=place,
            )
        )
