"""Marks: the words of a text that a query matches."""

from __future__ import annotations

import pytest

from search.selectors.pages import read_marks


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ('"river flows"~3', "The river, as we know, flows.", ["river", "flows"]),
        ('"river flows"~2', "The river, as we know, flows.", []),
        ('"river flows"~3', "As it flows, the river grows.", []),
        # The nearer of two is taken.
        ('"river flows"~1', "A river: the river flows.", ["river", "flows"]),
        ('"river flows"~3', "The river flows and flows.", ["river", "flows", "flows"]),
        # All gaps together.
        ('"a b c"~2', "a x b x c", ["a", "b", "c"]),
        ('"a b c"~2', "a x b x x c", []),
        ('"new york new"~2', "New York", []),
        ('"new york new"~2', "New York is new", ["New", "York", "new"]),
    ],
)
def test_near_words_are_marked_in_their_order_only(
    query: str, text: str, marked: list[str]
) -> None:
    assert [text[start:end] for start, end in read_marks(query).find(text)] == marked


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        (r"river insource:/19\d\d/", "The river froze in 1929, 1963.", ["river", "1929", "1963"]),
        (r"insource:/\bŁódź|aa+/i", "Podłódź, łódź; AAA", ["łódź", "AAA"]),
        # One that holds a word is marked whole.
        ("river insource:/a river.$/", "It is a river!", ["a river!"]),
        # Those that are refused or excluded mark nothing.
        ("river insource:/(/", "A (river)", ["river"]),
        ("river -insource:/froze/", "The river froze", ["river"]),
        # Of a long text each piece is looked at.
        ("insource:/a.c/", "x" * 5000 + "äaüc", ["aüc"]),
    ],
)
def test_what_a_pattern_matches_is_marked(query: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in read_marks(query).find(text)] == marked
