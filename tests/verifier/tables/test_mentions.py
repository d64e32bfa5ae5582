"""The cells that the words of a claim link to."""

from __future__ import annotations

from verifier.tables.mentions import MOST_CELLS, MOST_MENTIONS, LinkedWords, linked_words
from verifier.tables.table import read_table

TABLE = read_table(
    ("Lake", "Depth", "Kind"),
    [("Thun", "217 m", "deep"), ("Brienz", "259 m", "deep"), ("Biel", "74 m", "deep lake")],
)


def test_words_link_to_cells_in_the_order_of_the_claim() -> None:
    assert linked_words("Brienz is 259 m deep, unlike Thun.", "", TABLE) == [
        LinkedWords("brienz", 0, ((1, 0),), 1),
        LinkedWords("259 m", 1, ((1, 1),), 1),
        LinkedWords("deep", 2, ((0, 2), (1, 2)), 2),
        LinkedWords("thun", 0, ((0, 0),), 1),
    ]


def test_words_of_a_header_name_their_column() -> None:
    assert linked_words("The depth is not known.", "", TABLE) == [LinkedWords("depth", 1)]


def test_a_word_that_is_in_many_cells_is_counted() -> None:
    wide = read_table(("Town",), [("Orsk",)] * 7)
    [linked] = linked_words("Orsk is a town.", "", wide)[:1]
    assert (len(linked.cells), linked.count) == (MOST_CELLS, 7)


def test_there_are_few_even_of_a_long_claim() -> None:
    names = [f"name{chr(97 + number)}x" for number in range(20)]
    table = read_table(("Name",), [(name,) for name in names])
    assert len(linked_words(" ".join(names), "", table)) == MOST_MENTIONS


def test_a_claim_about_something_else_links_to_nothing() -> None:
    assert linked_words("He was born in Vienna.", "", TABLE) == []
