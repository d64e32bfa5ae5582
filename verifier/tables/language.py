"""The language of table programs: typed expressions over one table.

A program is an expression that is true or false. Views are sets of rows; scalars are numbers (keys
of cells). `interpreter.evaluate` defines what an expression means; the search computes results as
it builds expressions, and a test holds the two to each other.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct


class Comparison(StrEnum):
    """The comparisons of keys."""

    EQUAL = "eq"
    GREATER = "greater"
    LESS = "less"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    NOT_EQUAL = "not_eq"


class Aggregate(StrEnum):
    """The functions from the keys of a view to one number."""

    MAX = "max"
    MIN = "min"
    SUM = "sum"
    AVERAGE = "avg"


class Expression(Struct, frozen=True, tag=True):
    """A part of a program."""


# --- views ---------------------------------------------------------------------------------------
class AllRows(Expression, frozen=True):
    """All rows of the table."""


class FilterWords(Expression, frozen=True):
    """The rows of a view whose cell in a column contains these words.

    `words` are stems, by which the table is indexed; `said` is how the statement writes them.
    """

    view: View
    column: int
    words: str
    said: str = ""


class FilterAny(Expression, frozen=True):
    """The rows of a view whose cell in a column contains one of these."""

    view: View
    column: int
    words: tuple[str, ...]


class FilterNot(Expression, frozen=True):
    """The rows of a view whose cell in a column does not contain these words."""

    view: View
    column: int
    words: str


class FilterCompare(Expression, frozen=True):
    """The rows of a view whose key in a column compares with a number."""

    view: View
    column: int
    comparison: Comparison
    number: float


class Extreme(Expression, frozen=True):
    """The rows of a view with the n-th largest, or smallest, key in a column."""

    view: View
    column: int
    is_largest: bool
    place: int = 1


class Nth(Expression, frozen=True):
    """The n-th row of a view, from the top or from the bottom."""

    view: View
    place: int
    from_end: bool = False


# --- scalars -------------------------------------------------------------------------------------
class GivenNumber(Expression, frozen=True):
    """A number of the statement."""

    value: float


class RowCount(Expression, frozen=True):
    """The number of rows of a view."""

    view: View


class CountDistinct(Expression, frozen=True):
    """The number of different texts in a column of a view."""

    view: View
    column: int


class Hop(Expression, frozen=True):
    """The key in a column of a view's first row that has one."""

    view: View
    column: int


class Aggregated(Expression, frozen=True):
    """An aggregate of a column's keys over a view."""

    function: Aggregate
    view: View
    column: int


class Distance(Expression, frozen=True):
    """The difference of two scalars, without its sign."""

    first: Scalar
    second: Scalar


# --- truths --------------------------------------------------------------------------------------
class Exists(Expression, frozen=True):
    """There is a row in the view."""

    view: View


class Only(Expression, frozen=True):
    """There is exactly one row in the view."""

    view: View


class Every(Expression, frozen=True):
    """Every row of a view is in another one."""

    view: View
    within: View


class MostOf(Expression, frozen=True):
    """More than half of the rows of a view are in another one."""

    view: View
    within: View


class Meets(Expression, frozen=True):
    """Two views have a row in common."""

    first: View
    second: View


class Compare(Expression, frozen=True):
    """A comparison of two scalars."""

    comparison: Comparison
    first: Scalar
    second: Scalar


class SameText(Expression, frozen=True):
    """The first rows of two views have the same text in a column."""

    first: View
    second: View
    column: int


class MostFrequent(Expression, frozen=True):
    """No text in a column of a view is more frequent than the text of these rows."""

    view: View
    column: int
    words: str


class Negation(Expression, frozen=True):
    """The opposite."""

    truth: Truth


class Both(Expression, frozen=True):
    """All of these."""

    truths: tuple[Truth, ...]


View: TypeAlias = AllRows | FilterWords | FilterAny | FilterNot | FilterCompare | Extreme | Nth
Scalar: TypeAlias = GivenNumber | RowCount | CountDistinct | Hop | Aggregated | Distance
Truth: TypeAlias = (
    Exists | Only | Every | MostOf | Meets | Compare | SameText | MostFrequent | Negation | Both
)
