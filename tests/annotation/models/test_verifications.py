"""Rows of verifications that the database itself refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    EvidenceSet,
    PersonDeck,
    Verification,
    VerificationVersion,
)
from annotation.services.review import claim_reports
from core import append_only
from tests.annotation.models.test_leasing import refuse_copy, refuse_update
from tests.annotation.verifying_world import Desk, make_desk, take, verify
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a verified claim, a reported one, and one that is being verified."""
    desk = make_desk()
    verify(desk)
    reported = take(desk)
    claim_reports.report_claim(attempt=reported.attempt, reasons=["ambiguous"], now=NOW)
    take(desk)
    return desk


def test_a_claim_has_each_slot_once_until_it_is_closed(desk: Desk) -> None:
    done = Assignment.objects.get(state="done")
    refuse_copy(done)
    refuse_copy(done, slot=0)
    Assignment.objects.filter(pk=done.pk).update(state="closed")
    Assignment.objects.create(
        campaign=done.campaign, claim=done.claim, slot=1, rank=1, opened_at=NOW
    )


def test_a_person_holds_one_claim(desk: Desk) -> None:
    refuse_copy(Assignment.objects.get(state="held"), slot=9)


@pytest.mark.parametrize("changes", [{"state": "held"}, {"state": "lost"}, {"lease_until": NOW}])
def test_a_slot_is_held_by_somebody_or_not_at_all(desk: Desk, changes: dict[str, Any]) -> None:
    # By lot, a duplicate may wait too.
    waiting = Assignment.objects.filter(state="waiting").order_by("pk")[0]
    refuse_update(waiting, **changes)


def test_a_person_attempts_a_claim_once(desk: Desk) -> None:
    attempt = Attempt.objects.get(purpose="verify", outcome="open")
    free = Assignment.objects.create(
        campaign=desk.campaign, claim_id=attempt.at_claim, slot=2, rank=1, opened_at=NOW
    )
    refuse_copy(attempt, assignment_id=free.pk)
    # Nor do two people stand in one slot.
    refuse_copy(attempt, annotator_id=desk.verifiers[1].pk)


@pytest.mark.parametrize(
    "changes",
    [
        {"claim": None},
        {"assignment": None},
        {"purpose": "write"},
        {"purpose": "gold"},
        {"purpose": "nap"},
    ],
)
def test_an_attempt_is_at_one_thing(desk: Desk, changes: dict[str, Any]) -> None:
    refuse_update(Attempt.objects.get(purpose="verify", outcome="open"), **changes)
    writing = Attempt.objects.get(purpose="write")
    refuse_update(writing, claim=Claim.objects.order_by("pk")[0])


def test_nobody_verifies_a_claim_twice_for_one_purpose(desk: Desk) -> None:
    verification = Verification.objects.get()
    other = Attempt.objects.get(purpose="verify", outcome="open")
    refuse_copy(verification, attempt_id=other.pk)


def test_nobody_verifies_their_own_claim(desk: Desk) -> None:
    verification = Verification.objects.get()
    refuse_update(verification, annotator=desk.writer)
    other = Attempt.objects.get(purpose="verify", outcome="open")
    refuse_copy(verification, attempt_id=other.pk, annotator_id=desk.writer.pk)


def test_the_copied_author_is_the_claims(desk: Desk) -> None:
    # By a composite foreign key, or by triggers.
    verification = Verification.objects.get()
    refuse_update(verification, claim_author=desk.verifiers[1])
    refuse_update(verification, claim_author=None)
    other = Attempt.objects.get(purpose="verify", outcome="open")
    refuse_copy(
        verification,
        attempt_id=other.pk,
        annotator_id=desk.writer.pk,
        claim_author_id=desk.verifiers[1].pk,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=verification.claim_id).update(author=desk.verifiers[1])


@pytest.mark.parametrize(
    "changes",
    [
        {"purpose": "write"},
        {"verdict": ""},
        {"number": 0},
        {"locked_since": NOW},
        {"locked_by": "released"},
    ],
)
def test_a_verification_is_whole(desk: Desk, changes: dict[str, Any]) -> None:
    refuse_update(Verification.objects.get(), **changes)


def test_a_version_stands_once(desk: Desk) -> None:
    version = VerificationVersion.objects.get()
    refuse_copy(version)
    refuse_copy(version, number=0)
    refuse_copy(version, number=2, verdict="")


def test_a_set_lies_within_the_limit(desk: Desk) -> None:
    evidence_set = EvidenceSet.objects.get()
    refuse_copy(evidence_set)
    refuse_copy(evidence_set, position=0)
    refuse_copy(evidence_set, position=4)


def test_an_element_stands_once_in_a_set(desk: Desk) -> None:
    piece = Evidence.objects.get()
    refuse_copy(piece, position=2)
    refuse_copy(piece, address="sentence_2")
    refuse_copy(piece, address="", position=2)
    refuse_copy(piece, address="sentence_2", position=0)


def test_a_report_has_reasons_and_is_decided_by_somebody(desk: Desk) -> None:
    report = ClaimReport.objects.get()
    refuse_update(report, reasons=[])
    refuse_update(report, state="confirmed")
    refuse_update(report, decided_at=NOW)
    refuse_update(report, state="forgotten")


def test_a_person_has_one_deck_of_a_version(desk: Desk) -> None:
    deck = PersonDeck.objects.get()
    refuse_copy(deck)
    refuse_update(deck, seed="")


@pytest.mark.parametrize("model", [VerificationVersion, EvidenceSet, Evidence])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET id = 99"])
def test_what_was_handed_in_cannot_be_rewritten(desk: Desk, model: Any, change: str) -> None:
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(model._meta.db_table))
    assert model.objects.exclude(pk=99).count() == 1


def test_every_guard_is_in_place(desk: Desk) -> None:
    assert append_only.faulty_triggers(connection) == []
    guarded = append_only.guarded_tables()
    assert {"annotation_verification", "annotation_claim", "annotation_evidence"} <= set(guarded)
