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
