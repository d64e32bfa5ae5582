"""Handing in a verification: what is stored, what is refused."""

from __future__ import annotations

import pytest

from annotation.judgements import Judgement, JudgementRefusedError
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimVersion,
    Evidence,
    EvidenceSet,
    GuidelinesVersion,
    Interaction,
    Verification,
    VerificationVersion,
)
from annotation.services import verifications
from annotation.services.queue import TakenClaim
from tests.annotation.verifications.desk import (
    PAGE,
    Desk,
    element,
    judgement,
    make_desk,
    take,
)
from tests.annotation.world import later

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


@pytest.fixture
def taken(desk: Desk) -> TakenClaim:
    return take(desk)


def submit(taken: TakenClaim, given: Judgement, hours: float = 0) -> Verification:
    return verifications.submit_verification(
        attempt=taken.attempt, judgement=given, now=later(hours)
    )


def stored_evidence() -> list[tuple[int, int, str, str]]:
    rows = Evidence.objects.order_by("evidence_set__position", "position")
    return list(rows.values_list("evidence_set__position", "position", "page__title", "address"))


def refuse(taken: TakenClaim, given: Judgement, code: str) -> JudgementRefusedError:
    """Refused, with nothing written and the claim still in the person's hands."""
    before = Interaction.objects.count()
    with pytest.raises(JudgementRefusedError) as refused:
        submit(taken, given)
    assert refused.value.code == code
    for model in (Verification, VerificationVersion, EvidenceSet, Evidence):
        assert not model._default_manager.exists()
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "held"
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == "open"
    assert Interaction.objects.count() == before
    return refused.value


def test_a_verification_is_stored_with_its_evidence_in_page_order(taken: TakenClaim) -> None:
    verification = submit(
        taken,
        judgement(
            [element("cell_0_2_1"), element("sentence_1", "River 005"), element("sentence_3")],
            [element("header_cell_0_0_1"), element("cell_0_2_1")],
            verdict="refuted",
            answer="yes",
            note=" seen ",
        ),
    )
    claim = Claim.objects.get(pk=taken.assignment.claim_id)
    assert (verification.claim, verification.claim_author) == (claim, claim.author)
    assert (verification.annotator, verification.purpose) == (taken.attempt.annotator, "verify")
    version = VerificationVersion.objects.get()
    assert (version.number, version.verdict, version.answer) == (1, "refuted", "yes")
    assert (version.tags, version.note) == ({"challenge": "other"}, "seen")
    assert version.claim_version == ClaimVersion.objects.get(claim=claim)
    assert version.guidelines == GuidelinesVersion.objects.get()
    assert stored_evidence() == [
        (1, 1, PAGE, "sentence_3"),
        (1, 2, PAGE, "cell_0_2_1"),
        (1, 3, "River 005", "sentence_1"),
        (2, 1, PAGE, "header_cell_0_0_1"),
        (2, 2, PAGE, "cell_0_2_1"),
    ]
    assert set(EvidenceSet.objects.values_list("set_limit", flat=True)) == {3}
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "done"
    kinds = Interaction.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds.filter(attempt=taken.attempt)) == ["started", "submitted"]


def test_the_same_submission_twice_is_stored_once(taken: TakenClaim) -> None:
    first = submit(taken, judgement())
    assert submit(taken, judgement(), hours=1) == first
    assert VerificationVersion.objects.count() == 1


def test_another_submission_after_the_first_is_refused(taken: TakenClaim) -> None:
    submit(taken, judgement())
    with pytest.raises(verifications.AlreadySubmittedError):
        submit(taken, judgement([element("sentence_2")]))
    assert stored_evidence() == [(1, 1, PAGE, "sentence_1")]


S1, S2 = element("sentence_1"), element("sentence_2")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (judgement(verdict=""), "no_verdict"),
        (judgement(verdict="maybe"), "unknown_verdict"),
        (judgement(verdict="refuted"), "no_answer"),
        (judgement(verdict="refuted", answer="perhaps"), "unknown_answer"),
        (judgement(verdict="refuted", answer="no"), "answer_contradicts"),
        (judgement(verdict="not_enough_information", answer="yes"), "answer_contradicts"),
        (judgement(answer="yes"), "answer_not_asked"),
        (judgement(tags={}), "no_challenge"),
        (judgement(tags={"challenge": "boredom"}), "unknown_challenge"),
        (judgement(tags={"challenge": "other", "mood": "fine"}), "tag_not_asked"),
        (judgement(sets=()), "too_few_sets"),
        (judgement([S1], [S2], [S1, S2], [element("sentence_3")]), "too_many_sets"),
        (judgement([S1], []), "empty_set"),
        (judgement([S1, S2], [S2, S1]), "identical_sets"),
        (judgement([S1, S1]), "element_twice"),
        (judgement([element("sentence_99")]), "no_element"),
        (judgement([element("table_0")]), "no_element"),
        (judgement([element("title")]), "no_element"),
        (judgement([element("sentence_1", "Atlantis")]), "no_page"),
        (judgement([element("sentence_1", "River\0 003")]), "no_page"),
        (judgement([element("sentence_1", "River_003")]), "no_page"),
        (judgement(note="x" * 1001), "note"),
        (judgement(note="\0"), "note"),
    ],
)
def test_what_the_protocol_does_not_ask_for_is_refused(
    taken: TakenClaim, given: Judgement, code: str
) -> None:
    refuse(taken, given, code)
