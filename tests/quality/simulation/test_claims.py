"""Claims that programs write: of every kind, by the same seed the same, true or false as known."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed

from annotation.rules.checks import findings
from campaigns.protocols import registry
from campaigns.protocols.enums import StageKind
from campaigns.protocols.writing import Stage
from quality.simulation.claims import (
    ClaimMaterial,
    DesignNotSimulatedError,
    SimulatedClaim,
    TooFewFactsError,
    check_design,
    simulate_claims,
)
from quality.simulation.people import SimulatedPerson, dice_for
from tests.quality.simulation.pages import page
from wiki.parsing.elements import PageDocument

PROTOCOL = registry.get(registry.DEFAULT)
CAREFUL = SimulatedPerson(name="careful", error=0.0)
TABLE = "table_0"


def writing() -> Stage:
    stage = PROTOCOL.stage_for(StageKind.WRITE)
    assert stage is not None
    return stage


def written(
    title: str = "Aare",
    *,
    seed: int = 1,
    verdict: str = "supported",
    mutation: str = "negation",
    writer: SimulatedPerson = CAREFUL,
) -> list[SimulatedClaim]:
    prescribed = {
        "type_1": {"verdict": verdict},
        "type_2": {"scope": "several_pages"},
        "type_3": {"mutation": mutation},
    }
    material = ClaimMaterial(page(title), [page("Reuss"), page("Limmat")], [TABLE])
    return simulate_claims(
        PROTOCOL, writing(), prescribed, material, findings.CODES, dice_for(seed, title), writer
    )


def test_a_highlight_gives_three_claims_with_their_truth() -> None:
    first, second, third = written(verdict="refuted")
    assert [claim.written.slot for claim in (first, second, third)] == [
        "type_1",
        "type_2",
        "type_3",
    ]
    assert first.judgement.verdict == "refuted"
    assert first.written.verdict == ""
    # Several pages were asked for.
    assert len({element.page for element in second.judgement.sets[0]}) == 2
    assert third.written.base is not None
    for claim in (first, second, third):
        assert claim.written.text.endswith(".")
        assert "article" not in claim.written.text
        assert claim.judgement.sets[0]


def test_the_same_seed_writes_the_same_and_another_one_other_claims() -> None:
    assert written(seed=4) == written(seed=4)
    assert written(seed=4) != written(seed=5)


def test_a_phrase_begins_the_claims_of_its_verdict() -> None:
    writer = SimulatedPerson(
        name="A",
        error=0.0,
        phrase="Contrary to popular belief,",
        phrase_verdict="refuted",
        phrase_share=1.0,
    )
    for seed in range(5):
        for claim in written(seed=seed, verdict="refuted", writer=writer):
            begins = claim.written.text.startswith("Contrary to popular belief, ")
            assert begins == (claim.judgement.verdict == "refuted")


def test_a_writer_may_prefer_the_first_sentence_for_supported_claims() -> None:
    writer = SimulatedPerson(name="A", error=0.0, first_sentence=1.0)
    claim = written(writer=writer)[0]
    # The hatnote comes before it.
    assert [element.address for element in claim.judgement.sets[0]] == ["sentence_1"]


def test_a_page_without_facts_is_refused() -> None:
    material = ClaimMaterial(PageDocument("Nothing", ()), [], [])
    with pytest.raises(TooFewFactsError):
        simulate_claims(PROTOCOL, writing(), {}, material, findings.CODES, dice_for(1))


def test_a_design_that_asks_for_more_claims_is_refused() -> None:
    check_design(PROTOCOL, writing())
    first = writing().slots[0]
    stage = changed(writing(), slots=(changed(first, least=2, most=3), *writing().slots[1:]))
    with pytest.raises(DesignNotSimulatedError):
        check_design(PROTOCOL, stage)


@pytest.mark.parametrize(("least", "most"), [(0, 0), (2, 3)])
def test_a_design_without_one_set_of_evidence_for_a_verdict_is_refused(
    least: int, most: int
) -> None:
    first, *others = PROTOCOL.evidence.sets
    limits = (changed(first, least=least, most=most), *others)
    protocol = changed(PROTOCOL, evidence=changed(PROTOCOL.evidence, sets=limits))
    with pytest.raises(DesignNotSimulatedError) as refused:
        check_design(protocol, writing())
    assert str(refused.value) == f"supported: {least} to {most} evidence sets"
