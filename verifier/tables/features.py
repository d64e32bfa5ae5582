"""Features of programs for the ranker, and of whole statements for the decision.

All features are numbers in a fixed order; the two tuples of names document them.
"""

from __future__ import annotations

from math import log2

import numpy as np

from verifier.arrays import Reals
from verifier.tables.candidates import Context, TableProgram
from verifier.tables.families.base import Family
from verifier.tables.families.lookups import CLAUSE_BREAKS
from verifier.tables.table import rows_of
from verifier.tables.triggers import (
    EVERY,
    GREATER,
    LARGEST,
    LESS,
    MAJORITY,
    ONLY,
    SAME,
    SMALLEST,
    TOTAL,
)
from verifier.tables.values import ValueKind
from verifier.tables.words import STOP_WORDS

_KINDS = {kind: number for number, kind in enumerate(ValueKind)}
_SUPERLATIVES = {word: number for number, word in enumerate(sorted(LARGEST | SMALLEST), start=1)}
_TRIGGER_WORDS = {
    word: number
    for number, word in enumerate(
        sorted(LARGEST | SMALLEST | GREATER | LESS | SAME | ONLY | EVERY | MAJORITY | TOTAL),
        start=1,
    )
}
# The distance to a negation where there is none.
_NO_NEGATION = 20.0

PROGRAM_FEATURES = (
    "family", "result", "explained", "unused_content", "unused_numbers", "unused_spans",
    "header_score", "best_header_score", "header_distance", "view_rows", "view_is_empty", "rows",
    "columns", "conditions", "wholeness", "is_fuzzy", "has_trigger", "gap", "detail", "kind",
    "negations", "tokens", "unexplained", "superlatives", "comparatives", "numbers", "spans",
    "superlative_word", "share_of_rows", "in_order", "explained_tokens", "same_in_family",
    "negation_ahead", "negations_inside", "trigger_word", "clause_explained", "clauses",
)  # fmt: skip
FAMILY_FEATURE = PROGRAM_FEATURES.index("family")
KIND_FEATURE = PROGRAM_FEATURES.index("kind")


def program_features(context: Context) -> Reals:
    """Return one row of features for each candidate of a statement."""
    linked, triggers, table = context.linked, context.triggers, context.table
    content = 0
    for place in linked.content:
        content |= 1 << place
    content_size = max(content.bit_count(), 1)
    numbers = 0
    for number in linked.numbers:
        numbers |= 1 << number.position
    spans = [((1 << end) - 1) ^ ((1 << start) - 1) for start, end in linked.spans]
    best_header = max(linked.header_scores, default=0.0)
    of_statement = (
        float(len(triggers.negative)),
        float(len(linked.tokens)),
        float(len(linked.unexplained)),
        float(len(triggers.largest) + len(triggers.smallest)),
        float(len(triggers.greater) + len(triggers.less)),
        float(len(linked.numbers)),
        float(len(spans)),
    )
    clauses = _clauses(context, content)
    sizes = [0] * len(Family)
    truths = [0] * len(Family)
    for candidate in context.candidates:
        sizes[candidate.family] += 1
        truths[candidate.family] += candidate.result
    rows = float(table.rows)
    made = np.empty((len(context.candidates), len(PROGRAM_FEATURES)))
    for row, candidate in enumerate(context.candidates):
        used, column = candidate.used, candidate.column
        trues = truths[candidate.family]
        made[row] = (
            candidate.family,
            candidate.result,
            (used & content).bit_count() / content_size,
            (content & ~used).bit_count(),
            (numbers & ~used).bit_count(),
            sum(1 for span in spans if not span & used),
            linked.header_scores[column] if column >= 0 else -1.0,
            best_header,
            _distance(context, candidate),
            log2(candidate.view_rows + 1),
            candidate.view_rows == 0,
            rows,
            len(table.columns),
            candidate.conditions,
            candidate.wholeness,
            candidate.is_fuzzy,
            candidate.trigger >= 0,
            candidate.gap,
            candidate.detail,
            _KINDS[table.columns[column].kind] if column >= 0 else -1,
            *of_statement,
            _superlative(context, candidate),
            candidate.view_rows / rows,
            _is_in_order(candidate),
            used.bit_count(),
            (trues if candidate.result else sizes[candidate.family] - trues)
            / sizes[candidate.family],
            *_negation_scope(context, used),
            _trigger_word(context, candidate),
            *_clause_share(clauses, used),
        )
    return made


def _clauses(context: Context, content: int) -> list[int]:
    """Return the bits of content words in each part between words such as "and"."""
    clauses = [0]
    for place, token in enumerate(context.linked.tokens):
        if token in CLAUSE_BREAKS:
            clauses.append(0)
        elif content >> place & 1:
            clauses[-1] |= 1 << place
    return [clause for clause in clauses if clause]


