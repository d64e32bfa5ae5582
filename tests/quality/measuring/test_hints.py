"""Hints: what was planted is found, and without it there are hardly any."""

from __future__ import annotations

from datetime import timedelta

import pytest
from scipy.stats import binom, fisher_exact

from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.bias import measure_bias
from quality.measuring.columns import GoldAnswer
from quality.measuring.hints import (
    LEVEL,
    HintKind,
    QualityHint,
    agreement_hints,
    at_most,
    bias_hints,
    fewer_than_before,
)
from tests.quality.generated import START, Habits, Plan, evidence_of, generate

OTHERS = tuple(Habits(f"person-{number}", 0.1) for number in range(7))


def hints_of(plan: Plan) -> list[QualityHint]:
    data = generate(plan)
    result = measure_agreement(data, tick=lambda section: None, bootstrap=Bootstrap(resamples=20))
    return agreement_hints(result)


def found(hints: list[QualityHint], kind: HintKind) -> list[QualityHint]:
    return [hint for hint in hints if hint.kind is kind]


def test_a_careless_person_is_hinted_at() -> None:
    hints = hints_of(Plan(21, claims=900, people=(*OTHERS, Habits("careless", 0.45))))
    (hint,) = found(hints, HintKind.LOW_PERSON)
    assert hint.people == ("careless",)
    assert hint.part / hint.total < 0.7 < hint.expected
    assert all("careless" in hint.people for hint in found(hints, HintKind.LOW_PAIR))


def test_a_drifting_person_is_hinted_at() -> None:
    drifting = Habits("drifting", 0.05, errors_at_the_end=0.6)
    hints = hints_of(Plan(22, claims=1600, people=(*OTHERS, drifting)))
    (hint,) = found(hints, HintKind.DRIFT)
    assert hint.people == ("drifting",)
    assert hint.part / hint.total < hint.expected


@pytest.mark.slow
def test_without_differences_between_people_one_campaign_of_twenty_has_a_hint_at_most() -> None:
    alarms = sum(bool(hints_of(Plan(200 + seed, claims=400, people=OTHERS))) for seed in range(20))
    # The whole list shares a level of 5%.
    assert alarms <= 20 * LEVEL


def test_who_gets_gold_wrong_lately_is_hinted_at() -> None:
    def answers(person: str, wrong: range) -> list[GoldAnswer]:
        return [
            GoldAnswer(
                person,
                "refuted" if number in wrong else "supported",
                "supported",
                START + timedelta(hours=number),
            )
            for number in range(40)
        ]

    data = generate(Plan(25, claims=0))
    steady = [answer for number in range(5) for answer in answers(f"p{number}", range(3, 5))]
    gold = [*steady, *answers("drifting", range(24, 40))]
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"gold": gold})
    (hint,) = agreement_hints(measure_agreement(data, tick=lambda section: None))
    assert (hint.kind, hint.people) == (HintKind.GOLD_DRIFT, ("drifting",))
    assert (hint.part, hint.total, hint.expected) == (4, 20, 1.0)


def test_a_planted_phrase_and_place_are_hinted_at() -> None:
    data = generate(
        Plan(
            23,
            claims=1500,
            giveaway="has yet to",
            giveaway_share=0.7,
            first_sentence_share=0.5,
        )
    )
    result = measure_bias(data, evidence_texts=evidence_of(data), tick=lambda section: None).result
    hints = bias_hints(result)
    phrases = found(hints, HintKind.PHRASE)
    assert {hint.verdict for hint in phrases} == {"refuted"}
    assert any("yet" in hint.feature for hint in phrases)
    assert found(hints, HintKind.CLAIM_ONLY)
    assert [(hint.feature, hint.verdict) for hint in found(hints, HintKind.PLACE)] == [
        ("first", "supported")
    ]


def test_a_campaign_without_duplicates_has_no_hint() -> None:
    assert hints_of(Plan(24, claims=0)) == []


def test_chances_are_those_of_an_independent_library() -> None:
    assert at_most(3, 20, 0.4) == pytest.approx(float(binom.cdf(3, 20, 0.4)), abs=1e-12)
    table = [[12, 8], [70, 10]]
    exact = float(fisher_exact(table, alternative="less").pvalue)
    assert fewer_than_before(70, 80, 12, 20) == pytest.approx(exact, abs=1e-12)
    assert (at_most(5, 5, 1.0), at_most(4, 5, 1.0), at_most(0, 5, 0.0)) == (1.0, 0.0, 1.0)
