"""Evidence that a verifier is asked to look at again."""

from __future__ import annotations

from functools import cache

import pytest

from annotation.messages import warning_text
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.warnings import speaks_of_all, warnings_about
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

ROWS = 30


@cache
def page() -> PageDocument:
    """Return eight sentences, and a table with a header and thirty rows of two columns."""
    sentences = " ".join(f"The Aare has a story number {n} to tell." for n in range(8))
    rows = "\n".join(f"|-\n| Bridge {n} || {1900 + n}" for n in range(ROWS))
    return parse_wikitext("Aare", f"{sentences}\n\n{{|\n! Bridge !! Year\n{rows}\n|}}\n").document


def elements(*addresses: str) -> list[ElementReference]:
    return [ElementReference("Aare", address) for address in addresses]


def sentences(count: int) -> list[ElementReference]:
    return elements(*(f"sentence_{n}" for n in range(count)))


def years(count: int) -> list[ElementReference]:
    return elements(*(f"cell_0_{n}_1" for n in range(1, count + 1)))


def codes(
    *sets: list[ElementReference], claim: str = "A bridge stood there."
) -> list[tuple[str, int]]:
    found = warnings_about(claim, dict(enumerate(sets, start=1)), {"Aare": page()})
    return [(one.code, one.set_number) for one in found]


def test_good_evidence_needs_no_second_look() -> None:
    assert codes(sentences(5), years(25)) == []
    assert codes() == []


def test_a_set_within_another_is_pointed_out() -> None:
    sets = {1: sentences(3), 2: sentences(1), 3: years(2)}
    found = warnings_about("A bridge.", sets, {"Aare": page()})
    assert [(one.code, one.set_number, one.parameters["other"]) for one in found] == [
        ("contained", 2, 1)
    ]
    assert warning_text(found[0]) == (
        "All of set 2 is in set 1 too: does set 1 need more than that?"
    )


def test_overlapping_sets_are_fine() -> None:
    assert codes(sentences(3), [*sentences(1), *years(2)]) == []


def test_more_than_a_system_may_predict_is_pointed_out() -> None:
    assert codes(sentences(6)) == [("many_sentences", 1)]
    assert codes(sentences(1), [*years(25), *elements("header_cell_0_0_1")]) == [("many_cells", 2)]


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("All bridges of the Aare are older than 1940.", True),
        ("The Aare has the oldest bridge of Bern.", True),
        ("Every bridge was built by a mayor.", True),
        ("She won the most medals.", True),
        ("The west bank has a forest and a guest house of great interest.", False),
        ("The bridge was tested in Budapest.", False),
        ("A bridge was built in 1901.", False),
    ],
)
def test_claims_about_all_are_recognised(claim: str, told: bool) -> None:
    assert speaks_of_all(claim) is told


def test_part_of_a_column_is_pointed_out_for_claims_about_all() -> None:
    claim = "It has the oldest bridge."
    assert codes(years(3), claim=claim) == [("part_of_column", 1)]
    assert codes(years(3)) == []
    # The whole column is fine but for its length.
    assert codes(years(ROWS), claim=claim) == [("many_cells", 1)]
    assert codes(sentences(2), claim=claim) == []


def test_a_cell_of_an_infobox_is_no_part_of_a_column() -> None:
    text = "{{Infobox river\n| name = Aare\n| length = 288 km\n| mouth = Rhine\n}}\nThe Aare."
    document = parse_wikitext("Aare", text).document
    chosen = {1: elements("cell_0_1_1")}
    claim = "The Aare is longer than all the others."
    assert warnings_about(claim, chosen, {"Aare": document}) == []


@pytest.mark.parametrize(
    "claim",
    [
        "It has five bridges.",
        "12 of its bridges are old.",
        "A total of 3 burned down.",
        "On average",
        "They add up to 4,000.",
        "It has seventeen old bridges.",
    ],
)
def test_a_claim_that_counts_needs_the_whole_column(claim: str) -> None:
    assert ("counted_part_of_column", 1) in codes(years(2), claim=claim)
    # A single value is no count.
    assert codes(years(1), claim=claim) == []
    assert codes(years(2), claim="A bridge stood there.") == []


def test_a_claim_that_adds_up_needs_the_whole_row() -> None:
    text = "{|\n! City !! 2001 !! 2002 !! 2003\n|-\n! Bern\n| 5 || 6 || 7\n|}"
    document = parse_wikitext("Aare", text).document
    sets = {2: elements("cell_0_1_1", "cell_0_1_2")}
    found = warnings_about("Bern had 11 in total.", sets, {"Aare": document})
    assert [(one.code, one.set_number) for one in found] == [("counted_part_of_row", 2)]
    assert warning_text(found[0]) == (
        "The claim counts or adds up, and set 2 has 2 of the 3 numbers of a row of “Aare”: are the"
        " others needed?"
    )
    whole = {1: elements("cell_0_1_1", "cell_0_1_2", "cell_0_1_3")}
    assert warnings_about("Bern had 18 in total.", whole, {"Aare": document}) == []
    # Who speaks of all and adds up needs the whole row, too.
    found = warnings_about("Of all cities Bern had 11 in total.", sets, {"Aare": document})
    assert [(one.code, one.set_number) for one in found] == [("counted_part_of_row", 2)]
