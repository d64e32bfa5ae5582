"""Judgements: as many sets as an expert may give are read, and a few more for a proper answer."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.evidence import EvidenceScope, EvidenceSource
from annotation.rules.verifying.faults import faults_in
from annotation.rules.verifying.judgements import Judgement
from campaigns.protocols import registry
from campaigns.protocols.enums import StageKind
from campaigns.protocols.judging import MOST_SETS_OF_EXPERTS
from core.structs import BadDataError, convert
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

DESIGN = registry.get(registry.DEFAULT)
EXPERTS = msgspec.structs.replace(DESIGN, evidence=DESIGN.evidence.for_experts())


@dataclass(frozen=True)
class LongPage:
    """A page with a sentence for every set, and more."""

    title: str
    document: PageDocument
    is_flagged: bool = False


TEXT = " ".join(f"The river is {n} metres long." for n in range(MOST_SETS_OF_EXPERTS + 10))
PAGES = {"Aare": LongPage("Aare", parse_wikitext("Aare", TEXT).document)}


def sent(count: int) -> Judgement:
    body = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": "Aare", "address": f"sentence_{n}"}] for n in range(count)],
        "numbers": list(range(1, count + 1)),
    }
    return convert(body, Judgement)


def faults_of(judgement: Judgement) -> list[tuple[str, dict[str, object]]]:
    stage = EXPERTS.stage_for(StageKind.VERIFY)
    assert stage is not None
    source = EvidenceSource(PAGES, EvidenceScope())
    return [
        (one.code, dict(one.parameters)) for one in faults_in(judgement, EXPERTS, stage, source)
    ]


def test_experts_give_as_many_sets_as_their_limit_says() -> None:
    judgement = sent(200)
    assert judgement.numbered_sets[200] == [ElementReference("Aare", "sentence_199")]
    assert faults_of(judgement) == []


def test_a_set_too_many_of_an_expert_is_told_as_a_fault() -> None:
    assert faults_of(sent(201)) == [("too_many_sets", {"count": 201, "most": 200})]


def test_far_too_many_sets_are_not_read() -> None:
    with pytest.raises(BadDataError):
        sent(401)
