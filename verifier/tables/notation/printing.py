"""The printer: programs as texts that the parser reads back."""

from __future__ import annotations

from verifier.tables.language import (
    Aggregated,
    AllRows,
    Both,
    Compare,
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
from verifier.tables.notation.functions import COMPARISON_NAMES, stems_of
from verifier.tables.table import DataTable

# Columns with longer headers are named by their number.
LONGEST_HEADER = 60


def write_program(program: Truth, table: DataTable) -> str:
    """Return a program as a text that `read_program` reads back."""
    return _Printer(table).truth(program)


class _Printer:
    """Prints the parts of programs over one table."""

    def __init__(self, table: DataTable) -> None:
        self._table = table

    def truth(self, truth: Truth) -> str:
        match truth:
            case Exists(view):
                return f"exists({self._view(view)})"
            case Only(view):
                return f"only({self._view(view)})"
            case Every(first, second):
                return f"every({self._view(first)}, {self._view(second)})"
            case MostOf(first, second):
                return f"most({self._view(first)}, {self._view(second)})"
            case Meets(first, second):
                return f"meets({self._view(first)}, {self._view(second)})"
            case Compare(comparison, left, right):
                name = COMPARISON_NAMES[comparison]
                return f"{name}({self._scalar(left)}, {self._scalar(right)})"
            case SameText(first, second, column):
                views = f"{self._view(first)}, {self._view(second)}"
                return f"same_text({views}, {self._column(column)})"
            case MostFrequent(view, column, words):
                return f"most_frequent({self._cells(view, column)}, {_words_text('', words)})"
            case Negation(inner):
                return f"not({self.truth(inner)})"
            case Both(truths):
                return f"and({', '.join(map(self.truth, truths))})"
        raise TypeError(truth)

    def _scalar(self, scalar: Scalar) -> str:
        match scalar:
            case GivenNumber(value):
                return _figures(value)
            case RowCount(view):
                return f"count({self._view(view)})"
            case CountDistinct(view, column):
                return f"count_distinct({self._cells(view, column)})"
            case Hop(view, column):
                return f"value({self._cells(view, column)})"
            case Aggregated(aggregate, view, column):
                return f"{aggregate.value}({self._cells(view, column)})"
            case Distance(first, second):
                return f"difference({self._scalar(first)}, {self._scalar(second)})"
        raise TypeError(scalar)

    def _view(self, view: View) -> str:
        match view:
            case AllRows():
                return "rows"
            case FilterWords(inner, column, words, said):
                return f"is({self._cells(inner, column)}, {_words_text(said, words)})"
            case FilterAny(inner, column, several):
                texts = ", ".join(_words_text("", words) for words in several)
                return f"is_any({self._cells(inner, column)}, {texts})"
            case FilterNot(inner, column, words):
                return f"is_not({self._cells(inner, column)}, {_words_text('', words)})"
            case FilterCompare(inner, column, comparison, number):
                name = f"where_{COMPARISON_NAMES[comparison]}"
                return f"{name}({self._cells(inner, column)}, {_figures(number)})"
            case Extreme(inner, column, is_largest, place):
                name = "largest" if is_largest else "smallest"
                rank = f", {place}" if place != 1 else ""
                return f"{name}({self._cells(inner, column)}{rank})"
            case Nth(inner, place, from_end):
                return f"{'nth_last' if from_end else 'nth'}({self._view(inner)}, {place})"
        raise TypeError(view)

    def _cells(self, view: View, column: int) -> str:
        return f"{self._view(view)}, {self._column(column)}"

    def _column(self, number: int) -> str:
        columns = self._table.columns
        header = columns[number].header
        is_unique = sum(column.header == header for column in columns) == 1
        if not header.strip() or not is_unique or len(header) > LONGEST_HEADER:
            return f"#{number + 1}"
        return _quoted(header, '"')


def _words_text(said: str, words: str) -> str:
    if said and stems_of(said) == words:
        return _quoted(said, '"')
    return " ".join([*([_quoted(said, '"')] if said else []), _quoted(words, "'")])


def _quoted(text: str, mark: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(mark, f"\\{mark}")
    return f"{mark}{escaped}{mark}"


def _figures(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
