"""The counting aid: which cells are numbers, and what they come to."""

from __future__ import annotations

from decimal import Decimal

import pytest

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.figures import Figures, figures_of, figures_of_sets, number_in
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

AARE = """The Aare is long.

{|
! River !! Length !! Basin
|-
! Kander
| 44 km || 1,126
|-
! Saane
| 126 km || 1,893
|}
"""
TOLD = ("set", "over", "page", "table", "label", "count", "sum", "least", "largest")
REUSS = "{|\n! Bridge !! Year\n|-\n| Nydegg || 1844\n|}"


def documents() -> dict[str, PageDocument]:
    return {
        title: parse_wikitext(title, text).document
        for title, text in (("Aare", AARE), ("Reuss", REUSS))
    }


def chosen(*addresses: str, page: str = "Aare") -> list[ElementReference]:
    return [ElementReference(page, address) for address in addresses]


def told(*sets: list[ElementReference]) -> list[str]:
    """Return the figures of sets, a line each: what they are about, count, sum, least, largest."""
    return [
        " ".join(str(line[name]) for name in TOLD if name in line)
        for line in figures_of_sets(sets, documents())
    ]


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


def test_a_column_has_figures_and_so_has_the_whole_set() -> None:
    column = chosen("cell_0_2_1", "sentence_0", "cell_0_1_1")
    assert figures_of_sets([column], documents()) == [
        {"set": 1, "over": "set", "count": 2, "sum": "170", "mean": "85", "least": "44",
         "largest": "126"},
        {"set": 1, "over": "column", "page": "Aare", "table": "table_0", "label": "Length",
         "count": 2, "sum": "170", "mean": "85", "least": "44", "largest": "126"},
    ]  # fmt: skip


def test_cells_in_one_row_have_the_figures_of_the_row() -> None:
    assert told(chosen("cell_0_1_1", "cell_0_1_2")) == [
        "1 set 2 1170 44 1126",
        "1 row Aare table_0 Kander 2 1170 44 1126",
    ]


def test_cells_of_several_tables_are_added_up_for_the_set() -> None:
    mixed = chosen("cell_0_1_1", "cell_0_2_1", "cell_0_1_2")
    bridge = chosen("cell_0_1_1", page="Reuss")
    assert told(chosen("sentence_0"), mixed + bridge) == [
        "2 set 4 3140 44 1844",
        "2 column Aare table_0 Length 2 170 44 126",
    ]
