"""Comma-separated values in which nothing is a formula."""

from __future__ import annotations

import pytest

from core.spreadsheets import csv_text, spreadsheet_text


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff20"])
def test_a_text_that_looks_like_a_formula_is_quoted(start: str) -> None:
    assert spreadsheet_text(f"{start}1+1") == f"'{start}1+1"
    assert spreadsheet_text(f"1{start}1") == f"1{start}1"


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("  =1+1", "'  =1+1"),
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann; @A1;-2", "Ann; '@A1;'-2"),
        ("One\r\n+1", "One\r\n'+1"),
        ("a\t=b", "a\t'=b"),
        ("a; b = c-d", "a; b = c-d"),
        ("", ""),
    ],
)
def test_a_formula_after_the_separator_of_other_languages_is_quoted(
    text: str, harmless: str
) -> None:
    assert spreadsheet_text(text) == harmless


def test_texts_are_made_harmless_and_numbers_stay_numbers() -> None:
    rows = [("name", "hours"), ("=A1", -1.5), ('a, "b"', 2)]
    assert csv_text(rows) == 'name,hours\r\n\'=A1,-1.5\r\n"a, ""b""",2\r\n'
    assert csv_text(rows[:1], line_end="\n") == "name,hours\n"
