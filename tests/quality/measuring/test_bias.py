"""Bias that was planted is found; where none was planted, none is found too often."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from metrics.dependence import LEVEL
from quality.measuring.bias import measure_bias
from quality.measuring.hints import bias_hints
from quality.measuring.results import BiasResult
from quality.measuring.sections import BIAS
from tests.quality.generated import Plan, evidence_of, generate


def measured(plan: Plan) -> BiasResult:
    data = generate(plan)
    return measure_bias(data, evidence_texts=evidence_of(data), tick=lambda section: None).result


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
    assert 0.5 < (covered.shares[0].value or 0) <= 0.8


def test_halves_and_pairs_of_factors_are_measured_and_say_why_they_have_no_value() -> None:
    result = measured(Plan(16, claims=600, giveaway="has yet to", giveaway_share=0.7))
    half = {one.label: one for one in result.halves}["refuted"]
    assert half.ranks == (10, 20, 50, 100, 200, 500, 1000)
    # Phrases that were planted say the same in both halves, those of chance do not.
    among_fifty = half.figures[2]
    assert among_fifty.value is not None
    assert among_fifty.value > 0.5
    empty = measured(Plan(16, claims=4))
    assert {figure.undefined for one in empty.halves for figure in one.figures} == {"too_few_items"}
    data = generate(Plan(17, claims=601))
    same = [replace(claim, slot="type_1" if claim.pk % 2 else "type_2") for claim in data.claims]
    matched = [
        replace(row, challenge=("numbers", "other")[row.claim % 2]) for row in data.verifications
    ]
    data = type(data)(
        **{name: getattr(data, name) for name in data.__slots__}
        | {"verifications": matched, "claims": same}
    )
    found = measure_bias(data, evidence_texts={}, tick=lambda section: None).result.pairs
    together = found["slot/challenge"]
    assert {(pair.feature, pair.label) for pair in together} == {
        ("type_2", "numbers"),
        ("type_1", "other"),
    }
    assert [pair.npmi.value for pair in together] == pytest.approx([1.0, 1.0])


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
    reported = hinted = 0
    for seed in range(20):
        result = measured(Plan(100 + seed, claims=300))
        tables = (result.ngrams, *result.factors.values(), *result.pairs.values())
        reported += any(pair.is_found for pairs in tables for pair in pairs)
        hinted += bool(bias_hints(result))
    # All tables of a report together have a level of 5%, the list of hints one half of it.
    assert reported <= 20 * LEVEL
    assert hinted <= 20 * LEVEL / 2


def test_verdicts_are_verified_where_possible_and_intended_elsewhere() -> None:
    data = generate(Plan(14, claims=30))
    half = {claim: version for claim, version in data.counting.items() if claim < 10}
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"counting": half})
    result = measure_bias(data, evidence_texts={}, tick=lambda section: None).result
    assert (result.claims, result.verified, result.intended) == (30, 10, 20)
    assert result.probes["evidence_verdict"].accuracy.undefined == "no_items"


def test_every_section_is_announced_in_order() -> None:
    seen: list[str] = []
    measure_bias(generate(Plan(1, claims=10)), evidence_texts={}, tick=seen.append)
    assert tuple(seen) == BIAS
