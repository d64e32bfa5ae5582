"""Columns of numbers in tables: which cells stand below one another."""

from __future__ import annotations

import pytest

from wiki.parsing.elements import Table
from wiki.parsing.wikitext import parse_wikitext
from wiki.reading.markup import split_head
from wiki.reading.numbers import cell_class, number_cells


def found(text: str) -> list[str]:
    (table,) = [
        block for block in parse_wikitext("Aare", text).document.blocks if isinstance(block, Table)
    ]
    return sorted(number_cells(table, split_head(table)[0]))


def column(*cells: str) -> str:
    rows = "\n".join(f"|-\n| River || {cell}" for cell in cells)
    return f"{{|\n! Name !! Value\n{rows}\n|}}"


@pytest.mark.parametrize(
    "text",
    ["288", "1,233 km", "−3.5 °C", "$44", "12 %", "164 km (102 mi)", "44[3]", "1 233 m", "3.2 km²"],
)
def test_a_column_of_numbers_is_read_from_the_right(text: str) -> None:
    assert found(column(text)) == ["cell_0_1_1", "header_cell_0_0_1"]


@pytest.mark.parametrize("text", ["Rhine", "3 May 2001", "2–1 to Bern", "A4", "", "9" * 50])
def test_other_columns_are_not(text: str) -> None:
    assert found(column(text)) == []


def test_a_word_among_numbers_stays_where_it_is() -> None:
    assert found(column("1", "2", "unknown")) == ["cell_0_1_1", "cell_0_2_1", "header_cell_0_0_1"]
    assert found(column("1", "unknown", "none")) == []


def test_rows_of_an_infobox_are_no_column() -> None:
    assert found("{{Infobox river\n| length = 288\n| width = 3\n}}") == []


def test_the_class_of_a_cell_says_so() -> None:
    assert cell_class("cell_0_1_1", frozenset({"cell_0_1_1"})) == "cell cell--number"
    assert cell_class("cell_0_1_0", frozenset({"cell_0_1_1"})) == "cell"
