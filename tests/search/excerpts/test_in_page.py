"""The search inside a page: every match, with the elements and offsets that a browser needs."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from search import analysis
from search.engines.patterns import Matcher
from search.excerpts.in_page import MOST_LISTED, find_in_page, utf16_ranges
from search.excerpts.marking import Marks, PhraseMark
from search.excerpts.passages import ElementRange
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

TABLE = "{|\n! River !! Length\n|-\n| Aare || 288 km\n|}"


def page(wikitext: str, title: str = "Aare") -> PageDocument:
    return parse_wikitext(title, wikitext).document


def words(text: str) -> Marks:
    return Marks(stems=frozenset(analysis.stems(text)))


def phrase(text: str) -> Marks:
    return near(text, 0)


def near(text: str, slop: int) -> Marks:
    return Marks(phrases=(PhraseMark(tuple(analysis.plain_tokens(text)), slop),))


def test_matches_come_in_reading_order_with_the_title_first() -> None:
    document = page(f"The Aare is long.\n{TABLE}\n* The Aare again")
    found = find_in_page(document, words("aare"))
    assert found.count == 4
    assert [places[0] for places in found.matches] == [
        ElementRange("title", 0, 4),
        ElementRange("sentence_0", 4, 8),
        ElementRange("cell_0_1_0", 0, 4),
        ElementRange("item_0_0", 4, 8),
    ]


def test_words_are_found_in_all_their_forms_and_phrases_in_one() -> None:
    document = page("Rivers flow. A river flows.", "Water")
    assert find_in_page(document, words("flowing")).count == 2
    assert find_in_page(document, phrase("river flows")).count == 1
    assert find_in_page(document, phrase("rivers flows")).count == 0


def test_a_pattern_is_tried_on_each_sentence_and_cell() -> None:
    document = page(f"It is long. It froze.\n{TABLE}", "It")
    marks = Marks(pattern=Matcher(r"^It [a-z]+|^\d+ km$|Aare 288", ignores_case=False))
    assert find_in_page(document, marks).matches == (
        (ElementRange("sentence_0", 0, 5),),
        (ElementRange("sentence_1", 0, 8),),
        (ElementRange("cell_0_1_1", 0, 6),),
    )


def test_a_phrase_over_two_cells_is_one_match_in_two_places() -> None:
    found = find_in_page(page(TABLE), phrase("aare 288"))
    assert found.count == 1
    assert found.matches == ((ElementRange("cell_0_1_0", 0, 4), ElementRange("cell_0_1_1", 0, 3)),)


def test_no_phrase_reaches_from_one_row_into_the_next() -> None:
    assert find_in_page(page(TABLE), phrase("length aare")).count == 0


def test_a_phrase_reaches_over_sentences_but_not_over_paragraphs() -> None:
    document = page("One ends. Two begins.\n\nThree follows.")
    assert find_in_page(document, phrase("ends two")).count == 1
    assert find_in_page(document, phrase("begins three")).count == 0


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("One end and beta.", 1),
        ("One end and beta. Then end, beta.", 2),
        # The words of two that share one stand together.
        ("One end, beta, beta.", 1),
        ("One end and far too much before beta.", 0),
    ],
)
def test_a_near_phrase_that_stands_once_counts_once(text: str, times: int) -> None:
    assert find_in_page(page(text), near("end beta", 2)).count == times


def test_a_near_phrase_has_the_places_of_its_words() -> None:
    (places,) = find_in_page(page("One end and beta."), near("end beta", 2)).matches
    assert places == (ElementRange("sentence_0", 4, 7), ElementRange("sentence_0", 12, 16))


def test_a_word_inside_a_near_phrase_is_a_match_of_its_own() -> None:
    marks = replace(near("end beta", 2), plain=frozenset({"and"}))
    first, second = find_in_page(page("One end and beta."), marks).matches
    assert [place.start for place in first] == [4, 12]
    assert [place.start for place in second] == [8]


def test_offsets_count_as_a_browser_counts() -> None:
    document = page("𝔸𝔸 and the Aare.", "Letters")
    (places,) = find_in_page(document, words("aare")).matches
    assert places == (ElementRange("sentence_0", 11, 15),)
    assert utf16_ranges(document, places) == [("sentence_0", 13, 17)]


def test_more_matches_than_can_be_listed_are_counted() -> None:
    document = page("* " + "river " * (MOST_LISTED + 5))
    found = find_in_page(document, words("river"))
    assert (found.count, len(found.matches)) == (MOST_LISTED + 5, MOST_LISTED)


def test_what_could_not_be_looked_at_in_time_is_said() -> None:
    document = page("The Aare.\n\nThe Aare again.")
    whole = find_in_page(document, words("aare"))
    assert (whole.count, whole.is_partial) == (3, False)
    # The title and the first paragraph.
    part = find_in_page(document, words("aare"), until=2, clock=count(1).__next__)
    assert (part.count, part.is_partial) == (2, True)
    assert part.matches == whole.matches[:2]


def test_nothing_asked_finds_nothing() -> None:
    assert find_in_page(page("The Aare."), Marks()).count == 0
