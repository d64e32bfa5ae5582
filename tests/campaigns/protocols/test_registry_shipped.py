"""The designs that ship are those of their papers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaigns.protocols import registry
from campaigns.protocols.enums import (
    Dealing,
    Effect,
    ElementKind,
    Grader,
    Look,
    Measure,
    Polarity,
    ResolutionRule,
    SplitUnit,
    StageKind,
    Unit,
)

FEVEROUS = registry.get("feverous")
FEVER = registry.get("fever")


# --- FEVEROUS ------------------------------------------------------------------------------------
def test_feverous_highlights_are_four_sentences_or_a_table_one_to_two() -> None:
    run, table = FEVEROUS.sources
    assert (run.share, run.sentences) == (Fraction(1, 3), 4)
    assert (table.share, table.least_rows, table.most_rows) == (Fraction(2, 3), 5, 50)
    assert {run.unit, table.unit} == {Unit.PAGE}


def test_feverous_deals_four_decks() -> None:
    half = Fraction(1, 2)
    assert FEVEROUS.decks() == {
        "source": {"sentences": Fraction(1, 3), "table": Fraction(2, 3)},
        "verdict": {"supported": half, "refuted": half},
        "scope": {"same_page": half, "several_pages": half},
        "mutation": {
            "more_specific": Fraction(15, 100),
            "generalization": Fraction(15, 100),
            "negation": Fraction(30, 100),
            "paraphrasing": Fraction(10, 100),
            "entity_substitution": Fraction(30, 100),
        },
    }


def test_feverous_asks_for_three_claims_a_highlight() -> None:
    first, second, third = FEVEROUS.stage("write").slots
    assert [(slot.least, slot.most) for slot in (first, second, third)] == [(1, 1)] * 3
    assert (first.factors, first.asks) == (("verdict",), ("challenge",))
    assert (second.factors, second.asks) == (("scope",), ("verdict", "challenge"))
    assert (third.factors, third.asks) == (("mutation",), ("verdict", "challenge"))
    assert third.based_on == ("type_1", "type_2")


def test_feverous_names_six_challenges_as_its_format_does() -> None:
    assert [value.label for value in FEVEROUS.factor("challenge").values] == [
        "Multi-hop Reasoning",
        "Numerical Reasoning",
        "Entity Disambiguation",
        "Combining Tables and Text",
        "Search terms not in claim",
        "Other",
    ]
    assert FEVEROUS.stage("verify").asks == ("challenge",)


def test_feverous_takes_one_to_three_sets_for_every_verdict() -> None:
    rule = FEVEROUS.evidence
    assert rule.look is Look.OPEN
    assert rule.elements == tuple(ElementKind)
    assert [(one.verdict, one.least, one.most) for one in rule.sets] == [
        ("supported", 1, 3),
        ("refuted", 1, 3),
        ("not_enough_information", 1, 3),
    ]
    assert rule.set_limit == 3


def test_feverous_asks_whether_one_is_misled() -> None:
    question = FEVEROUS.verdicts.question
    assert question is not None
    assert question.asked_for == ("refuted", "not_enough_information")
    assert [(one.name, one.verdict) for one in question.answers] == [
        ("yes", "refuted"),
        ("no", "not_enough_information"),
    ]


def test_feverous_duplicates_a_tenth_two_thirds_of_it_once() -> None:
    assert FEVEROUS.depth_shares() == {
        "1": Fraction(9, 10),
        "2": Fraction(1, 15),
        "3": Fraction(1, 30),
    }
    assert FEVEROUS.resolution.rule is ResolutionRule.FIRST


def test_feverous_calibrates_each_task_in_two_phases_of_ten() -> None:
    writing = FEVEROUS.calibration.phases_of("write")
    verifying = FEVEROUS.calibration.phases_of("verify")
    assert [phase.items for phase in writing + verifying] == [10, 10, 10, 10]
    assert {phase.graded_by for phase in writing} == {Grader.MANAGER}
    assert {phase.graded_by for phase in verifying} == {Grader.GOLD}
    assert writing[0].measures == (Measure.GUIDELINES, Measure.TAGS)
    assert verifying[0].measures == (
        Measure.VERDICT,
        Measure.EVIDENCE_PRECISION,
        Measure.EVIDENCE_RECALL,
        Measure.COMPLETE_SETS,
        Measure.TAGS,
    )


def test_feverous_keeps_the_claims_of_a_highlight_in_one_part() -> None:
    assert FEVEROUS.export.split_unit is SplitUnit.HIGHLIGHT
    assert {part.name: part.share for part in FEVEROUS.export.parts} == {
        "train": Fraction(4, 5),
        "dev": Fraction(1, 10),
        "test": Fraction(1, 10),
    }


# --- FEVER ---------------------------------------------------------------------------------------
def test_fever_starts_from_one_sentence_with_its_dictionary() -> None:
    (source,) = FEVER.sources
    assert (source.unit, source.dictionary, source.share) == (Unit.SENTENCE, True, Fraction(1))
    assert FEVER.decks() == {"source": {"sentence": Fraction(1)}}


def test_fever_asks_for_all_six_mutations_at_once() -> None:
    mutation = FEVER.factor("mutation")
    assert mutation.dealt is Dealing.EACH
    assert [value.effect for value in mutation.values] == [
        Effect.REWORDED,
        Effect.NEGATED,
        Effect.EXCHANGED,
        Effect.EXCHANGED,
        Effect.NARROWER,
        Effect.WIDER,
    ]
    assert FEVER.stage("write").slot("mutated").based_on == ("claim",)


def test_fever_takes_sentences_of_introductions_and_none_for_not_enough() -> None:
    rule = FEVER.evidence
    assert rule.look is Look.INTRODUCTIONS
    assert rule.elements == (ElementKind.SENTENCE,)
    assert rule.polarity is Polarity.BY_SET
    assert (rule.sets_for("supported").least, rule.sets_for("refuted").least) == (1, 1)
    nothing = rule.sets_for("not_enough_information")
    assert (nothing.least, nothing.most) == (0, 0)


def test_fever_verifies_one_in_twenty_five_five_times_and_one_in_a_hundred_by_an_expert() -> None:
    assert FEVER.depth_shares() == {"1": Fraction(24, 25), "5": Fraction(1, 25)}
    assert FEVER.redundancy.experts == Fraction(1, 100)
    assert FEVER.export.split_unit is SplitUnit.PAGE


def test_in_fever_a_no_to_the_guideline_question_means_not_enough() -> None:
    question = FEVER.verdicts.question
    assert question is not None
    assert question.asked_for == ("supported", "refuted")
    assert [(one.name, one.verdict) for one in question.answers] == [
        ("yes", None),
        ("no", "not_enough_information"),
    ]


# --- both ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", list(registry.PROTOCOLS))
def test_a_writing_and_a_verifying_stage_are_found_by_what_people_do(name: str) -> None:
    protocol = registry.get(name)
    write, verify = protocol.stage_for(StageKind.WRITE), protocol.stage_for(StageKind.VERIFY)
    assert write is not None and verify is not None
    assert verify.inputs == (write.name,)
    assert protocol.stage_for(StageKind.REVIEW) is None


@pytest.mark.parametrize("name", list(registry.PROTOCOLS))
def test_guidelines_of_our_own_ship_with_each_design(name: str) -> None:
    text = registry.default_guidelines(name)
    assert text.startswith("# ")
    assert 3000 < len(text) < 12_000
    for verdict in registry.get(name).verdicts.choices:
        assert verdict.label in text
    for factor in registry.get(name).factors:
        for value in factor.values:
            assert value.label in text, value.label


def test_the_registry_lists_names_and_titles() -> None:
    assert registry.choices() == [("feverous", "FEVEROUS"), ("fever", "FEVER")]
    assert registry.DEFAULT == "feverous"
    with pytest.raises(KeyError):
        registry.get("no_such_design")


@pytest.mark.parametrize("name", list(registry.PROTOCOLS))
def test_a_claim_can_be_reported_as_tautological_or_self_contradictory(name: str) -> None:
    reasons = {reason.name: reason.label for reason in registry.get(name).acceptance.reasons}
    assert reasons["tautological"] == "Tautological or self-contradictory"
