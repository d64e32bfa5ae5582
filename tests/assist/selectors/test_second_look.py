"""The second look at selected evidence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assist.models import ModelVersion
from assist.selectors.second_look import (
    MOST_ELEMENTS,
    MOST_SETS,
    LookedSet,
    LookNote,
    look_again,
)
from tests.assist.world import (
    make_river_table,
    store_version,
    train_small_model,
    train_small_tables,
)
from tests.wiki.pages import make_page
from wiki.models import Corpus

MAPPED = "Velmabar was mapped in 1801."
LENGTH = "Velmabar . Velmabar is a river of 101 km in the north."


def at_once() -> float:
    return 0.0


def look(corpus: Corpus, *sets: LookedSet, claim: str = MAPPED, **given: Any) -> list[LookNote]:
    options: dict[str, Any] = {"label": "SUPPORTS", "clock": at_once} | given
    return look_again(corpus=corpus, claim=claim, sets=sets, **options)


def chosen(*addresses: str, texts: str = LENGTH, page: str = "Velmabar") -> LookedSet:
    return LookedSet(1, [(page, address) for address in addresses], [texts])


def test_evidence_that_decides_gets_no_note(rivers: Corpus, version: ModelVersion) -> None:
    assert look(rivers, chosen("sentence_1", texts=MAPPED)) == []


def test_a_missing_year_is_named(rivers: Corpus, version: ModelVersion) -> None:
    assert look(rivers, chosen("sentence_0"))[0] == LookNote(1, "machine_missing", "1801")


def test_of_missing_numbers_the_first_three_are_named_once_each(rivers: Corpus) -> None:
    claim = "It had 11, 11, 11, 12, 13 and 14 bridges in 101 km."
    assert look(rivers, chosen("sentence_0"), claim=claim) == [
        LookNote(1, "machine_missing", "11, 12, 13")
    ]


def test_what_refutes_may_have_another_number(rivers: Corpus, version: ModelVersion) -> None:
    claim = "Velmabar was mapped in 1809."
    assert look(rivers, chosen("sentence_1", texts=MAPPED), claim=claim, label="REFUTES") == []


def test_of_a_text_that_is_cut_nothing_is_said(rivers: Corpus) -> None:
    assert look(rivers, chosen("sentence_0", texts="It flows on. " * 200 + MAPPED)) == []


def test_evidence_about_something_else_is_probably_not_enough(
    rivers: Corpus, version: ModelVersion
) -> None:
    make_page("Orsk", "Orsk lies on a hill that 7 shepherds share.", corpus=rivers)
    notes = look(rivers, chosen("sentence_0", page="Orsk", texts="Orsk lies on a hill. 1801"))
    assert notes == [LookNote(1, "machine_not_enough")]


@pytest.mark.parametrize("unread", ["sentence_99", "header_cell_0_0_0", "table_caption_0"])
def test_unless_every_element_is_read_the_verifier_says_nothing(
    rivers: Corpus, version: ModelVersion, unread: str
) -> None:
    make_page("Orsk", "Orsk lies on a hill that 7 shepherds share.", corpus=rivers)
    both = LookedSet(1, [("Orsk", "sentence_0"), ("Velmabar", unread)], ["1801"])
    assert look(rivers, both) == []


def test_a_program_that_says_the_opposite_is_told(rivers: Corpus, tmp_path: Path) -> None:
    trained = tmp_path / "trained"
    trained.mkdir()
    train_small_model(trained)
    train_small_tables(trained)
    store_version(trained)
    title = make_river_table(rivers)
    cells = chosen("cell_0_1_0", page=title, texts="3")
    (note,) = look(rivers, cells, claim="there are 3 rivers in ostrava", label="REFUTES")
    assert (note.number, note.code) == (1, "machine_opposite")
    assert "ostrava" in note.about


def test_numbers_are_compared_without_a_model_too(rivers: Corpus) -> None:
    assert look(rivers, chosen("sentence_0")) == [LookNote(1, "machine_missing", "1801")]


def test_pages_are_read_in_one_query(rivers: Corpus, version: ModelVersion) -> None:
    titles = ("Velmabar", "Velmacar", "Velmadar", "Aare")
    sets = [LookedSet(place, [(one, "sentence_0")], [LENGTH]) for place, one in enumerate(titles)]
    look(rivers, sets[0])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        look(rivers, *sets)
    # The version in use, and the pages.
    assert len(queries) == 2


def test_only_the_first_sets_and_small_ones_are_looked_at(rivers: Corpus) -> None:
    large = LookedSet(1, [("Velmabar", "sentence_0")] * (MOST_ELEMENTS + 1), [LENGTH])
    sets = [LookedSet(number, [("Velmabar", "sentence_0")], [LENGTH]) for number in range(2, 30)]
    assert [note.number for note in look(rivers, large, *sets)] == list(range(2, MOST_SETS + 1))


def test_a_look_ends_when_its_time_is_over(rivers: Corpus) -> None:
    # It is read at the start, and before each set.
    ticks: Iterator[float] = (0.11 * tick for tick in count())
    sets = [LookedSet(number, [("Velmabar", "sentence_0")], [LENGTH]) for number in range(1, 6)]
    found = look(rivers, *sets, clock=lambda: next(ticks))
    assert [note.number for note in found] == [1, 2]
