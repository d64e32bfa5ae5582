"""The interpreter of programs beside a plain, slow one, over tables and programs of all shapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.tables.slow_interpreter import Cell, PlainTable
from verifier.tables import language as of
from verifier.tables.interpreter import evaluate
from verifier.tables.table import read_table

# Two columns of texts and two of numbers; the words have no other forms.
TEXTS, NUMBERS = (0, 1), (2, 3)
ANY = (*TEXTS, *NUMBERS)
HEADER = ["river", "country", "length", "depth"]
WORDS = ("velmar", "osk", "tarn")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join)
numbers = st.one_of(st.integers(0, 3).map(float), st.sampled_from([1204.0, 1204.1]))
phrases = st.one_of(st.sampled_from(WORDS), texts)
rows = st.lists(st.tuples(texts, texts, st.none() | numbers, numbers), min_size=1, max_size=5)
text_column, number_column = st.sampled_from(TEXTS), st.sampled_from(NUMBERS)
any_column = st.sampled_from(ANY)
places = st.integers(1, 4)
comparisons = st.sampled_from(list(of.Comparison))


def _views(inner: st.SearchStrategy[of.View]) -> st.SearchStrategy[of.View]:
    return st.one_of(
        st.builds(of.FilterWords, inner, text_column, phrases),
        st.builds(
            of.FilterAny,
            inner,
            text_column,
            st.lists(phrases, min_size=1, max_size=2).map(tuple),
        ),
        st.builds(of.FilterNot, inner, text_column, phrases),
        st.builds(of.FilterCompare, inner, number_column, comparisons, numbers),
        st.builds(of.Extreme, inner, number_column, st.booleans(), places),
        st.builds(of.Nth, inner, places, st.booleans()),
    )


views: st.SearchStrategy[of.View] = st.recursive(st.just(of.AllRows()), _views, max_leaves=2)
SCALARS: dict[str, st.SearchStrategy[of.Scalar]] = {
    "count": st.builds(of.RowCount, views),
    "different texts": st.builds(of.CountDistinct, views, any_column),
    "hop": st.builds(of.Hop, views, number_column),
    **{
        function.value: st.builds(of.Aggregated, st.just(function), views, number_column)
        for function in of.Aggregate
    },
}
given_number = st.builds(of.GivenNumber, numbers)
counts = st.one_of(given_number, *SCALARS.values())
scalars = st.one_of(counts, st.builds(of.Distance, counts, counts))
TRUTHS: dict[str, st.SearchStrategy[of.Truth]] = {
    "exists": st.builds(of.Exists, views),
    "only": st.builds(of.Only, views),
    "every": st.builds(of.Every, views, views),
    "most": st.builds(of.MostOf, views, views),
    "meets": st.builds(of.Meets, views, views),
    "compare": st.builds(of.Compare, comparisons, scalars, scalars),
    "same text": st.builds(of.SameText, views, views, any_column),
    "most frequent": st.builds(of.MostFrequent, views, text_column, phrases),
}
any_truth = st.one_of(*TRUTHS.values())
# Each number by itself, compared with one of those in the table.
for name, scalar in SCALARS.items():
    TRUTHS[name] = st.builds(of.Compare, comparisons, scalar, given_number)
TRUTHS["negation"] = st.builds(of.Negation, any_truth)
TRUTHS["both"] = st.builds(of.Both, st.lists(any_truth, min_size=2, max_size=3).map(tuple))


def _written(cell: Cell) -> str:
    return "" if cell is None else f"{cell:g}" if isinstance(cell, float) else cell


@pytest.mark.parametrize("kind", TRUTHS)
@given(data=st.data(), rows=rows)
def test_any_program_has_the_result_of_a_plain_interpreter(
    kind: str, data: st.DataObject, rows: list[tuple[Cell, ...]]
) -> None:
    truth = data.draw(TRUTHS[kind])
    table = read_table(HEADER, [[_written(cell) for cell in row] for row in rows])
    assert evaluate(truth, table) is PlainTable(rows).holds(truth)
