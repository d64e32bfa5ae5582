"""Evidence that the verifier suggests."""

from __future__ import annotations

import pytest

from assist.models import ModelVersion
from assist.selectors.suggesting import suggest_elements
from verifier.combination import ClaimJudgement, ClaimVerifier, EvidenceOpinion
from verifier.retrieval.retriever import RetrievedEvidence
from wiki.models import Corpus

CLAIM = "Velmabar was mapped in 1801."


def test_the_best_comes_first_and_what_is_not_enough_is_left_out(
    rivers: Corpus, version: ModelVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opinion(address: str, supports: float, open_: float, english: str = "") -> EvidenceOpinion:
        shares = {"SUPPORTS": supports, "REFUTES": 1 - supports - open_, "NOT ENOUGH INFO": open_}
        return EvidenceOpinion("Velmabar", (address,), shares, english=english)

    given = (
        opinion("sentence_0", 0.1, 0.8),
        opinion("sentence_1", 0.5, 0.4),
        opinion("cell_0_1_1", 0.1, 0.2, "a program"),
    )
    monkeypatch.setattr(
        ClaimVerifier, "judge", lambda *_: ClaimJudgement("SUPPORTS", {}, None, (), given)
    )
    found = suggest_elements(corpus=rivers, claim="Velmabar is a river.")
    assert found is not None
    assert [address for _, address, _ in found.elements] == ["cell_0_1_1", "sentence_1"]


def test_a_claim_is_judged_once_by_a_model(
    rivers: Corpus, version: ModelVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    judge = ClaimVerifier.judge

    def counted(self: ClaimVerifier, claim: str, evidence: RetrievedEvidence) -> ClaimJudgement:
        asked.append(claim)
        return judge(self, claim, evidence)

    monkeypatch.setattr(ClaimVerifier, "judge", counted)
    first = suggest_elements(corpus=rivers, claim=CLAIM)
    assert suggest_elements(corpus=rivers, claim=CLAIM) == first
    assert asked == [CLAIM]
    assert first is not None
    assert ("Velmabar", "sentence_1") in [element[:2] for element in first.elements]
    corrected = "Velmabar was mapped in 1802."
    suggest_elements(corpus=rivers, claim=corrected)
    assert asked == [CLAIM, corrected]
