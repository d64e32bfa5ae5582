"""The notation of programs: what is printed is read back, and what is no program is refused."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.tables.examples import CAPTION, STATEMENTS, rivers
from tests.verifier.tables.test_interpreter import HEADER, TRUTHS
from verifier.tables.english import english
from verifier.tables.interpreter import evaluate
from verifier.tables.language import (
    AllRows,
    Compare,
    Comparison,
    Exists,
    Extreme,
    FilterWords,
    GivenNumber,
    Hop,
    RowCount,
)
from verifier.tables.notation import (
    MOST_CHARACTERS,
    NotationError,
    NotationFault,
    read_program,
    write_program,
)
from verifier.tables.search import search
from verifier.tables.table import read_table

ROWS = [["velmar", "osk", "1204", "3"], ["tarn", "velmar", "986", "2"]]


@pytest.mark.parametrize("kind", TRUTHS)
@given(data=st.data())
def test_what_is_printed_is_read_back(kind: str, data: st.DataObject) -> None:
    table = read_table(HEADER, ROWS)
    truth = data.draw(TRUTHS[kind])
    assert read_program(write_program(truth, table), table) == truth


@given(said=st.text(max_size=20), words=st.text(min_size=1, max_size=20), header=st.text())
def test_any_words_and_headers_are_read_back(said: str, words: str, header: str) -> None:
    table = read_table([header, header, "x"], [["a", "b", "1"]])
    if not words.strip():
        return
    for column in (0, 2):
        truth = Exists(FilterWords(AllRows(), column, words, said))
        text = write_program(truth, table)
        if len(text) <= MOST_CHARACTERS:
            assert read_program(text, table) == truth


@pytest.mark.parametrize(("statement", "_label"), STATEMENTS)
def test_every_program_of_the_search_is_read_back(statement: str, _label: bool) -> None:
    table = rivers()
    for candidate in search(statement, CAPTION, table).candidates:
        read = read_program(write_program(candidate.truth, table), table)
        assert read == candidate.truth
        assert evaluate(read, table) == candidate.result


def test_a_program_reads_like_its_english() -> None:
    table = rivers()
    text = 'eq(count(is(rows, "Country", "Ostrava")), 3)'
    program = read_program(text, table)
    ostrava = FilterWords(AllRows(), 2, "ostrava", "Ostrava")
    assert program == Compare(Comparison.EQUAL, RowCount(ostrava), GivenNumber(3.0))
    assert english(program, table) == "The number of rows where country is “Ostrava” is 3."
    assert write_program(program, table) == text.replace("Country", "country")


def test_spaces_numbers_of_columns_and_ranks_are_read() -> None:
    table = rivers()
    program = read_program(
        ' greater ( value( largest(rows(),#4 , 2) , "length (km)"),\n-1.5e2)', table
    )
    second = Extreme(AllRows(), 3, is_largest=True, place=2)
    assert program == Compare(Comparison.GREATER, Hop(second, 3), GivenNumber(-150.0))


@pytest.mark.parametrize(
    ("text", "fault", "at", "about"),
    [
        ("", NotationFault.EMPTY, 1, ""),
        ("  \n", NotationFault.EMPTY, 1, ""),
        ("x" * (MOST_CHARACTERS + 1), NotationFault.TOO_LONG, MOST_CHARACTERS + 1, ""),
        ("(" * MOST_CHARACTERS, NotationFault.TOO_LONG, 801, ""),
        ("not(" * 100 + "exists(rows)" + ")" * 100, NotationFault.TOO_DEEP, 65, ""),
        ("exec(rows)", NotationFault.UNKNOWN_FUNCTION, 1, "exec"),
        ("exists(import)", NotationFault.UNKNOWN_FUNCTION, 8, "import"),
        ("__import__(rows)", NotationFault.UNKNOWN_FUNCTION, 1, "__import__"),
        ("rows", NotationFault.NO_TRUTH, 1, "rows"),
        ("5", NotationFault.WRONG_KIND, 1, "5"),
        ('"velmar"', NotationFault.WRONG_KIND, 1, '"velmar"'),
        ("exists(5)", NotationFault.WRONG_KIND, 8, "5"),
        ("exists(count(rows))", NotationFault.WRONG_KIND, 8, "count"),
        ("eq(rows, 3)", NotationFault.WRONG_KIND, 4, "rows"),
        ('exists(is(rows, velmar, "x"))', NotationFault.WRONG_KIND, 17, "velmar"),
        ('exists(is(rows, "river", 5))', NotationFault.WRONG_KIND, 26, "5"),
        ('exists(where_less(rows, "rank", count(rows)))', NotationFault.WRONG_KIND, 33, "count"),
        ('exists(is(rows, "town", "x"))', NotationFault.UNKNOWN_COLUMN, 17, "town"),
        ('exists(is(rows, "", "x"))', NotationFault.UNKNOWN_COLUMN, 17, ""),
        ('exists(is(rows, #0, "x"))', NotationFault.UNKNOWN_COLUMN, 17, "#0"),
        ('exists(is(rows, #7, "x"))', NotationFault.UNKNOWN_COLUMN, 17, "#7"),
        (f'exists(is(rows, #{"9" * 5000}, "x"))', NotationFault.TOO_LONG, MOST_CHARACTERS + 1, ""),
        ('exists(largest(rows, "river"))', NotationFault.NO_KEYS, 22, "river"),
        ('exists(largest(rows, "rank", 0))', NotationFault.BAD_NUMBER, 30, "0"),
        ('exists(largest(rows, "rank", 1.5))', NotationFault.BAD_NUMBER, 30, "1.5"),
        ("exists(nth(rows, 99999))", NotationFault.BAD_NUMBER, 18, "99999"),
        ("eq(count(rows), 1e400)", NotationFault.BAD_NUMBER, 17, "1e400"),
        (f"eq(count(rows), {'9' * 50})", NotationFault.BAD_NUMBER, 17, "9" * 50),
        ('exists(is(rows, "river", "…"))', NotationFault.NO_WORDS, 26, "…"),
        ("exists(is(rows, \"river\", ''))", NotationFault.NO_WORDS, 26, ""),
        ("exists()", NotationFault.WRONG_COUNT, 1, "exists"),
        ("exists(rows, rows)", NotationFault.WRONG_COUNT, 1, "exists"),
        ("rows(rows)", NotationFault.NO_TRUTH, 1, "rows"),
        ("exists(rows(rows))", NotationFault.WRONG_COUNT, 8, "rows"),
        ("and(exists(rows))", NotationFault.WRONG_COUNT, 1, "and"),
        ("exists(rows", NotationFault.UNFINISHED, 12, ""),
        ("exists(", NotationFault.UNFINISHED, 8, ""),
        ("exists", NotationFault.UNFINISHED, 7, ""),
        ("exists rows", NotationFault.UNEXPECTED, 8, "rows"),
        ("exists(rows 5)", NotationFault.UNEXPECTED, 13, "5"),
        ("exists(,rows)", NotationFault.UNEXPECTED, 8, ","),
        ("exists(rows))", NotationFault.UNEXPECTED, 13, ")"),
        ("exists(rows); drop", NotationFault.UNEXPECTED, 13, "; drop"),
        ('exists(is(rows, "river', NotationFault.UNEXPECTED, 17, '"river'),
        ("exists(rows)\0", NotationFault.UNEXPECTED, 13, "\0"),
    ],
)
def test_what_is_no_program_is_refused_with_its_place(
    text: str, fault: NotationFault, at: int, about: str
) -> None:
    with pytest.raises(NotationError) as refused:
        read_program(text, rivers())
    assert (refused.value.fault, refused.value.at, refused.value.about) == (fault, at, about)


def test_a_header_that_several_columns_have_is_refused() -> None:
    table = read_table(["Year", "Year"], [["1", "2"]])
    with pytest.raises(NotationError) as refused:
        read_program('exists(is(rows, "year", "1"))', table)
    assert refused.value.fault == NotationFault.SEVERAL_COLUMNS


@given(text=st.text(alphabet="abcinorstw_(),\"'\\#05. \n", max_size=80))
def test_any_text_is_a_program_or_refused(text: str) -> None:
    table = rivers()
    try:
        program = read_program(text, table)
    except NotationError as refused:
        place = refused.at
    else:
        assert read_program(write_program(program, table), table) == program
        return
    assert 1 <= place <= len(text) + 1


def test_long_texts_are_refused_at_once() -> None:
    began = time.process_time()
    for text in ("(" * 10_000_000, '"' * 10_000_000, '"\\' * 2_400, " " * 5_000, "not(" * 1_000):
        with pytest.raises(NotationError):
            read_program(text, rivers())
    assert time.process_time() - began < 1
