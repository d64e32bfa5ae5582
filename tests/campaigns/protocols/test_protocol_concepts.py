"""Every design is data, and data that cannot be run is refused in words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaigns.protocols import registry
from campaigns.protocols.enums import Dealing, ResolutionRule, SourceKind, StageKind, Unit
from campaigns.protocols.judging import (
    Acceptance,
    Answer,
    Depth,
    GuidelineQuestion,
    Redundancy,
    Resolution,
    SetLimits,
    Verdicts,
)
from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import Choice, Factor, Slot, Source, Stage, Value
from tests.campaigns.protocols import designs
from tests.campaigns.protocols.designs import RUMOURS, SYMMETRIC, TABFACT

FEVEROUS = registry.get("feverous")


# --- four designs and an invented one in the same concepts ---------------------------------------
def test_tabfact_is_data() -> None:
    assert [stage.kind for stage in TABFACT.stages] == [
        StageKind.WRITE, StageKind.REWRITE, StageKind.REVIEW, StageKind.VERIFY
    ]  # fmt: skip
    assert [(slot.name, slot.verdict) for _, slot in TABFACT.slots()] == [
        ("entailed", "entailed"),
        ("refuted", "refuted"),
    ]
    assert TABFACT.acceptance.filtered
    assert TABFACT.evidence.set_limit == 0


def test_symmetric_is_data() -> None:
    assert SYMMETRIC.derivation is not None
    assert SYMMETRIC.derivation.crossed_with == "contrary"
    assert SYMMETRIC.evidence.written
    assert SYMMETRIC.decks() == {"source": {"pair": Fraction(1)}}


def test_an_invented_design_is_data() -> None:
    assert RUMOURS.decks()["tone"] == {"plain": Fraction(3, 4), "surprising": Fraction(1, 4)}
    assert RUMOURS.depth_shares() == {"3": Fraction(1)}
    assert RUMOURS.tag_values("verdict") == ("believed", "doubted")
    assert FEVEROUS.tag_values("challenge")[-1] == "other"


def test_the_example_in_the_docs_is_the_invented_design() -> None:
    text = (Path(__file__).parents[3] / "docs" / "protocols.md").read_text(encoding="utf-8")
    example = text.partition("```python\n")[2].partition("```")[0]
    names = vars(designs).copy()
    names.pop("RUMOURS")
    exec(example, names)
    assert names["RUMOURS"] == RUMOURS


def test_a_protocol_does_not_change() -> None:
    with pytest.raises(AttributeError):
        RUMOURS.name = "gossip"  # type: ignore[misc]


# --- refusals: parts -----------------------------------------------------------------------------
def value(name: str, share: Fraction | None = None) -> Value:
    return Value(name=name, label=name, share=share)


HALF = Fraction(1, 2)
PARTS: list[tuple[Callable[[], object], str]] = [
    (
        lambda: Factor(
            name="f",
            label="F",
            dealt=Dealing.QUOTA,
            values=(value("a", HALF), value("b", Fraction(1, 3))),
        ),
        "Factor “f”: the shares add up to 5/6, not to 1.",
    ),
    (
        lambda: Factor(
            name="f", label="F", dealt=Dealing.QUOTA, values=(value("a", HALF), value("b"))
        ),
        "Factor “f”: every value dealt by quota needs a share.",
    ),
    (
        lambda: Factor(name="f", label="F", dealt=Dealing.FREE, values=(value("a", Fraction(1)),)),
        "Factor “f”: shares are for quotas only.",
    ),
    (
        lambda: Factor(name="f", label="F", dealt=Dealing.EACH, values=(value("a"), value("a"))),
        "Factor “f”: “a” occurs twice.",
    ),
    (
        lambda: Factor(name="f", label="F", dealt=Dealing.EACH, values=()),
        "Factor “f” has no values.",
    ),
    (
        lambda: value("Not A Name"),
        "Value “Not A Name”: a name is lower-case letters, digits and underscores.",
    ),
    (lambda: Choice(name="a", label=""), "Choice “a” has no label."),
    (
        lambda: Slot(name="s", label="S", instruction="", checks=("spelling",)),
        "Slot “s”: the check “spelling” is not known; there is: sentence, duplicate, copy, "
        "unchanged, mutation, bare_negation, vague, pronoun, giveaway, beyond.",
    ),
    (
        lambda: Slot(name="s", label="S", instruction="", least=3, most=2),
        "Slot “s”: the fewest claims are more than the most.",
    ),
    (
        lambda: Stage(name="s", label="S", kind=StageKind.WRITE, inputs=("source",)),
        "Stage “s”: people write, but there is no slot.",
    ),
    (
        lambda: Stage(
            name="s",
            label="S",
            kind=StageKind.WRITE,
            inputs=("source",),
            slots=(Slot(name="a", label="A", instruction="", based_on=("b",)),),
        ),
        "Slot “a”: its base “b” is not known; there is: input.",
    ),
    (
        lambda: Source(name="s", label="S", kind=SourceKind.SENTENCE_RUN, unit=Unit.PAGE),
        "Source “s”: how many sentences has a run?",
    ),
    (
        lambda: Source(
            name="s", label="S", kind=SourceKind.TABLE, unit=Unit.PAGE, least_rows=9, most_rows=5
        ),
        "Source “s”: the fewest rows are more than the most.",
    ),
    (
        lambda: Source(name="s", label="S", kind=SourceKind.TABLE, unit=Unit.PAGE, sentences=4),
        "Source “s”: only text has sentences.",
    ),
    (
        lambda: SetLimits(verdict="v", least=2, most=1),
        "Evidence for “v”: the fewest sets are more than the most.",
    ),
    (
        lambda: Redundancy(verifications=1, duplicates=Fraction(1, 10)),
        "Duplicates: with how many verifications do they end?",
    ),
    (
        lambda: Redundancy(
            verifications=2, duplicates=Fraction(1), depths=(Depth(total=2, share=Fraction(1)),)
        ),
        "A duplicated claim has more than 2 verifications.",
    ),
    (
        lambda: Resolution(rule=ResolutionRule.MAJORITY),
        "A majority can fail, so it says what decides otherwise; a decision of a manager may say"
        " it, and no other rule does.",
    ),
    (
        lambda: Resolution(rule=ResolutionRule.FIRST, otherwise=ResolutionRule.ADJUDICATED),
        "A majority can fail, so it says what decides otherwise; a decision of a manager may say"
        " it, and no other rule does.",
    ),
    (
        lambda: Resolution(rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.ADJUDICATED),
        "A rule that fails cannot decide otherwise.",
    ),
    (
        lambda: Verdicts(
            choices=(Choice(name="a", label="A"),),
            question=GuidelineQuestion(
                text="?",
                asked_for=("b",),
                answers=(Answer(name="yes", label="Yes"), Answer(name="no", label="No")),
            ),
        ),
        "Guideline question: the verdict “b” is not known; there is: a.",
    ),
]


@pytest.mark.parametrize(("make", "message"), PARTS, ids=range(len(PARTS)))
def test_a_part_that_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        make()
    assert str(caught.value) == message


# --- refusals: the whole -------------------------------------------------------------------------
def changed_slot(protocol: Protocol, name: str, **changes: object) -> Protocol:
    stage = protocol.stages[0]
    slots = tuple(replace(slot, **changes) if slot.name == name else slot for slot in stage.slots)
    return replace(protocol, stages=(replace(stage, slots=slots), *protocol.stages[1:]))


WHOLES: list[tuple[Callable[[], object], str]] = [
    (
        lambda: replace(
            FEVEROUS, sources=(replace(FEVEROUS.sources[0], share=HALF), FEVEROUS.sources[1])
        ),
        "Sources: the shares add up to 7/6, not to 1.",
    ),
    (lambda: replace(RUMOURS, sources=()), "There is no source."),
    (
        lambda: changed_slot(RUMOURS, "whisper", factors=("colour",)),
        "Slot “whisper”: the factor “colour” is not known; there is: tone.",
    ),
    (
        lambda: changed_slot(RUMOURS, "whisper", asks=("tone",)),
        "Slot “whisper”: the tag “tone” is not known; there is: verdict.",
    ),
    (lambda: changed_slot(RUMOURS, "whisper", factors=()), "Factor “tone” is used nowhere."),
    (
        lambda: changed_slot(FEVEROUS, "type_1", asks=("verdict", "challenge")),
        "Slot “type_1”: its verdict is dealt, asked for or fixed, only one of them.",
    ),
    (
        lambda: changed_slot(SYMMETRIC, "contrary", verdict=None),
        "Slot “contrary”: verdicts are had by construction, but this slot says none.",
    ),
    (
        lambda: replace(RUMOURS, stages=RUMOURS.stages[1:]),
        "Stage “judge”: the input “tell” is not known; there is: source.",
    ),
    (
        lambda: replace(RUMOURS, stages=RUMOURS.stages[:1]),
        "Nobody verifies, so the verdict can only be had by construction.",
    ),
    (
        lambda: replace(RUMOURS, redundancy=Redundancy(verifications=0)),
        "There is a stage of verification, but no claim is ever verified.",
    ),
    (
        lambda: replace(RUMOURS, acceptance=Acceptance(sampled=2, acceptable=2)),
        "As many faults are acceptable as claims are reviewed, so no batch would be rejected.",
    ),
    (
        lambda: replace(RUMOURS, calibration=FEVEROUS.calibration),
        "Phase: the stage “write” is not known; there is: tell, judge.",
    ),
    (
        lambda: replace(RUMOURS, evidence=FEVEROUS.evidence),
        "Verdict “supported” is not known; there is: believed, doubted.",
    ),
    (
        lambda: replace(RUMOURS, derivation=SYMMETRIC.derivation),
        "Derivation: the slot “contrary” is not known; there is: –.",
    ),
    (
        lambda: replace(RUMOURS, redundancy=Redundancy(verifications=99)),
        "redundancy.verifications: 99 is not from 0 to 10.",
    ),
]


@pytest.mark.parametrize(("make", "message"), WHOLES, ids=range(len(WHOLES)))
def test_parts_that_do_not_fit_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        make()
    assert str(caught.value) == message
