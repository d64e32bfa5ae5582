"""Programs that look rows up: everything mentioned in one row, or clause by clause."""

from __future__ import annotations

from itertools import pairwise

from verifier.tables.candidates import (
    ALL,
    Context,
    SearchedView,
    join,
    said,
    span_bits,
)
from verifier.tables.families.base import (
    Family,
    make_candidate,
)
from verifier.tables.language import (
    Both,
    Exists,
    FilterWords,
)
from verifier.tables.table import (
    rows_of,
)
from verifier.tables.words import word_set

CLAUSE_BREAKS = word_set("and while but with , whereas when as to follow")


def try_lookups(context: Context) -> None:
    """Add programs that ask for a row with everything that is mentioned."""
    for view in context.views[1:]:
        context.add(
            make_candidate(
                Exists(view.view),
                view.mask != 0,
                Family.LOOKUP,
                view,
                column=view.columns.bit_length() - 1,
            )
        )
    together = _best_row_view(context, 0, len(context.linked.tokens))
    if together is not None and together.conditions > 1:
        context.add(
            make_candidate(
                Exists(together.view), together.mask != 0, Family.LOOKUP, together, detail=1
            )
        )


def _best_row_view(context: Context, start: int, end: int) -> SearchedView | None:
    """Return the conjunction of all spans of a part, each in the column of the best row."""
    table = context.table
    spans = [
        (span, found)
        for span, found in context.linked.spans.items()
        if start <= span[0] and span[1] <= end
    ]
    if not spans:
        return None
    weights = [0.0] * table.rows
    for span, found in spans:
        union = 0
        for mention in found:
            union |= mention.mask
        size = union.bit_count()
        weight = (span[1] - span[0]) + 1.0 / (1 + size)
        for row in rows_of(union):
            weights[row] += weight
    best = 1 << max(range(table.rows), key=lambda row: weights[row])
    scores = context.linked.header_scores
    view: SearchedView | None = None
    taken = 0
    for span, found in spans:
        ranked = sorted(
            found,
            key=lambda mention: (
                -(mention.mask & best != 0),
                taken >> mention.column & 1,
                -(mention.whole & best != 0),
                -scores[mention.column],
                mention.column,
            ),
        )
        chosen = ranked[0]
        taken |= 1 << chosen.column
        words = " ".join(context.linked.stems[span[0] : span[1]])
        single = SearchedView(
            view=FilterWords(ALL, chosen.column, words, said(context.linked, chosen)),
            mask=chosen.mask,
            used=span_bits(*span),
            conditions=1,
            wholeness=1.0 if chosen.whole & best else 0.0,
            columns=1 << chosen.column,
            is_fuzzy=chosen.is_fuzzy,
        )
        view = single if view is None else join(view, single)
    return view


def try_clauses(context: Context) -> None:
    """Add programs that ask each part between "and" and "while" of some row."""
    tokens = context.linked.tokens
    edges = [
        0,
        *[place for place, token in enumerate(tokens) if token in CLAUSE_BREAKS],
        len(tokens),
    ]
    parts = [
        view
        for start, end in pairwise(edges)
        if (view := _best_row_view(context, start, end)) is not None
    ]
    many = [view for view in parts if view.conditions > 1]
    if len(many) < 2:
        return
    used = 0
    for view in many:
        used |= view.used
    first = many[0]
    context.add(
        make_candidate(
            Both(tuple(Exists(view.view) for view in many)),
            all(view.mask for view in many),
            Family.CLAUSES,
            first,
            used=used,
            detail=len(many),
        )
    )
