"""Agreement of campaigns whose people err at known rates."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.columns import EvidenceElements, GoldAnswer
from quality.measuring.results import AgreementResult
from quality.measuring.sections import AGREEMENT
from tests.quality.generated import SHARES, START, VERDICTS, Habits, Plan, generate

FEW = Bootstrap(resamples=200)


def measured(plan: Plan, bootstrap: Bootstrap = FEW) -> AgreementResult:
    return measure_agreement(generate(plan), tick=lambda section: None, bootstrap=bootstrap)


def expected_kappa(errors: float) -> float:
    """Return the kappa of two people who err at this rate, each wrong verdict equally often."""
    confusion = np.full((3, 3), errors / 2)
    np.fill_diagonal(confusion, 1 - errors)
    shares = np.array(SHARES)
    observed = sum(share * (row @ row) for share, row in zip(shares, confusion, strict=True))
    margin = shares @ confusion
    chance = float(margin @ margin)
    return float((observed - chance) / (1 - chance))


@pytest.mark.slow
def test_the_kappa_that_was_put_in_comes_out_within_its_interval() -> None:
    for errors in (0.12, 0.3):
        people = tuple(Habits(f"person-{number}", errors) for number in range(8))
        within = 0
        for seed in range(20):
            figure = measured(Plan(seed, claims=500, people=people)).two_way.fleiss
            assert figure.low is not None
            assert figure.high is not None
            within += figure.low <= expected_kappa(errors) <= figure.high
        # With 95% intervals, 17 or more of 20 have a chance of 98%.
        assert within >= 17


def test_two_and_three_verifications_are_counted_apart() -> None:
    result = measured(Plan(1, claims=60, depth=3))
    assert (result.two_way.claims, result.three_way.claims) == (0, 60)
    assert result.two_way.fleiss.undefined == "no_items"
    assert result.three_way.fleiss.items == 60
    assert result.three_way.observed.items == 3 * 60
    assert (result.claims, result.verifications) == (60, 180)


def test_agreement_of_nobody_says_why_it_has_no_value() -> None:
    result = measured(Plan(1, claims=0))
    assert result.claims == 0
    assert result.overall.krippendorff.value is None
    assert result.overall.krippendorff.undefined == "no_items"
    assert result.people == ()
    assert result.evidence["all"].pairs == 0


def test_a_careless_person_is_below_the_others() -> None:
    people = (*(Habits(f"person-{number}", 0.08) for number in range(7)), Habits("careless", 0.5))
    result = measured(Plan(3, claims=900, people=people))
    by_name = {person.person: person for person in result.people}
    careless = by_name.pop("careless")
    assert careless.kappa.high is not None
    assert all(
        careless.kappa.high < person.kappa.low
        for person in by_name.values()
        if person.kappa.low is not None
    )
    assert careless.competence is not None
    assert all(careless.competence < (person.competence or 0) for person in by_name.values())
    assert "careless" in result.low_people


def test_the_model_finds_the_truth_where_the_first_of_three_was_wrong() -> None:
    people = tuple(Habits(f"person-{number}", 0.15) for number in range(5))
    plan = Plan(4, claims=400, depth=3, people=people)
    result = measured(plan)
    assert len(result.posteriors) == 400
    for each in result.posteriors:
        assert sum(each.chances) == pytest.approx(1, abs=1e-3)
        assert each.verifications == 3
    first = sum(each.counts == plan.truth[each.claim] for each in result.posteriors)
    model = sum(
        VERDICTS[each.most_probable] == plan.truth[each.claim] for each in result.posteriors
    )
    # One of seven is wrong; of three together about one of twenty.
    assert model > first + 20


def test_a_persons_agreement_with_the_majority_is_counted_by_week() -> None:
    result = measured(Plan(4, claims=400, days=27))
    weeks = [week.name for week in result.people[0].weeks]
    assert weeks == ["2026-W10", "2026-W11", "2026-W12", "2026-W13"]
    first = result.people[0]
    assert sum(week.figure.items for week in first.weeks) == first.with_majority.items
    assert [week.name for week in result.weeks] == weeks


def test_agreement_depends_on_groups_of_claims() -> None:
    result = measured(Plan(5))
    assert [group.name for group in result.groups["slot"]] == ["type_1", "type_2", "type_3"]
    assert sum(group.figure.items for group in result.groups["slot"]) == 600
    assert [group.name for group in result.groups["source"]] == ["sentences", "table"]
    assert "mutation" not in result.groups
    # Every other claim was verified with suggestions.
    assert [group.name for group in result.groups["arm"]] == ["assisted", "unassisted"]
    assert "feedback" not in result.groups


def test_agreement_is_compared_with_and_without_feedback_to_writers() -> None:
    data = generate(Plan(5, claims=90))
    arms = ("shown", "withheld")
    claims = [replace(claim, feedback=arms[claim.pk % 2]) for claim in data.claims]
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"claims": claims})
    result = measure_agreement(data, tick=lambda section: None, bootstrap=FEW)
    groups = result.groups["feedback"]
    assert [group.name for group in groups] == ["shown", "withheld"]


def test_agreement_depends_on_challenge_mutation_and_kind_of_evidence() -> None:
    data = generate(Plan(5, claims=90))
    claims = [
        replace(claim, prescribed={"mutation": ("negation", "substitution")[claim.pk % 2]})
        for claim in data.claims
    ]
    rows = [
        replace(row, challenge=("numbers", "other")[row.claim % 3 > 0])
        for row in data.verifications
    ]
    addresses = [
        address.replace("sentence_", "table_caption_") if page % 2 else address
        for page, address in zip(data.elements.pages, data.elements.addresses, strict=True)
    ]
    elements = EvidenceElements(data.elements.pages, addresses)
    changed = {"claims": claims, "verifications": rows, "elements": elements, "causes": {"slip": 3}}
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | changed)
    result = measure_agreement(data, tick=lambda section: None, bootstrap=FEW)
    sizes = {
        factor: {group.name: group.figure.items for group in groups}
        for factor, groups in result.groups.items()
    }
    assert sizes["mutation"] == {"negation": 45, "substitution": 45}
    assert sizes["challenge"] == {"numbers": 30, "other": 60}
    assert sizes["evidence_kind"] == {"sentences": 45, "tables": 45}
    # Everybody names the same challenge.
    assert (result.challenge.value, result.challenge.items) == (1.0, 90)
    assert {kind: found.pairs for kind, found in result.evidence.items()} == {
        "all": 90,
        "sentence": 45,
        "caption": 45,
    }
    assert result.causes == {"slip": 3}


def test_disagreements_with_too_little_evidence_are_counted() -> None:
    result = measured(Plan(9, claims=300))
    data = generate(Plan(9, claims=300))
    pairs = [{row.verdict for row in given} for _, given in data.by_claim()]
    differ = [verdicts for verdicts in pairs if len(verdicts) > 1]
    share = result.with_not_enough
    assert result.disagreements == share.items == len(differ)
    assert share.numerator == sum(VERDICTS[-1] in verdicts for verdicts in differ)


def test_evidence_agreement_counts_pairs_of_selections() -> None:
    result = measured(Plan(6, claims=1000))
    evidence = result.evidence["all"]
    assert evidence.pairs == 1000
    # Both select the right sentence with 80% each; a wrong one is rarely the same.
    assert evidence.identical.value == pytest.approx(0.64, abs=0.05)
    assert result.identical_evidence.claims == evidence.identical.numerator
    assert set(result.evidence) == {"all", "sentence"}


def test_gold_answers_are_counted_for_each_person() -> None:
    data = generate(Plan(7, claims=30))
    answers = [
        GoldAnswer("person-0", "supported", "supported", START),
        GoldAnswer("person-0", "refuted", "supported", START),
        GoldAnswer("newcomer", "refuted", "refuted", START),
    ]
    data = type(data)(**{name: getattr(data, name) for name in data.__slots__} | {"gold": answers})
    result = measure_agreement(data, tick=lambda section: None, bootstrap=FEW)
    gold = {person.person: person.with_gold for person in result.people}
    assert (gold["person-0"].numerator, gold["person-0"].items) == (1, 2)
    assert (gold["newcomer"].numerator, gold["newcomer"].items) == (1, 1)
    assert gold["person-1"].undefined == "no_items"


def test_the_same_data_and_seed_give_the_same_result() -> None:
    assert measured(Plan(8, claims=100)) == measured(Plan(8, claims=100))


def test_every_section_is_announced_in_order() -> None:
    seen: list[str] = []
    measure_agreement(generate(Plan(1, claims=10)), tick=seen.append, bootstrap=FEW)
    assert tuple(seen) == AGREEMENT
    assert VERDICTS[-1] == "not_enough_information"
