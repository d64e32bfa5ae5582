"""Corrected queries: other words in them, and everything else as it was typed."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from search.query import (
    correct_query,
    correctable_tokens,
    parse_query,
)
from tests.search.query_texts import PIECES, shape_of


# --- other words in a query ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("cofee  AND (tee)", "coffee  AND (tee)"),
        ("Cofee cofee COFEE", "Coffee coffee Coffee"),
        ("café/cofee", "café/coffee"),
        # Once it must stay: in the plainest spelling.
        ("cofee  AND -cofee", "coffee -cofee"),
        ("cofee cofee~1", "coffee cofee~1"),
        ("cofee  insource:/cofee/", "coffee insource:/cofee/"),
        # What was ignored stays as well.
        ('cofee OR "', 'coffee OR "'),
        # But not an operator that would be ignored again.
        ("insource:cofee tea", "coffee tea"),
        ('tea insource:"cofee cup"', "tea coffee-cup"),
        # What would be cut off elsewhere is no correction.
        ("cofee " + "x" * 994, ""),
        ("cofee " + "x" * 993, "coffee " + "x" * 993),
    ],
)
def test_only_the_misspelt_words_are_replaced(text: str, corrected: str) -> None:
    tree = parse_query(text).tree
    assert tree is not None
    assert correct_query(text, tree, {"cofee": "coffee"}) == corrected


def test_of_a_query_that_is_too_long_what_was_read_is_corrected() -> None:
    text = "a cofee " + "b " * 600
    tree = parse_query(text).tree
    assert tree is not None
    # What was read has too many words, too; those stay where they are.
    assert correct_query(text, tree, {"cofee": "tea"}) == "a tea " + "b " * 496


TERMS = ["coffee", "c++", "c", "a", "jk", "or", "not", "and", "intitle", "12", "3.5", "京", "हिन्दी"]


@given(text=st.one_of(st.text(), PIECES), data=st.data())
def test_a_corrected_query_has_the_same_shape(text: str, data: st.DataObject) -> None:
    tree = parse_query(text).tree
    assume(tree is not None)
    assert tree is not None
    tokens = list(correctable_tokens(tree))
    better = {token: data.draw(st.sampled_from(TERMS)) for token in sorted(set(tokens))}
    corrected = parse_query(correct_query(text, tree, better)).tree
    if corrected is not None:
        assert shape_of(corrected) == shape_of(tree)
        assert list(correctable_tokens(corrected)) == [better[token] for token in tokens]
