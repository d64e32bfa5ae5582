"""The one validator of judgements: every fault at once, with its place, its code and its words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from annotation.messages import ACT_FAULTS, FAULTS, FINDINGS, KINDS, WARNINGS, fault_text
from annotation.rules.checks.findings import CODES
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.evidence import EvidenceScope, EvidenceSource
from annotation.rules.verifying.faults import JudgementFault, checked_sets, faults_in
from annotation.rules.verifying.judgements import MOST_IN_A_SET, Judgement
from campaigns.protocols import registry
from campaigns.protocols.enums import ElementKind, StageKind
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

PROTOCOL = registry.get(registry.DEFAULT)
STAGE = PROTOCOL.stage_for(StageKind.VERIFY)


@dataclass(frozen=True)
class KnownPage:
    document: PageDocument
    is_flagged: bool = False


def page(title: str, *, is_flagged: bool = False) -> KnownPage:
    text = f"{title} is long. {title} is cold.\n\n== Story ==\n{title} is old.\n"
    return KnownPage(parse_wikitext(title, text).document, is_flagged)


PAGES = {"Aare": page("Aare"), "Doubs": page("Doubs", is_flagged=True)}


def found(scope: EvidenceScope | None = None, **given: object) -> list[JudgementFault]:
    assert STAGE is not None
    usual: dict[str, object] = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[ElementReference("Aare", "sentence_0")]],
    }
    judgement = Judgement(**(usual | given))  # type: ignore[arg-type]
    return faults_in(judgement, PROTOCOL, STAGE, EvidenceSource(PAGES, scope or EvidenceScope()))


def places_of(faults: list[JudgementFault]) -> list[tuple[str, str]]:
    return [(fault.place, fault.code) for fault in faults]


def test_a_good_judgement_has_no_faults() -> None:
    assert found() == []


def test_all_faults_are_found_at_once_from_top_to_bottom() -> None:
    faults = found(
        verdict="refuted",
        tags={"challenge": "boredom", "mood": "fine"},
        sets=[
            [ElementReference("Aare", "sentence_9"), ElementReference("Rhine", "sentence_0")],
            [],
            [ElementReference("Doubs", "sentence_0"), ElementReference("Doubs", "sentence_0")],
            [ElementReference("Aare", "sentence_0")],
        ],
        note="x" * 1001,
    )
    assert places_of(faults) == [
        ("set:3", "too_many_sets"),
        ("set:1", "no_element"),
        ("set:1", "no_page"),
        ("set:2", "empty_set"),
        ("set:3", "element_twice"),
        ("set:3", "flagged_page"),
        ("answer", "no_answer"),
        ("mood", "tag_not_asked"),
        ("challenge", "unknown_challenge"),
        ("note", "note"),
    ]
    assert fault_text(faults[0]) == "This verdict has at most 3 evidence sets; there are 4."
    assert fault_text(faults[4]) == "Doubs · sentence_0 is in evidence set 3 twice."
    assert faults[4].element == ElementReference("Doubs", "sentence_0")


def test_a_scope_leaves_out_what_is_elsewhere() -> None:
    scope = EvidenceScope(introductions_only=True)
    assert found(scope) == []
    story = [[ElementReference("Aare", "sentence_2")]]
    assert places_of(found(scope, sets=story)) == [("set:1", "out_of_room")]
    assert places_of(found(EvidenceScope(frozenset({"Doubs"})))) == [("set:1", "out_of_room")]
    assert found(EvidenceScope(parts=frozenset({"sentence_0"}))) == []


def test_sets_beyond_the_limits_are_not_looked_at() -> None:
    many = [ElementReference("Aare", f"sentence_{n}") for n in range(MOST_IN_A_SET + 1)]
    assert places_of(found(sets=[many])) == [("set:1", "set_too_large")]
    judgement = Judgement(verdict="supported", sets=[many, *([many[:1]] * 5)])
    assert [len(elements) for elements in checked_sets(judgement, PROTOCOL)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sets": []}, "Choose evidence."),
        ({"verdict": ""}, "Choose a verdict."),
        ({"verdict": "refuted", "answer": "no"}, "With the answer “No” the verdict is"),
        ({"tags": {}}, "Choose the challenge."),
        ({"sets": [[ElementReference("Doubs", "sentence_0")]]}, "“Doubs” lacks references"),
    ],
)
def test_faults_have_words(given: dict[str, object], message: str) -> None:
    (fault,) = found(**given)  # type: ignore[arg-type]
    assert fault_text(fault).startswith(message)


def test_every_code_has_words() -> None:
    assert set(FINDINGS) == CODES
    assert set(KINDS) == {kind.value for kind in ElementKind}
    for words in (FAULTS, FINDINGS, WARNINGS, ACT_FAULTS):
        assert all(str(text) for text in words.values())
