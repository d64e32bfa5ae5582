"""Statements about tables: comparisons, counts, superlatives and look-ups, true and not."""

from __future__ import annotations

from random import Random

import pytest

from campaigns.protocols.enums import Effect
from quality.simulation.grids import ReadGrid, grids_of
from quality.simulation.statements import (
    ComparedRows,
    CountedRows,
    FirstOfAll,
    LookUp,
    topics_of,
)
from tests.quality.simulation.pages import page


def tributaries() -> ReadGrid:
    (grid,) = grids_of(page("Aare"))
    return grid


def test_a_table_is_read_with_its_spans_and_headers() -> None:
    grid = tributaries()
    assert grid.topic == "larger tributaries of the Aare"
    assert [grid.name(row) for row in range(grid.size)] == [
        "Kander",
        "Saane",
        "Emme",
        "Reuss",
        "Limmat",
    ]
    columns = {column.name: column for column in grid.columns}
    assert columns["length"].values == (44.0, 126.0, 80.0, 164.0, 36.0)
    assert [columns["confluence bank"].text(row) for row in range(5)] == [
        "left",
        "left",
        "right",
        "right",
        "right",
    ]


def column(grid: ReadGrid, name: str) -> int:
    return [column.name for column in grid.columns].index(name)


def test_rows_are_compared() -> None:
    grid = tributaries()
    topic = ComparedRows(grid, grid.columns[column(grid, "length")], 1, 3)
    true, false = topic.state(is_true=True), topic.state(is_true=False)
    start = "Among the larger tributaries of the Aare,"
    assert true.text == f"{start} Reuss has a greater length than Saane."
    assert false.text == f"{start} Saane has a greater length than Reuss."
    assert (true.is_true, false.is_true) == (True, False)
    turned = topic.mutate(false, Effect.NEGATED)
    assert turned.text == f"{start} Saane has a smaller length than Reuss."
    assert turned.is_true
    assert topic.mutate(false, Effect.WIDER).is_true


def test_the_largest_is_named() -> None:
    grid = tributaries()
    topic = FirstOfAll(grid, grid.columns[column(grid, "length")], 3)
    true = topic.state(is_true=True)
    assert true.text == "Among the larger tributaries of the Aare, Reuss has the greatest length."
    assert len(true.evidence) == 7
    # The caption, the header and the five cells; two cells would be enough for some.
    assert len(true.also) == 2
    assert not topic.state(is_true=False).is_true


def test_rows_with_a_value_are_counted() -> None:
    grid = tributaries()
    topic = CountedRows(grid, grid.columns[column(grid, "confluence bank")], "right")
    true = topic.state(is_true=True)
    assert true.text == (
        "Exactly three of the five larger tributaries of the Aare have right as their"
        " confluence bank."
    )
    assert not topic.state(is_true=False).is_true
    other = topic.mutate(true, Effect.SUBSTITUTED)
    # Two are on the left.
    assert other.text == true.text.replace("right", "left")
    assert not other.is_true


def test_values_are_looked_up() -> None:
    grid = tributaries()
    topic = LookUp(grid, grid.columns[column(grid, "length")], 2)
    true, false = topic.state(is_true=True), topic.state(is_true=False)
    assert (
        true.text == "The length of Emme among the larger tributaries of the Aare is 80 kilometres."
    )
    assert (
        false.text
        == "The length of Emme among the larger tributaries of the Aare is 164 kilometres."
    )


@pytest.mark.parametrize(
    "title", ["Aare", "List of highest mountains", "List of countries by highest point"]
)
def test_every_mutation_changes_the_words(title: str) -> None:
    for grid in grids_of(page(title)):
        for topic in topics_of(grid, Random(1)):
            for is_true in (True, False):
                base = topic.state(is_true=is_true)
                assert base.is_true is is_true
                for effect in Effect:
                    changed = topic.mutate(base, effect)
                    assert changed.text != base.text, effect
                    assert changed.text.endswith(".")
                    assert changed.evidence
