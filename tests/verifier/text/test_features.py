"""Tests of the features of pairs."""

from __future__ import annotations

import numpy as np
import pytest

from verifier.text.alignment import align, read_text
from verifier.text.features import PAIR_FEATURES, pair_features

EVIDENCE = "Velmar is a small town in Ostrava . It won no cup and was founded in 1904 ."


def _rarity(stem: str) -> float:
    return 2.0


def _features(claim: str, evidence: str = EVIDENCE) -> dict[str, float]:
    features = pair_features(read_text(claim), read_text(evidence), _rarity)
    assert features.dense.shape == (len(PAIR_FEATURES),)
    assert np.isfinite(features.dense).all()
    return dict(zip(PAIR_FEATURES, features.dense, strict=True))


def test_every_word_of_the_claim_has_its_place() -> None:
    aligned = align(read_text("A town called Velmar"), read_text(EVIDENCE), _rarity)
    assert aligned.found == [2, 4, -1, 0]
    assert aligned.content == [1, 3]
    assert aligned.missing == []


def test_missing_words_lower_the_coverage() -> None:
    whole = _features("Velmar is a town in Ostrava .")
    part = _features("Velmar is a harbour in Ostrava .")
    assert (whole["coverage"], whole["missing"]) == (1.0, 0)
    assert part["coverage"] == pytest.approx(2 / 3)
    assert (part["missing"], part["sites"]) == (1, 1)


def test_negations_are_compared_where_they_apply() -> None:
    assert _features("Velmar won a cup .")["negation_clash"] == 1
    assert _features("Velmar won no cup .")["negation_clash"] == 0
    assert _features("Velmar is not a town .")["negation_clash"] == 1


def test_opposites_count_where_the_word_itself_is_missing() -> None:
    assert _features("Velmar is a large town .")["opposites"] == 1
    assert _features("Velmar is a small town .")["opposites"] == 0
    assert _features("Velmar lost a cup .")["opposites"] == 1


def test_years_are_compared_with_their_operator() -> None:
    assert _features("Velmar was founded before 1900 .")["time_relation"] == -1
    assert _features("Velmar was founded after 1900 .")["time_relation"] == 1
    assert _features("Velmar was founded .")["time_relation"] == 0.5


def test_nothing_is_learned_from_a_claim_that_is_found_as_it_stands() -> None:
    # Words of the claim count only where the evidence lacks them or has others beside them.
    claim = "Velmar is a small town in Ostrava ."
    features = pair_features(read_text(claim), read_text(claim), _rarity)
    assert list(features.buckets) == []
