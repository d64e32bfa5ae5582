"""Tests of pairs that are not enough."""

from __future__ import annotations

import pytest

from verifier.text.sampling import (
    NoEvidenceError,
    Sampling,
    TextExample,
    give_evidence,
    remove_evidence,
)

RIVER = TextExample("The Elda is long .", ("The Elda is 90 km long .",), "SUPPORTS", "Elda")
TOWN = TextExample("Velmar is old .", ("Velmar is new .", "It is small ."), "REFUTES", "Velmar")
BARE = TextExample("A choir sings in Velmar .", (), "NOT ENOUGH INFO")


def test_one_sentence_is_removed_where_there_are_several() -> None:
    (made,) = remove_evidence([RIVER, TOWN, BARE], seed=3)
    assert made.claim == TOWN.claim
    assert made.label == "NOT ENOUGH INFO"
    assert made.evidence in {TOWN.evidence[:1], TOWN.evidence[1:]}
    assert remove_evidence([RIVER, TOWN, BARE], seed=3) == [made]


def test_claims_without_evidence_get_a_sentence_of_the_nearest_page() -> None:
    given = give_evidence([RIVER, TOWN, BARE], how=Sampling.NEAREST, seed=0)
    assert given[:2] == [RIVER, TOWN]
    assert given[2].evidence[0] in TOWN.evidence


def test_random_evidence_does_not_depend_on_the_order() -> None:
    forwards = give_evidence([RIVER, TOWN, BARE], how=Sampling.RANDOM, seed=0)
    backwards = give_evidence([BARE, TOWN, RIVER], how=Sampling.RANDOM, seed=0)
    assert forwards[2] == backwards[0]
    assert forwards[2].evidence[0] in {*RIVER.evidence, *TOWN.evidence}


def test_without_any_evidence_there_is_nothing_to_give() -> None:
    with pytest.raises(NoEvidenceError):
        give_evidence([BARE], how=Sampling.NEAREST, seed=0)
