"""Regular expressions: where they match in a text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.engines.patterns import Matcher


@given(st.text("aab1\n é", max_size=60), st.sampled_from(["a", "a+b?", "b|1.", r"\d", "(?s)é.a"]))
def test_patterns_are_found_where_they_stand(text: str, expression: str) -> None:
    found = Matcher(expression, ignores_case=False).find(text)
    assert list(found) == [match.span() for match in re.finditer(expression, text)]


@pytest.mark.parametrize("before", [1790, 1797, 1800, 1997, 2000, 3597, 4000])
def test_patterns_are_found_once_wherever_they_stand_in_a_long_text(before: int) -> None:
    text = "x" * before + "needle" + "x" * 900
    found = list(Matcher("needle", ignores_case=False).find(text))
    assert found == [(before, before + 6)]


@pytest.mark.parametrize(
    ("expression", "text", "found"),
    [
        # Letters, digits and the edges of words are those of Unicode, not of ASCII.
        (r"\bÁrpád\b", "King Árpád ruled; Árpádian kings followed.", ["Árpád"]),
        (r"\w+ń\b", "Poznań and Toruń", ["Poznań", "Toruń"]),
        (r"\w+", "Zürich", ["Zürich"]),
        (r"\d+", "१२ 12", ["१२", "12"]),
    ],
)
def test_patterns_know_the_letters_of_all_scripts(
    expression: str, text: str, found: list[str]
) -> None:
    matcher = Matcher(expression, ignores_case=False)
    assert [text[start:end] for start, end in matcher.find(text)] == found
