"""The counting aid: which cells are numbers, and what they come to."""

from __future__ import annotations

from decimal import Decimal

import pytest

from annotation.rules.verifying.figures import Figures, figures_of, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("288 km", "288"),
        ("1,233 km", "1233"),
        ("1\u202f233", "1233"),
        ("−3.5 °C", "-3.5"),
        ("1901", "1901"),
        ("164 km (102 mi)", "164"),
        ("44[3]", "44"),
        ("12%", "12"),
    ],
)
def test_the_number_of_a_cell_is_read(text: str, number: str) -> None:
    assert number_in(text) == Decimal(number)


@pytest.mark.parametrize("text", ["", "Rhine", "3 May 2001", "2–1", "A4b", "9" * 40])
def test_a_cell_without_one_number_has_none(text: str) -> None:
    assert number_in(text) is None


def test_count_sum_mean_least_and_largest_are_told() -> None:
    texts = ["44 km", "126 km", "80 km", "164 km", "36 km", "unknown"]
    assert figures_of(texts) == Figures(5, Decimal(450), Decimal(90), Decimal(36), Decimal(164))


def test_one_number_has_no_figures() -> None:
    assert figures_of(["44 km", "left"]) is None
    assert figures_of([]) is None


def test_a_mean_is_rounded_and_written_plainly() -> None:
    figures = figures_of(["1", "1", "2"])
    assert figures is not None
    assert str(figures.mean) == "1.3333"
    thousands = figures_of(["1,000", "1,400"])
    assert thousands is not None
    assert str(thousands.mean) == "1200"