def _clause_share(clauses: list[int], used: int) -> tuple[float, float]:
    """Return the share of content that a program explains in the clauses that it touches."""
    touched = [clause for clause in clauses if clause & used]
    if not touched:
        return 0.0, 0.0
    explained = sum((clause & used).bit_count() for clause in touched)
    return explained / sum(clause.bit_count() for clause in touched), float(len(touched))


def _negation_scope(context: Context, used: int) -> tuple[float, float]:
    """Return how closely a negation precedes what a program explains, and how many are inside."""
    if not used or not context.triggers.negative:
        return _NO_NEGATION, 0.0
    first, last = (used & -used).bit_length() - 1, used.bit_length() - 1
    nearest = _NO_NEGATION
    for place in context.triggers.negative:
        ahead = used >> place
        if ahead:
            nearest = min(nearest, float((ahead & -ahead).bit_length() - 1))
    return nearest, float(sum(first < place < last for place in context.triggers.negative))


def _trigger_word(context: Context, candidate: TableProgram) -> float:
    if candidate.trigger < 0:
        return -1.0
    return float(_TRIGGER_WORDS.get(context.linked.tokens[candidate.trigger], 0))


def _distance(context: Context, candidate: TableProgram) -> float:
    if candidate.column < 0 or candidate.trigger < 0:
        return -1.0
    return float(min(context.distance(candidate.column, candidate.trigger), 30))


def _superlative(context: Context, candidate: TableProgram) -> float:
    if candidate.trigger < 0:
        return 0.0
    return float(_SUPERLATIVES.get(context.linked.tokens[candidate.trigger], 0))


def _is_in_order(candidate: TableProgram) -> float:
    """Return whether the trigger precedes the first token that the program explains."""
    if candidate.trigger < 0 or not candidate.used:
        return -1.0
    first = (candidate.used & -candidate.used).bit_length() - 1
    return float(candidate.trigger <= first)


STATEMENT_FEATURES = (
    "tokens", "content", "unexplained", "unexplained_share", "spans", "numbers",
    "unlinked_numbers", "negations", "only", "every", "superlatives", "comparatives", "same",
    "best_row", "second_row", "best_row_share", "rows_with_best", "unmatched_in_best_row",
    "numbers_missing_in_best_row", "single_row_spans", "conflicting_spans", "rows", "columns",
    "fuzzy_spans", "headers_named", "breaks", "whole_spans", "pair_support", "longest_unexplained",
)  # fmt: skip


def statement_features(context: Context) -> Reals:
    """Return the features of a statement: how well its words fit into rows of the table."""
    linked, triggers, table = context.linked, context.triggers, context.table
    unions = []
    for (start, end), found in linked.spans.items():
        union = whole = 0
        for mention in found:
            union |= mention.mask
            whole |= mention.whole
        unions.append((start, end, union, whole, found[0].is_fuzzy))
    weights = [0.0] * table.rows
    total = 0.0
    for start, end, union, _, _ in unions:
        weight = float(
            sum(1 for place in range(start, end) if linked.tokens[place] not in STOP_WORDS)
        )
        total += weight
        for row in rows_of(union):
            weights[row] += weight
    ranked = sorted(weights, reverse=True)
    best = ranked[0] if ranked else 0.0
    second = ranked[1] if len(ranked) > 1 else 0.0
    best_rows = sum(1 << row for row, weight in enumerate(weights) if weight == best)
    unmatched = [entry for entry in unions if not entry[2] & best_rows]
    number_places = {number.position for number in linked.numbers}
    missing = sum(
        1
        for start, end, union, _, _ in unmatched
        if any(place in number_places for place in range(start, end))
    )
    selective = [union for _, _, union, _, _ in unions if union.bit_count() == 1]
    conflicting = len(set(selective))
    supported = sum(
        1
        for place, first in enumerate(unions)
        for other in unions[place + 1 :]
        if first[2] & other[2]
    )
    pairs = len(unions) * (len(unions) - 1) / 2
    content = len(linked.content)
    return np.array(
        (
            len(linked.tokens),
            content,
            len(linked.unexplained),
            len(linked.unexplained) / max(content, 1),
            len(unions),
            len(linked.numbers),
            sum(1 for number in linked.numbers if not number.is_linked),
            len(triggers.negative),
            len(triggers.only),
            len(triggers.every),
            len(triggers.largest) + len(triggers.smallest),
            len(triggers.greater) + len(triggers.less),
            len(triggers.same),
            best,
            second,
            best / total if total else 0.0,
            best_rows.bit_count(),
            len(unmatched),
            missing,
            len(selective),
            conflicting,
            table.rows,
            len(table.columns),
            sum(1 for entry in unions if entry[4]),
            sum(1 for score in linked.header_scores if score > 0.5),
            sum(1 for token in linked.tokens if token in ("and", "while", ",", "but")),
            sum(1 for entry in unions if entry[3]),
            supported / pairs if pairs else -1.0,
            max((len(linked.tokens[place]) for place in linked.unexplained), default=0),
        ),
        dtype=np.float64,
    )
