"""Tests of the language of programs: its functions, and the search against the interpreter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.tables.examples import CAPTION, STATEMENTS, rivers
from verifier.tables.cells import MOST_CELLS, touched_cells
from verifier.tables.english import english
from verifier.tables.interpreter import evaluate
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
    Truth,
)
from verifier.tables.search import search
from verifier.tables.table import read_table
from verifier.tables.words import word_set

ALL = AllRows()
OSTRAVA = FilterWords(ALL, 2, "ostrava")
LIRIEN = FilterWords(ALL, 2, "lirien")
VELMAR = FilterWords(ALL, 1, "velmar")
TARN = FilterWords(ALL, 1, "tarn aval")
LONG = FilterCompare(ALL, 3, Comparison.GREATER, 600)
EQUAL = Comparison.EQUAL

PROGRAMS: list[tuple[Truth, bool, str]] = [
    (Exists(OSTRAVA), True, "There is a row where country is “ostrava”."),
    (Exists(FilterWords(ALL, 2, "gondal")), False, "There is no row where country is “gondal”."),
    (Negation(Exists(FilterWords(ALL, 2, "gondal"))), True,
     "There is no row where country is “gondal”."),
    (Only(VELMAR), True, "There is exactly one row where river is “velmar”."),
    (Only(OSTRAVA), False,
     "It is not true that there is exactly one row where country is “ostrava”."),
    (Compare(EQUAL, RowCount(OSTRAVA), GivenNumber(3)), True,
     "The number of rows where country is “ostrava” is 3."),
    (Compare(EQUAL, CountDistinct(ALL, 2), GivenNumber(2)), True,
     "The number of different values of country is 2."),
    (Compare(EQUAL, Hop(VELMAR, 3), GivenNumber(1204)), True,
     "Length (km) where river is “velmar” is 1204."),
    (Compare(EQUAL, Aggregated(Aggregate.SUM, LIRIEN, 3), GivenNumber(1388.5)), True,
     "The total length (km) where country is “lirien” is 1388.5."),
    (Compare(EQUAL, Aggregated(Aggregate.AVERAGE, OSTRAVA, 3), GivenNumber(922)), True,
     "The average length (km) where country is “ostrava” is 922."),
    (Compare(EQUAL, Aggregated(Aggregate.MAX, ALL, 3), GivenNumber(1204)), True,
     "The largest length (km) is 1204."),
    (Compare(EQUAL, Aggregated(Aggregate.MIN, ALL, 3), GivenNumber(402.5)), True,
     "The smallest length (km) is 402.5."),
    (Compare(EQUAL, Distance(Hop(VELMAR, 3), Hop(TARN, 3)), GivenNumber(218)), True,
     "The difference between length (km) where river is “velmar” and length (km) where river is "
     "“tarn aval” is 218."),
    (Compare(Comparison.GREATER, Hop(TARN, 3), Hop(VELMAR, 3)), False,
     "Length (km) where river is “tarn aval” is at most length (km) where river is “velmar”."),
    (Compare(Comparison.AT_LEAST, RowCount(LIRIEN), GivenNumber(2)), True,
     "The number of rows where country is “lirien” is at least 2."),
    (Compare(Comparison.AT_MOST, RowCount(LIRIEN), GivenNumber(1)), False,
     "The number of rows where country is “lirien” is more than 1."),
    (Compare(Comparison.NOT_EQUAL, RowCount(ALL), GivenNumber(4)), True,
     "The number of rows is not 4."),
    (Compare(Comparison.LESS, RowCount(LIRIEN), RowCount(OSTRAVA)), True,
     "The number of rows where country is “lirien” is less than the number of rows where country "
     "is “ostrava”."),
    (Meets(Extreme(ALL, 3, is_largest=True), VELMAR), True,
     "The row with the largest length (km) has river “velmar”."),
    (Meets(Extreme(ALL, 3, is_largest=True, place=2), TARN), True,
     "The row with the 2nd largest length (km) has river “tarn aval”."),
    (Meets(Extreme(OSTRAVA, 3, is_largest=False), VELMAR), False,
     "The row with the smallest length (km) where country is “ostrava” does not have river "
     "“velmar”."),
    (Meets(Extreme(ALL, 3, is_largest=True, place=9), VELMAR), False,
     "The row with the 9th largest length (km) does not have river “velmar”."),
    (Meets(Nth(ALL, 1, from_end=True), FilterWords(ALL, 1, "little osk")), True,
     "The last row has river “little osk”."),
    (Meets(Nth(OSTRAVA, 2), FilterWords(ALL, 1, "osk")), True,
     "The 2nd row where country is “ostrava” has river “osk”."),
    (Meets(Nth(ALL, 12), VELMAR), False, "The 12th row does not have river “velmar”."),
    (Every(ALL, OSTRAVA), False, "Not every row has country “ostrava”."),
    (Every(LONG, FilterCompare(ALL, 0, Comparison.LESS, 4)), True,
     "Every row where length (km) is more than 600 has rank less than 4."),
    (MostOf(ALL, OSTRAVA), True, "Most rows have country “ostrava”."),
    (SameText(VELMAR, FilterWords(ALL, 1, "osk"), 2), True,
     "Country is the same where river is “velmar” as where river is “osk”."),
    (SameText(VELMAR, TARN, 2), False,
     "Country is not the same where river is “velmar” as where river is “tarn aval”."),
    (MostFrequent(ALL, 2, "ostrava"), True, "“ostrava” is the most frequent country."),
    (Exists(FilterAny(ALL, 2, ("gondal", "lirien"))), True,
     "There is a row where country is “gondal” or “lirien”."),
    (Exists(FilterNot(OSTRAVA, 1, "osk")), True,
     "There is a row where country is “ostrava” and river is not “osk”."),
    (Both((Exists(VELMAR), Exists(TARN))), True,
     "There is a row where river is “velmar”, and there is a row where river is “tarn aval”."),
    (Meets(Extreme(ALL, 4, is_largest=True), FilterWords(ALL, 1, "little osk")), True,
     "The row with the latest survey has river “little osk”."),
    (Compare(Comparison.LESS, Hop(VELMAR, 4), Hop(TARN, 4)), True,
     "Survey where river is “velmar” is before survey where river is “tarn aval”."),
    (Compare(EQUAL, Hop(FilterWords(ALL, 1, "little osk"), 3), GivenNumber(1)), False,
     "Length (km) where river is “little osk” is not 1."),
]  # fmt: skip


@pytest.mark.parametrize(("program", "result", "sentence"), PROGRAMS)
def test_programs_have_their_result_and_their_sentence(
    program: Truth, result: bool, sentence: str
) -> None:
    assert evaluate(program, rivers()) is result
    assert english(program, rivers(), result=result) == sentence


@pytest.mark.parametrize(("program", "result", "_sentence"), PROGRAMS)
def test_touched_cells_lie_in_the_table(program: Truth, result: bool, _sentence: str) -> None:
    cells = touched_cells(program, rivers())
    assert len(cells) <= MOST_CELLS
    assert all(0 <= row < 5 and 0 <= column < 6 for row, column in cells)


def test_touched_cells_are_those_that_decide() -> None:
    table = rivers()
    assert touched_cells(Compare(EQUAL, RowCount(LIRIEN), GivenNumber(2)), table) == [
        (1, 2),
        (3, 2),
    ]
    assert touched_cells(Compare(EQUAL, Hop(VELMAR, 3), GivenNumber(1204)), table) == [
        (0, 1),
        (0, 3),
    ]
    extreme = Meets(Extreme(LIRIEN, 3, is_largest=True), TARN)
    assert touched_cells(extreme, table) == [(1, 1), (1, 2), (1, 3), (3, 3)]


@pytest.mark.parametrize(("statement", "label"), STATEMENTS)
def test_some_program_gives_the_label_of_each_example(statement: str, label: bool) -> None:
    context = search(statement, CAPTION, rivers())
    assert label in {candidate.result for candidate in context.candidates}


@pytest.mark.parametrize(("statement", "_label"), STATEMENTS)
def test_results_of_the_search_are_those_of_the_interpreter(statement: str, _label: bool) -> None:
    table = rivers()
    for candidate in search(statement, CAPTION, table).candidates:
        assert evaluate(candidate.truth, table) == candidate.result, candidate.truth


CELLS = st.one_of(
    st.sampled_from(["alpha", "beta ray", "gamma", "12", "7", "1,500", "3rd", "–", "5 may 2001"]),
    st.text(max_size=8),
)
WORDS = st.sampled_from(
    sorted(
        word_set(
            "alpha beta ray gamma 12 7 1500 third most least more than average total all no only "
            "two same different name size before largest second the"
        )
    )
)


@given(
    rows=st.lists(st.lists(CELLS, max_size=4), min_size=1, max_size=6),
    words=st.lists(WORDS, max_size=14),
)
def test_any_table_and_statement_give_the_results_of_the_interpreter(
    rows: list[list[str]], words: list[str]
) -> None:
    table = read_table(["name", "size", "rank"], rows)
    for candidate in search(" ".join(words), "", table).candidates:
        assert evaluate(candidate.truth, table) == candidate.result, candidate.truth
        assert english(candidate.truth, table, result=candidate.result).endswith(".")
        assert len(touched_cells(candidate.truth, table)) <= MOST_CELLS
