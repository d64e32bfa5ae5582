"""Bias that was planted is found; where none was planted, none is found too often."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from metrics.dependence import LEVEL
from quality.measuring.bias import measure_bias
from quality.measuring.columns import (
    CampaignData,
    EvidenceElements,
    MeasuredClaim,
    MeasuredVerification,
)
from quality.measuring.hints import bias_hints
from quality.measuring.results import BiasResult
from quality.measuring.sections import BIAS
from tests.quality.generated import START, VERDICTS, Plan, evidence_of, generate


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


def test_places_of_evidence_are_those_of_its_page_and_table() -> None:
    # Ten claims each with a cell of the upper and of the lower half of a table of 12 rows, one
    # with a cell of a table of 40 rows, and one with a late sentence.
    addresses = ("cell_0_2_1", "cell_1_9_0", "cell_1_30_0", "sentence_24")
    claims, rows, evidence = [], [], {}
    for number in range(40):
        verdict = ("supported", "refuted")[number % 4 % 2]
        claims.append(
            MeasuredClaim(
                number,
                f"Claim {number}.",
                "type_1",
                {"mutation": "negation"},
                "",
                "",
                "table",
                number,
                0,
            )
        )
        rows.append(
            MeasuredVerification(
                number, "a", number + 1, verdict, "other", START, 0, (), is_adjudication=False
            )
        )
        evidence[number + 1] = ((number % 4,),)
    data = CampaignData(
        verdicts=VERDICTS,
        claims=claims,
        verifications=rows,
        evidence=evidence,
        elements=EvidenceElements(
            [1, 1, 2, 1], addresses, {(1, 0): (12, 2), (1, 1): (12, 2), (2, 1): (40, 2)}
        ),
        counting={number: number + 1 for number in range(40)},
    )
    result = measure_bias(data, evidence_texts={}, tick=lambda section: None).result
    found = {(pair.feature, pair.label): pair.together for pair in result.factors["evidence_place"]}
    assert found["first", "supported"] == found["first_half", "supported"] == 10
    assert found["second_half", "refuted"] == 10
    assert found["late", "supported"] == found["late", "refuted"] == 10
    assert {name: (half.numerator, half.items) for name, half in result.first_half.items()} == {
        "11_to_20": (10, 20),
        "over_20": (0, 10),
    }
    kinds = {(pair.feature, pair.label): pair.together for pair in result.factors["evidence_kind"]}
    assert (kinds["tables", "supported"], kinds["sentences", "refuted"]) == (20, 10)
    assert result.factors["mutation"][0].feature == "negation"


def test_words_of_a_claim_type_are_found() -> None:
    data = generate(Plan(18, claims=600))
    claims = [
        replace(claim, text=f"{claim.text[:-1]} and more.") if claim.slot == "type_2" else claim
        for claim in data.claims
    ]
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"claims": claims})
    found = measure_bias(data, evidence_texts={}, tick=lambda section: None).result.words["slot"]
    assert {(pair.feature, pair.label) for pair in found[:2]} == {
        ("and", "type_2"),
        ("more", "type_2"),
    }


@pytest.mark.slow
def test_without_planted_bias_there_are_no_more_alarms_than_the_level_allows() -> None:
    reported = hinted = 0
    for seed in range(20):
        result = measured(Plan(100 + seed, claims=300))
        tables = (*result.factors.values(), *result.pairs.values(), *result.words.values())
        reported += result.ngrams_found > 0 or any(
            pair.is_found for pairs in tables for pair in pairs
        )
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
