"""Queries made of the parts of another."""

from __future__ import annotations

import pytest
from hypothesis import given

from search.query import And, parse_query, print_query, with_any_word
from tests.search.query_texts import PIECES

WIDER = {
    "tea volcano": "tea OR volcano",
    '"old volcano" tea*': '"old volcano" OR tea*',
    "intitle:tea volcano": "intitle:tea OR volcano",
    # What excludes and what operators ask for stays.
    "tea volcano -milk hastable:": "(tea OR volcano) -milk hastable:",
    "(tea OR coffee) volcano": "tea OR coffee OR volcano",
    "the tea volcano": "tea OR volcano",
    '"of the" tea volcano': "tea OR volcano",
    # Words that say nothing, and nothing beside them.
    "the of": "the OR of",
    "the tea": "tea",
    # Nothing to be any of.
    "tea": "",
    "tea OR volcano": "",
    '"tea volcano"': "",
    "tea -volcano": "",
    "tea hastable:": "",
    "-tea -volcano": "",
}


@pytest.mark.parametrize(("text", "wider"), WIDER.items(), ids=map(repr, WIDER))
def test_any_of_the_words_may_match(text: str, wider: str) -> None:
    tree = parse_query(text).tree
    assert tree is not None
    assert print_query(with_any_word(tree, common={"the", "of"})) == wider


@given(PIECES)
def test_what_is_wider_is_a_query_that_says_itself(text: str) -> None:
    tree = parse_query(text).tree
    wider = with_any_word(tree, common=set()) if tree is not None else None
    if wider is not None:
        assert isinstance(tree, And)
        assert parse_query(print_query(wider)).tree == wider
