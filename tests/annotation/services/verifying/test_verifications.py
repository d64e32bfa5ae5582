"""Handing in a verification: what is stored, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError
from msgspec.structs import replace

from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimVersion,
    Draft,
    Evidence,
    EvidenceSet,
    Interaction,
    Verification,
    VerificationVersion,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.faults import JudgementFault, JudgementRefusedError
from annotation.rules.verifying.judgements import Judgement
from annotation.services.desk import drafts, leases, stages
from annotation.services.verifying import confirmations, queue, reopening, verifications
from annotation.services.verifying.queue import TakenClaim
from annotation.services.writing import claims
from campaigns.models import GuidelinesVersion
from campaigns.protocols import registry
from campaigns.protocols.enums import ElementKind, Look
from campaigns.services import campaigns
from tests.annotation.verifying_world import (
    PAGE,
    Desk,
    element,
    judgement,
    make_desk,
    make_flagged_section,
    submit_confirmed,
    take,
    unsealed,
)
from tests.annotation.world import later, make_article
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


@pytest.fixture
def taken(desk: Desk) -> TakenClaim:
    return take(desk)


def submit(taken: TakenClaim, given: Judgement, hours: float = 0) -> Verification:
    return submit_confirmed(attempt=taken.attempt, judgement=given, now=later(hours))


def stored_evidence() -> list[tuple[int, int, str, str]]:
    rows = Evidence.objects.order_by("evidence_set__position", "position")
    return list(rows.values_list("evidence_set__position", "position", "page__title", "address"))


def refuse(taken: TakenClaim, given: Judgement, code: str) -> JudgementFault:
    """Assert a refusal, with nothing written and the claim still held."""
    before = Interaction.objects.count()
    with pytest.raises(JudgementRefusedError) as refused:
        submit(taken, given)
    fault = refused.value.faults[0]
    assert fault.code == code
    for model in (Verification, VerificationVersion, EvidenceSet, Evidence):
        assert not model._default_manager.exists()
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "held"
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == "open"
    assert Interaction.objects.count() == before
    return fault


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
    with pytest.raises(leases.AlreadySubmittedError):
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


def test_a_flagged_page_is_no_evidence(desk: Desk, taken: TakenClaim) -> None:
    corpus = desk.campaign.corpus
    assert corpus is not None
    with unsealed(corpus):
        make_article("Lake Doubt", corpus, is_flagged=True)
    refused = refuse(taken, judgement([S1], [element("sentence_1", "Lake Doubt")]), "flagged_page")
    assert refused.set_number == 2
    assert refused.element == ElementReference("Lake Doubt", "sentence_1")


def test_a_flagged_section_is_no_evidence(desk: Desk, taken: TakenClaim) -> None:
    corpus = desk.campaign.corpus
    assert corpus is not None
    with unsealed(corpus):
        make_flagged_section("Lake Half", corpus)
    refuse(taken, judgement([element("sentence_1", "Lake Half")]), "flagged_section")
    submit(taken, judgement([element("sentence_0", "Lake Half")]))
    assert stored_evidence() == [(1, 1, "Lake Half", "sentence_0")]


def only(**changes: Any) -> Desk:
    """Return a desk with other rules of evidence."""
    protocol = registry.get(registry.DEFAULT)
    return make_desk(protocol=replace(protocol, evidence=replace(protocol.evidence, **changes)))


def test_kinds_that_the_protocol_does_not_take_are_refused() -> None:
    taken = take(only(elements=(ElementKind.SENTENCE,)))
    refuse(taken, judgement([element("cell_0_2_1")]), "wrong_kind")
    refuse(taken, judgement([element("header_cell_0_0_1")]), "wrong_kind")
    submit(taken, judgement([S1]))


def test_only_what_is_given_is_evidence_where_one_may_not_look_around() -> None:
    taken = take(only(look=Look.GIVEN))
    highlight = taken.assignment.claim.from_highlight
    title, given = highlight.page.title, highlight.addresses[0]
    other = "River 013" if title != "River 013" else "River 012"
    within = "cell_0_2_1" if given == "table_0" else given
    outside = "sentence_1" if given == "table_0" else "cell_0_2_1"
    refuse(taken, judgement([element(within, other)]), "out_of_room")
    refuse(taken, judgement([element(outside, title)]), "out_of_room")
    submit(taken, judgement([element(within, title)]))


def test_only_introductions_are_evidence_where_the_protocol_says_so() -> None:
    desk = only(look=Look.INTRODUCTIONS)
    taken = take(desk)
    corpus = desk.campaign.corpus
    assert corpus is not None
    with unsealed(corpus):
        make_flagged_section("Lake Half", corpus, flagged=False)
    refuse(taken, judgement([element("sentence_1", "Lake Half")]), "out_of_room")
    submit(taken, judgement([element("sentence_0", "Lake Half")]))


def test_a_late_submission_counts_if_nobody_took_over(taken: TakenClaim) -> None:
    submit(taken, judgement(), hours=30)
    assert Verification.objects.get().submitted_at == later(30)


def test_a_submission_after_the_claim_was_lost_is_refused(desk: Desk, taken: TakenClaim) -> None:
    drafts.save_draft(attempt=taken.attempt, revision=0, body={"verdict": "x"}, now=NOW)
    other = take(desk, desk.verifiers[1], hours=3)
    assert other.assignment.pk == taken.assignment.pk
    with pytest.raises(leases.LeaseLostError):
        submit(taken, judgement(), hours=4)
    assert not Verification.objects.exists()
    assert Draft.objects.get(attempt=taken.attempt).body == {"verdict": "x"}
    submit(other, judgement(), hours=4)
    assert Verification.objects.get().annotator == desk.verifiers[1]


def test_a_claim_withdrawn_meanwhile_is_not_verified(desk: Desk, taken: TakenClaim) -> None:
    drafts.save_draft(attempt=taken.attempt, revision=0, body={"verdict": "x"}, now=NOW)
    claims.withdraw_claim(claim=taken.assignment.claim, actor=desk.manager, reason="test", now=NOW)
    with pytest.raises(verifications.ClaimWithdrawnError):
        submit(taken, judgement())
    assert not Verification.objects.exists()
    assert Draft.objects.get(attempt=taken.attempt).body == {"verdict": "x"}


def test_a_closed_campaign_takes_nothing(desk: Desk, taken: TakenClaim) -> None:
    campaigns.close_campaign(campaign=desk.campaign, actor=None, now=NOW)
    with pytest.raises(stages.CampaignNotOpenError):
        submit(taken, judgement())
    assert not Verification.objects.exists()


def test_what_was_skipped_cannot_be_submitted(taken: TakenClaim) -> None:
    queue.skip_claim(attempt=taken.attempt, reason="too_hard", now=NOW)
    with pytest.raises(leases.LeaseLostError):
        submit(taken, judgement())
    assert not Verification.objects.exists()


def test_practice_stands_outside_the_queue_and_is_never_the_authors(desk: Desk) -> None:
    claim = Claim.objects.order_by("pk")[0]
    practice = Attempt.Purpose.CALIBRATION
    for person in desk.verifiers[:2]:
        attempt = verifications.begin_verification(
            claim=claim, annotator=person, purpose=practice, now=NOW
        )
        submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    attempt = verifications.begin_verification(
        claim=claim, annotator=desk.writer, purpose=practice, now=NOW
    )
    with pytest.raises(IntegrityError, match="verification_not_by_the_author"):
        submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert Verification.objects.filter(purpose=practice).count() == 2
    # Who has practised on a claim has seen it, and verifies others for the campaign.
    assert not Assignment.objects.exists()
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[0], now=NOW)
    assert taken.assignment.claim != claim


def test_gold_and_adjudication_stand_outside_the_queue(desk: Desk) -> None:
    claim = Claim.objects.order_by("pk")[0]
    for purpose, person in (
        (Attempt.Purpose.GOLD, desk.writer),
        (Attempt.Purpose.ADJUDICATION, desk.manager),
    ):
        attempt = verifications.begin_verification(
            claim=claim, annotator=person, purpose=purpose, now=NOW
        )
        again = verifications.begin_verification(
            claim=claim, annotator=person, purpose=purpose, now=NOW
        )
        assert again == attempt
        submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert list(
        Verification.objects.order_by("pk").values_list("purpose", "annotator", "claim_author")
    ) == [
        ("gold", desk.writer.pk, desk.writer.pk),
        ("adjudication", desk.manager.pk, desk.writer.pk),
    ]
    assert not Assignment.objects.exists()


# --- confirmation and scope ----------------------------------------------------------------------
def test_a_judgement_that_nobody_confirmed_is_not_stored(desk: Desk) -> None:
    taken = take(desk)
    with pytest.raises(confirmations.NotConfirmedError):
        verifications.submit_verification(attempt=taken.attempt, judgement=judgement(), now=NOW)
    confirmations.confirm_judgement(attempt=taken.attempt, judgement=judgement(note="Seen."))
    with pytest.raises(confirmations.NotConfirmedError):
        verifications.submit_verification(attempt=taken.attempt, judgement=judgement(), now=NOW)
    assert not Verification.objects.exists()
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "held"


def test_where_the_evidence_was_found_is_stored(desk: Desk) -> None:
    taken = take(desk)
    highlight = taken.assignment.claim.from_highlight
    title = highlight.page.title
    other = "River 000" if title != "River 000" else "River 001"
    is_table = highlight.addresses == ["table_0"]
    near = element("cell_0_1_0" if is_table else highlight.addresses[0], title)
    far = element("sentence_1", other)
    submit(taken, judgement([near], [near, far]))
    assert VerificationVersion.objects.get().scope == ["highlight", "other_pages"]


def test_what_the_numbers_come_to_is_counted_and_stored(desk: Desk) -> None:
    years = [element(f"cell_0_{row}_1") for row in (1, 2, 3)]
    stored = submit(take(desk), judgement([element("sentence_1")], years))
    figures = {"count": 3, "sum": "5703", "mean": "1901", "least": "1900", "largest": "1902"}
    assert VerificationVersion.objects.get().figures == [
        {"set": 2, "over": "set", **figures},
        {"set": 2, "over": "column", "page": PAGE, "table": "table_0", "label": "Year", **figures},
    ]
    # A correction is counted again, and the first version keeps what was counted for it.
    reopened = reopening.reopen_verification(verification=stored, actor=desk.verifier, now=later(1))
    submit_confirmed(attempt=reopened, judgement=judgement(years[:2]), now=later(1))
    versions = VerificationVersion.objects.order_by("number")
    assert [len(version.figures) for version in versions] == [2, 2]
    assert [version.figures[0]["sum"] for version in versions] == ["5703", "3801"]
