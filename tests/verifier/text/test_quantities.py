"""Tests of quantities: what is read, with which operator, and how two of them relate."""

from __future__ import annotations

import pytest

from verifier.text.quantities import Kind, Operator, Quantity, quantities_of
from verifier.text.relations import are_comparable, relation
from verifier.text.tokens import words_of


def _read(text: str) -> list[Quantity]:
    return quantities_of(words_of(text))


def _only(text: str) -> Quantity:
    (found,) = _read(text)
    return found


@pytest.mark.parametrize(
    ("text", "kind", "value", "operator"),
    [
        ("It sold 23 copies .", Kind.COUNT, 23, Operator.EQUAL),
        ("It sold more than 23.5 million copies .", Kind.COUNT, 23.5e6, Operator.MORE),
        ("It sold over 1,200 copies .", Kind.COUNT, 1200, Operator.MORE),
        ("It sold no more than twenty-one copies .", Kind.COUNT, 21, Operator.AT_MOST),
        ("It sold 30 copies or more", Kind.COUNT, 30, Operator.EQUAL),
        ("It sold 30 or more copies", Kind.COUNT, 30, Operator.AT_LEAST),
        ("It sold about five copies .", Kind.COUNT, 5, Operator.ABOUT),
        ("It grossed under $ 4 million .", Kind.MONEY, 4e6, Operator.LESS),
        ("It has 26.6 % of votes .", Kind.PERCENTAGE, 26.6, Operator.EQUAL),
        ("He was born before 1980 .", Kind.YEAR, 1980, Operator.LESS),
        ("He was born after January 16 , 1980 .", Kind.DAY, 1980.0116, Operator.MORE),
        ("He was born on 16 January 1980 .", Kind.DAY, 1980.0116, Operator.EQUAL),
        ("He was born in April of 1866 .", Kind.DAY, 1866.04, Operator.EQUAL),
        ("It was the third album .", Kind.RANK, 3, Operator.EQUAL),
        ("It peaked at # 7 there .", Kind.RANK, 7, Operator.EQUAL),
    ],
)
def test_quantities_are_read_with_kind_and_operator(
    text: str, kind: Kind, value: float, operator: Operator
) -> None:
    found = _only(text)
    assert (found.kind, found.operator) == (kind, operator)
    assert found.value == pytest.approx(value)


def test_words_that_only_look_like_months_are_no_dates() -> None:
    assert _read("They may march again .") == []


@pytest.mark.parametrize(
    ("claimed", "told", "expected"),
    [
        ("more than 200 cases", "197 cases", -1),
        ("more than 190 cases", "197 cases", 1),
        ("under 23.5 million sales", "more than 23 million sales", 0),
        ("under 23.5 million sales", "more than 24 million sales", -1),
        ("over 23 million sales", "more than 24 million sales", 1),
        ("at least 20 people", "20 people", 1),
        ("more than 20 people", "20 people", -1),
        ("about 100 people", "103 people", 1),
        ("in 2015", "on August 23 , 2015", 1),
        ("before 2015", "on August 23 , 2015", -1),
        ("before January 16 , 1980", "on January 20 , 1980", -1),
        ("on January 20", "on January 20 , 1980", 1),
        ("in January 1980", "on January 20 , 1980", 1),
        ("the third song", "the fourth song", -1),
    ],
)
def test_quantities_imply_exclude_or_leave_open(claimed: str, told: str, expected: int) -> None:
    first, second = _only(claimed), _only(told)
    assert are_comparable(first, second)
    assert relation(first, second) == expected


def test_years_percentages_and_counts_are_not_compared() -> None:
    year, share, count = _only("in 1990"), _only("12 %"), _only("12 people")
    assert not are_comparable(year, count)
    assert not are_comparable(share, count)
    assert not are_comparable(count, year)
