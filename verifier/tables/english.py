"""Programs in plain English: "the number of rows where venue is “home” is 5"."""

from __future__ import annotations

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
    Scalar,
    Truth,
    View,
)
from verifier.tables.table import DataTable
from verifier.tables.values import ValueKind

COMPARED = {
    Comparison.EQUAL: "is",
    Comparison.NOT_EQUAL: "is not",
    Comparison.GREATER: "is more than",
    Comparison.LESS: "is less than",
    Comparison.AT_LEAST: "is at least",
    Comparison.AT_MOST: "is at most",
}
# Of dates and times one says so.
_COMPARED_TIMES = {
    **COMPARED,
    Comparison.GREATER: "is after",
    Comparison.LESS: "is before",
    Comparison.AT_LEAST: "is not before",
    Comparison.AT_MOST: "is not after",
}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
AGGREGATED = {
    Aggregate.MAX: "the largest",
    Aggregate.MIN: "the smallest",
    Aggregate.SUM: "the total",
    Aggregate.AVERAGE: "the average",
}


def english(truth: Truth, table: DataTable, *, result: bool = True) -> str:
    """Return a program as one English sentence; if its result is false, the sentence denies it."""
    sentence = _truth(truth if result else _denied(truth), table)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _denied(truth: Truth) -> Truth:
    match truth:
        case Negation(inner):
            return inner
        case _:
            return Negation(truth)


OPPOSITES = {
    Comparison.EQUAL: Comparison.NOT_EQUAL,
    Comparison.NOT_EQUAL: Comparison.EQUAL,
    Comparison.GREATER: Comparison.AT_MOST,
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_LEAST: Comparison.LESS,
    Comparison.AT_MOST: Comparison.GREATER,
}


def _truth(truth: Truth, table: DataTable) -> str:
    match truth:
        case Exists(view):
            return f"there is a row where {_clause(view, table)}"
        case Only(view):
            return f"there is exactly one row where {_clause(view, table)}"
        case Every(view, within):
            return f"every row{_where(view, table)} has {_conditions(within, table)}"
        case MostOf(view, within):
            return f"most rows{_where(view, table)} have {_conditions(within, table)}"
        case Meets(first, second):
            return f"{_rows(first, table)} has {_conditions(second, table)}"
        case Compare(comparison, first, second):
            compared = _COMPARED_TIMES if _is_date(first, table) else COMPARED
            return f"{_scalar(first, table)} {compared[comparison]} {_scalar(second, table)}"
        case SameText(first, second, column):
            return (
                f"{_name(column, table)} is the same where {_clause(first, table)} "
                f"as where {_clause(second, table)}"
            )
        case MostFrequent(view, column, words):
            place = _where(view, table)
            return f"“{words}” is the most frequent {_name(column, table)}{place}"
        case Negation(inner):
            return _denial(inner, table)
        case Both(truths):
            return ", and ".join(_truth(one, table) for one in truths)
    raise TypeError(truth)


def _denial(truth: Truth, table: DataTable) -> str:
    match truth:
        case Exists(view):
            return f"there is no row where {_clause(view, table)}"
        case Compare(comparison, first, second):
            return _truth(Compare(OPPOSITES[comparison], first, second), table)
        case Meets(first_view, second_view):
            return f"{_rows(first_view, table)} does not have {_conditions(second_view, table)}"
        case SameText(first_view, second_view, column):
            return (
                f"{_name(column, table)} is not the same where {_clause(first_view, table)} "
                f"as where {_clause(second_view, table)}"
            )
        case Every(view, within):
            return f"not every row{_where(view, table)} has {_conditions(within, table)}"
        case _:
            return f"it is not true that {_truth(truth, table)}"


def _scalar(scalar: Scalar, table: DataTable) -> str:
    match scalar:
        case GivenNumber(value):
            return figures(value)
        case RowCount(view):
            return f"the number of rows{_where(view, table)}"
        case CountDistinct(view, column):
            return f"the number of different values of {_name(column, table)}{_where(view, table)}"
        case Hop(Extreme() as view, column) if view.column == column:
            return f"{_extreme(view, table)}{_where(view.view, table)}"
        case Hop(view, column):
            return f"{_name(column, table)}{_where(view, table)}"
        case Aggregated(function, view, column):
            return f"{AGGREGATED[function]} {_name(column, table)}{_where(view, table)}"
        case Distance(first, second):
            return f"the difference between {_scalar(first, table)} and {_scalar(second, table)}"
    raise TypeError(scalar)


def _rows(view: View, table: DataTable) -> str:
    match view:
        case Extreme(inner):
            return f"the row with {_extreme(view, table)}{_where(inner, table)}"
        case Nth(inner, place, from_end):
            which = "last" if from_end and place == 1 else _ordinal(place)
            return f"the {which} row{_where(inner, table)}"
        case _:
            return f"a row{_where(view, table)}"


def _extreme(view: Extreme, table: DataTable) -> str:
    place = "" if view.place == 1 else f"{_ordinal(view.place)} "
    largest, smallest = (
        ("latest", "earliest")
        if table.columns[view.column].kind == ValueKind.DATE
        else ("largest", "smallest")
    )
    return f"the {place}{largest if view.is_largest else smallest} {_name(view.column, table)}"


def _where(view: View, table: DataTable) -> str:
    return "" if isinstance(view, AllRows) else f" where {_clause(view, table)}"


def _clause(view: View, table: DataTable) -> str:
    """Return conditions as a clause after "where": the country is “ostrava”."""
    return _conditions(view, table, verb="is ")


def _conditions(view: View, table: DataTable, verb: str = "") -> str:
    """Return conditions; without a verb, as what a row has: country “ostrava”."""
    match view:
        case AllRows():
            return "anything"
        case FilterWords(inner, column, words, said_words):
            said = f"{_name(column, table)} {verb}“{said_words or words}”"
        case FilterNot(inner, column, words):
            denied = "is not" if verb else "other than"
            said = f"{_name(column, table)} {denied} “{words}”"
        case FilterAny(inner, column, several):
            said = f"{_name(column, table)} {verb}" + " or ".join(f"“{words}”" for words in several)
        case FilterCompare(inner, column, comparison, number):
            compared = COMPARED[comparison].removeprefix("is ")
            said = f"{_name(column, table)} {verb}{compared} {figures(number)}"
        case Extreme(inner):
            said = f"{verb and 'it has '}{_extreme(view, table)}"
        case Nth(inner, place):
            said = f"{verb and 'it is '}row number {place}"
        case _:
            raise TypeError(view)
    if isinstance(inner, AllRows):
        return said
    return f"{_conditions(inner, table, verb)} and {said}"


def _is_date(scalar: Scalar, table: DataTable) -> bool:
    return isinstance(scalar, Hop) and table.columns[scalar.column].kind == ValueKind.DATE


def _name(column: int, table: DataTable) -> str:
    return table.columns[column].header or f"column {column + 1}"


def figures(number: float) -> str:
    """Return a number without needless digits."""
    return str(int(number)) if number == int(number) else f"{number:g}"


def _ordinal(place: int) -> str:
    if 10 <= place % 100 <= 20:
        return f"{place}th"
    return f"{place}{_ENDINGS.get(place % 10, 'th')}"
