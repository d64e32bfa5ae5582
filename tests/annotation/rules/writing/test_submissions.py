"""Claims that do not fit their protocol: every misfit at once, with its slot and its words."""

from __future__ import annotations

import pytest

from annotation.messages import MISFITS, misfit_text
from annotation.rules.writing.submissions import MisfitError, WrittenClaim, fit_claims
from campaigns.protocols import registry
from campaigns.protocols.enums import StageKind

PROTOCOL = registry.get(registry.DEFAULT)
DEALT = {
    "type_1": {"verdict": "supported"},
    "type_2": {"scope": "same_page"},
    "type_3": {"mutation": "negation"},
}


def claim(slot: str, **given: object) -> WrittenClaim:
    usual: dict[str, object] = {"text": "It is long.", "tags": {"challenge": "other"}}
    return WrittenClaim(slot=slot, **(usual | given))  # type: ignore[arg-type]


def misfits(*claims: WrittenClaim) -> list[tuple[str, str]]:
    stage = PROTOCOL.stage_for(StageKind.WRITE)
    assert stage is not None
    with pytest.raises(MisfitError) as refused:
        fit_claims(PROTOCOL, stage, DEALT, claims)
    assert all(misfit_text(misfit) for misfit in refused.value.misfits)
    return [(misfit.slot, misfit.code) for misfit in refused.value.misfits]


def test_all_misfits_are_found_at_once() -> None:
    found = misfits(
        claim("type_9"),
        claim("type_1", verdict="refuted", tags={"challenge": "boredom", "mood": "fine"}),
        claim("type_3", verdict="maybe", base=("type_2", 1)),
    )
    assert found == [
        ("type_9", "unknown_slot"),
        ("type_1", "verdict_prescribed"),
        ("type_1", "tag_not_asked"),
        ("type_1", "unknown_value"),
        ("type_2", "wrong_number"),
        ("type_3", "unknown_verdict"),
        ("type_3", "base_missing"),
    ]
    assert {code for _, code in found} <= set(MISFITS)


def test_a_base_that_does_not_fit_is_named_once() -> None:
    found = misfits(
        claim("type_1", verdict="refuted"),
        claim("type_2", verdict="supported"),
        claim("type_3", verdict="maybe", base=("type_1", 1)),
    )
    assert found == [("type_1", "verdict_prescribed"), ("type_3", "unknown_verdict")]
