"""Predicted evidence that may be new: what of it is judged, and which answer decides."""

from __future__ import annotations

import pytest

from releases.dataset.rules.pooled_evidence import (
    answers_needed,
    decision,
    digest_of,
    filled_up,
    first_elements,
    is_outside,
)

A, B, C = (("Aare", f"sentence_{number}") for number in range(3))


def test_five_sentences_and_elements_of_three_tables_are_judged() -> None:
    sentences = [("Aare", f"sentence_{number}") for number in range(7)]
    tables = [("Aare", f"cell_{table}_{row}_0") for row in range(2) for table in range(5)]
    many = [("Aare", f"cell_0_{row}_1") for row in range(40)]
    no_evidence = [("Aare", "section_0"), ("Aare", "title")]
    found = first_elements([*no_evidence, *sentences, sentences[0], *tables, *many])
    assert [place for place in found if place[1].startswith("sentence")] == sentences[:5]
    cells = [address for _, address in found if address.startswith("cell")]
    assert {address.split("_")[1] for address in cells} == {"0", "1", "2"}
    assert len(cells) == len(set(cells)) == 25


@pytest.mark.parametrize(
    ("evidence", "is_new"),
    [([], False), ([A], False), ([A, B], False), ([A, B, C], False), ([A, C], True), ([C], True)],
)
def test_what_holds_gold_or_is_a_part_of_it_is_not_new(
    evidence: list[tuple[str, str]], is_new: bool
) -> None:
    assert is_outside(evidence, [[A, B]]) is is_new


def test_gold_is_filled_up_to_the_size_of_a_prediction() -> None:
    assert filled_up((A,), (B, A, C)) == (A, B, C)
    assert filled_up((A, B), (C,)) == (A, B)
    assert filled_up((A,), ()) == (A,)


def test_a_digest_does_not_depend_on_the_order() -> None:
    assert digest_of([A, B]) == digest_of([B, A]) != digest_of([A, C])


@pytest.mark.parametrize(
    ("answers", "asked_for", "needed", "decided"),
    [
        ([], 2, 2, ""),
        (["helps"], 2, 1, ""),
        (["helps", "helps"], 2, 0, "helps"),
        (["helps", "sufficient"], 2, 1, ""),
        (["helps", "sufficient", "sufficient"], 2, 0, "sufficient"),
        (["helps", "sufficient", "irrelevant"], 2, 0, ""),
        (["helps"], 1, 0, "helps"),
        (["helps", "helps"], 3, 1, ""),
        (["helps", "helps", "irrelevant"], 3, 0, "helps"),
    ],
)
def test_more_than_half_decide_and_a_third_is_asked_where_two_disagree(
    answers: list[str], asked_for: int, needed: int, decided: str
) -> None:
    assert answers_needed(answers, asked_for) == needed
    assert decision(answers, asked_for) == decided
