"""The functions of the notation: what each of them takes, is and makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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
    Expression,
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
)
from verifier.tables.words import stem, tokens_of


class PartKind(StrEnum):
    """The kinds of parts; each function takes some and is one."""

    ROWS = "rows"
    NUMBER = "number"
    TRUTH = "truth"
    COLUMN = "column"
    # A column whose cells can be compared.
    KEYS = "keys"
    WORDS = "words"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """QuotedWords as they are written, and the stems that they are found by."""

    said: str
    stems: str


@dataclass(frozen=True, slots=True)
class NotationFunction:
    """A function: what it is, what it takes, and how its expression is made."""

    kind: PartKind
    takes: tuple[PartKind, ...]
    make: Callable[..., Expression]
    # The last part may come again.
    repeats: bool = False
    # The last part may be left out.
    optional: bool = False


def _compare(comparison: Comparison) -> NotationFunction:
    return NotationFunction(
        PartKind.TRUTH,
        (PartKind.NUMBER, PartKind.NUMBER),
        lambda first, second: Compare(comparison, first, second),
    )


def _filter(comparison: Comparison) -> NotationFunction:
    def make(view: Any, column: int, number: GivenNumber) -> Expression:
        return FilterCompare(view, column, comparison, number.value)

    return NotationFunction(PartKind.ROWS, (PartKind.ROWS, PartKind.KEYS, PartKind.NUMBER), make)


def _aggregate(aggregate: Aggregate) -> NotationFunction:
    return NotationFunction(
        PartKind.NUMBER,
        (PartKind.ROWS, PartKind.KEYS),
        lambda view, key: Aggregated(aggregate, view, key),
    )


def _extreme(*, is_largest: bool) -> NotationFunction:
    return NotationFunction(
        PartKind.ROWS,
        (PartKind.ROWS, PartKind.KEYS, PartKind.PLACE),
        lambda view, column, place=1: Extreme(view, column, is_largest, place),
        optional=True,
    )


def _nth(*, from_end: bool) -> NotationFunction:
    return NotationFunction(
        PartKind.ROWS,
        (PartKind.ROWS, PartKind.PLACE),
        lambda view, place=1: Nth(view, place, from_end),
        optional=True,
    )


COMPARISON_NAMES = {
    Comparison.EQUAL: "eq",
    Comparison.NOT_EQUAL: "not_eq",
    Comparison.GREATER: "greater",
    Comparison.LESS: "less",
    Comparison.AT_LEAST: "at_least",
    Comparison.AT_MOST: "at_most",
}
_VIEW_TWICE = (PartKind.ROWS, PartKind.ROWS)
FUNCTIONS: dict[str, NotationFunction] = {
    "rows": NotationFunction(PartKind.ROWS, (), AllRows),
    "is": NotationFunction(
        PartKind.ROWS,
        (PartKind.ROWS, PartKind.COLUMN, PartKind.WORDS),
        lambda view, column, words: FilterWords(view, column, words.stems, words.said),
    ),
    "is_any": NotationFunction(
        PartKind.ROWS,
        (PartKind.ROWS, PartKind.COLUMN, PartKind.WORDS),
        lambda view, column, *words: FilterAny(view, column, tuple(each.stems for each in words)),
        repeats=True,
    ),
    "is_not": NotationFunction(
        PartKind.ROWS,
        (PartKind.ROWS, PartKind.COLUMN, PartKind.WORDS),
        lambda view, column, words: FilterNot(view, column, words.stems),
    ),
    **{f"where_{name}": _filter(comparison) for comparison, name in COMPARISON_NAMES.items()},
    "largest": _extreme(is_largest=True),
    "smallest": _extreme(is_largest=False),
    "nth": _nth(from_end=False),
    "nth_last": _nth(from_end=True),
    "count": NotationFunction(PartKind.NUMBER, (PartKind.ROWS,), RowCount),
    "count_distinct": NotationFunction(
        PartKind.NUMBER, (PartKind.ROWS, PartKind.COLUMN), CountDistinct
    ),
    "value": NotationFunction(PartKind.NUMBER, (PartKind.ROWS, PartKind.KEYS), Hop),
    **{aggregate.value: _aggregate(aggregate) for aggregate in Aggregate},
    "difference": NotationFunction(PartKind.NUMBER, (PartKind.NUMBER, PartKind.NUMBER), Distance),
    "exists": NotationFunction(PartKind.TRUTH, (PartKind.ROWS,), Exists),
    "only": NotationFunction(PartKind.TRUTH, (PartKind.ROWS,), Only),
    "every": NotationFunction(PartKind.TRUTH, _VIEW_TWICE, Every),
    "most": NotationFunction(PartKind.TRUTH, _VIEW_TWICE, MostOf),
    "meets": NotationFunction(PartKind.TRUTH, _VIEW_TWICE, Meets),
    **{name: _compare(comparison) for comparison, name in COMPARISON_NAMES.items()},
    "same_text": NotationFunction(
        PartKind.TRUTH, (PartKind.ROWS, PartKind.ROWS, PartKind.COLUMN), SameText
    ),
    "most_frequent": NotationFunction(
        PartKind.TRUTH,
        (PartKind.ROWS, PartKind.COLUMN, PartKind.WORDS),
        lambda view, column, words: MostFrequent(view, column, words.stems),
    ),
    "not": NotationFunction(PartKind.TRUTH, (PartKind.TRUTH,), Negation),
    "and": NotationFunction(
        PartKind.TRUTH,
        (PartKind.TRUTH, PartKind.TRUTH),
        lambda *truths: Both(truths),
        repeats=True,
    ),
}


def stems_of(text: str) -> str:
    """Return the stems by which the words of a text are found in a table."""
    return " ".join(stem(token) for token in tokens_of(text))
