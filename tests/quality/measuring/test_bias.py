"""Bias that was planted is found; where none was planted, none is found too often."""

from __future__ import annotations

import pytest

from quality.measuring.bias import measure_bias
from quality.measuring.results import BiasResult
from quality.measuring.sections import BIAS
from tests.quality.generated import Plan, evidence_of, generate


def measured(plan: Plan) -> BiasResult:
    data = generate(plan)
    return measure_bias(data, evidence_texts=evidence_of(data), tick=lambda section: None)


def test_a_planted_phrase_gives_its_verdict_away() -> None:
    result = measured(Plan(11, claims=1500, giveaway="has yet to", giveaway_share=0.7))
    first = result.ngrams[0]
    of_refuted = [pair for pair in result.ngrams if pair.label == "refuted"]
    assert "yet to" in [pair.feature for pair in of_refuted[:6]]
    assert first.is_found
    probe = result.probes["claim_verdict"]
    assert probe.is_biased
    assert probe.lift.low is not None
    assert probe.lift.low > 0
    covered = {one.label: one for one in result.coverage}["refuted"]
    # Verdicts err now and then, so the share is a little below the planted one.
    assert 0.5 < covered.shares[0] <= 0.8


def test_weights_lower_the_objective_and_the_bias() -> None:
    weights = measured(Plan(12, claims=600, giveaway="did not", giveaway_share=0.5)).weights
    assert weights.after < weights.before
    assert weights.mean_bias_after < weights.mean_bias_before


def test_a_planted_place_of_evidence_goes_with_its_verdict() -> None:
    result = measured(Plan(13, claims=900, first_sentence_share=0.5))
    found = {
        (pair.feature, pair.label): pair
        for pair in result.factors["evidence_place"]
        if pair.is_found
    }
    pair = found["first", "supported"]
    assert pair.npmi.low is not None
    assert pair.npmi.low > 0


@pytest.mark.slow
def test_without_planted_bias_there_are_no_more_alarms_than_the_level_allows() -> None:
    alarms = 0
    for seed in range(20):
        result = measured(Plan(100 + seed, claims=300))
        found = any(pair.is_found for pair in result.ngrams)
        found |= any(pair.is_found for pairs in result.factors.values() for pair in pairs)
        alarms += found
    # Five tables (words, claim type, source, challenge, place) at a level of 5 % each give at
    # most 23 % of campaigns with an alarm; nine of 20 or more have a chance below 2 %.
    assert alarms <= 8


def test_verdicts_are_verified_where_possible_and_intended_elsewhere() -> None:
    data = generate(Plan(14, claims=30))
    half = {claim: version for claim, version in data.counting.items() if claim < 10}
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"counting": half})
    result = measure_bias(data, evidence_texts={}, tick=lambda section: None)
    assert (result.claims, result.verified, result.intended) == (30, 10, 20)
    assert result.probes["evidence_verdict"].accuracy.undefined == "no_items"


def test_every_section_is_announced_in_order() -> None:
    seen: list[str] = []
    measure_bias(generate(Plan(1, claims=10)), evidence_texts={}, tick=seen.append)
    assert tuple(seen) == BIAS
