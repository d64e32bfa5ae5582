"""Setting a person's work aside, and bringing it back."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    Draft,
    Prescription,
    Suspension,
    Verification,
)
from annotation.selectors.review.suspensions import volumes_in
from annotation.services.desk import eligibility, leases, sync
from annotation.services.review import claim_reports, suspensions
from annotation.services.review.claim_reviews import ClaimSnapshot, review_claim
from annotation.services.verifying import queue, verifications
from annotation.services.writing import highlights
from core.models import AuditEntry
from releases.dataset.selection import select_claims
from tests.annotation.disagreeing import disagree
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    verified_by,
)
from tests.annotation.world import later, make_annotators
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
WRITE, VERIFY = Suspension.Work.WRITE, Suspension.Work.VERIFY


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(1), verifiers=3)


def verify_next(desk: Desk, person: User, hours: float = 0) -> Verification:
    taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=later(hours))
    return submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(hours))


def aside(desk: Desk, person: User, task: Suspension.Work = VERIFY, hours: float = 0) -> Suspension:
    return suspensions.set_aside(
        campaign=desk.campaign,
        person=person,
        task=task,
        since=later(hours),
        reason=" Clicked through. ",
        actor=desk.manager,
        now=later(5),
    )


def undo(desk: Desk, made: Suspension) -> Suspension:
    return suspensions.undo_suspension(suspension=made, actor=desk.manager, now=later(6))


def test_verifications_from_a_time_on_become_void_and_others_get_their_claims(desk: Desk) -> None:
    person, other, _third = desk.verifiers
    before = verify_next(desk, person, 0)
    after = verify_next(desk, person, 2)
    made = aside(desk, person, hours=1)
    before.refresh_from_db()
    after.refresh_from_db()
    assert (before.void_since, before.set_aside) == (None, None)
    assert (after.void_since, after.set_aside) == (later(5), made)
    assert (made.items, made.reason) == (1, "Clicked through.")
    slots = Assignment.objects.filter(claim=after.claim).order_by("pk")
    assert [(one.slot, one.state) for one in slots] == [(1, "closed"), (1, "waiting")]
    claims = {verify_next(desk, other, 6 + n).claim_id for n in range(2)}
    assert after.claim_id in claims
    assert before.claim_id not in claims
    entry = AuditEntry.objects.get(action="work.set_aside")
    assert entry.details == {
        "campaign": desk.campaign.name,
        "task": "verify",
        "items": 1,
        "since": later(1).isoformat(),
        "reason": "Clicked through.",
    }


def test_the_numbers_of_a_person_say_what_is_set_aside(desk: Desk) -> None:
    verify_next(desk, desk.verifier)
    aside(desk, desk.verifier)
    aside(desk, desk.writer, WRITE)
    numbers = {
        one.person: (one.claims, one.claims_aside, one.verifications, one.verifications_aside)
        for one in volumes_in(desk.campaign)
    }
    assert numbers[desk.verifier] == (0, 0, 0, 1)
    assert numbers[desk.writer] == (0, 3, 0, 0)


def test_a_person_set_aside_while_working_keeps_the_draft_and_gets_no_more(desk: Desk) -> None:
    person = desk.verifier
    taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=NOW)
    sync.keep_draft(attempt=taken.attempt, body={"note": "Half done"}, now=NOW)
    aside(desk, person)
    taken.attempt.refresh_from_db()
    assert taken.attempt.outcome == Attempt.Outcome.LOST
    assert Draft.objects.get(attempt=taken.attempt).body == {"note": "Half done"}
    with pytest.raises(eligibility.SetAsideError):
        queue.take_claim(campaign=desk.campaign, annotator=person, now=later(6))
    with pytest.raises(leases.LeaseLostError):
        submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(6))
    assert not Verification.objects.exists()


def test_undone_while_nobody_took_it_the_verification_counts_again(desk: Desk) -> None:
    given = verify_next(desk, desk.verifier)
    made = undo(desk, aside(desk, desk.verifier))
    given.refresh_from_db()
    assert (given.void_since, given.set_aside, made.restored) == (None, None, 1)
    slots = Assignment.objects.filter(claim=given.claim).order_by("pk")
    assert [one.state for one in slots] == ["done", "closed"]
    # The person may go on, and nobody gets that claim again.
    assert verify_next(desk, desk.verifier, 7).claim != given.claim
    with pytest.raises(suspensions.AlreadyUndoneSuspensionError):
        undo(desk, made)


def test_what_others_did_meanwhile_is_kept_and_the_first_counts(desk: Desk) -> None:
    person, other, _third = desk.verifiers
    given = verify_next(desk, person)
    made = aside(desk, person)
    again = next(
        one
        for one in (verify_next(desk, other, 6 + n) for n in range(3))
        if one.claim_id == given.claim_id
    )
    undo(desk, made)
    valid = Verification.objects.filter(claim=given.claim, void_since=None).order_by("submitted_at")
    assert list(valid) == [given, again]
    selection = select_claims(desk.campaign)
    chosen = {one.claim: one.version for one in selection.chosen}
    assert chosen[given.claim_id] == given.versions.get().pk
    assert selection.left_out["further_verifications"] == 1


def test_a_verification_of_a_text_that_was_edited_meanwhile_stays_void(desk: Desk) -> None:
    given = verify_next(desk, desk.verifier)
    made = aside(desk, desk.verifier)
    attempt = verifications.begin_verification(
        claim=given.claim, annotator=desk.manager, purpose=Attempt.Purpose.ADJUDICATION, now=NOW
    )
    report = claim_reports.report_adjudicated_claim(
        attempt=attempt, claim=given.claim, reasons=["ambiguous"], note="", now=NOW
    )
    claim_reports.edit_reported_claim(
        report=report, text="Another text altogether.", actor=desk.manager, now=NOW
    )
    undone = undo(desk, made)
    given.refresh_from_db()
    assert (undone.items, undone.restored, given.set_aside) == (1, 0, None)
    assert given.void_since == later(5)


def test_claims_leave_the_queue_and_releases_and_come_back_with_their_verifications(
    desk: Desk,
) -> None:
    given = verify_next(desk, desk.verifier)
    made = aside(desk, desk.writer, WRITE)
    assert set(Claim.objects.values_list("state", flat=True)) == {"set_aside"}
    with pytest.raises(queue.NothingToVerifyError):
        queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[1], now=NOW)
    with pytest.raises(eligibility.SetAsideError):
        highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    selection = select_claims(desk.campaign)
    assert (selection.chosen, selection.left_out) == ([], {"set_aside": 3})
    undone = undo(desk, made)
    assert (undone.items, undone.restored) == (3, 3)
    assert set(Claim.objects.values_list("state", flat=True)) == {"live"}
    live = Assignment.objects.exclude(state="closed").order_by("claim", "slot")
    assert [(one.claim == given.claim, one.state) for one in live] == [
        (claim == given.claim, "done" if claim == given.claim else "waiting")
        for claim in Claim.objects.order_by("pk")
    ]
    assert [one.claim for one in select_claims(desk.campaign).chosen] == [given.claim_id]


def test_a_claim_that_somebody_wrote_again_stays_set_aside(desk: Desk) -> None:
    first = Claim.objects.order_by("pk")[0]
    made = aside(desk, desk.writer, WRITE)
    identity = first.identity
    Claim.objects.filter(pk=first.pk).update(identity="same")
    other = Claim.objects.order_by("pk")[1]
    Claim.objects.filter(pk=other.pk).update(state="live", set_aside=None, identity="same")
    assert identity != "same"
    undone = undo(desk, made)
    first.refresh_from_db()
    assert (undone.restored, first.state) == (1, "set_aside")


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001, "a\0b"])
def test_it_needs_a_reason(desk: Desk, reason: str) -> None:
    given = verify_next(desk, desk.verifier)
    with pytest.raises(suspensions.ReasonError):
        suspensions.set_aside(
            campaign=desk.campaign,
            person=desk.verifier,
            task=VERIFY,
            since=NOW,
            reason=reason,
            actor=desk.manager,
            now=NOW,
        )
    given.refresh_from_db()
    assert given.void_since is None
    assert not Suspension.objects.exists()


def test_it_is_done_once_at_a_time_and_never_to_oneself(desk: Desk) -> None:
    aside(desk, desk.verifier)
    with pytest.raises(suspensions.AlreadySetAsideError):
        aside(desk, desk.verifier)
    with pytest.raises(suspensions.OwnWorkSetAsideError):
        aside(desk, desk.manager)
    assert Suspension.objects.count() == 1


def test_the_database_keeps_one_in_force_and_no_set_aside_that_counts(desk: Desk) -> None:
    given = verify_next(desk, desk.verifier)
    made = aside(desk, desk.verifiers[1])
    with (
        pytest.raises(IntegrityError, match="verification_set_aside_is_void"),
        transaction.atomic(),
    ):
        Verification.objects.filter(pk=given.pk).update(set_aside=made)
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=given.claim_id).update(set_aside=made)
    made.pk, made.public_id = None, given.public_id
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save(force_insert=True)


def test_a_decision_about_disagreements_outlives_the_work_it_was_about() -> None:
    desk = make_desk(protocol=verified_by(2))
    claim = disagree(desk)
    aside(desk, desk.verifier, hours=-1)
    valid = Verification.objects.filter(claim=claim, void_since=None)
    assert [one.annotator for one in valid] == [desk.verifiers[1]]
    assert later(1) - NOW == timedelta(hours=1)


def in_use(desk: Desk) -> dict[str, int]:
    """Return how many draws of each factor are in use, without those of highlights themselves."""
    rows = Prescription.objects.filter(deck__campaign=desk.campaign).exclude(slot="")
    counted = Counter(rows.exclude(highlight=None).values_list("deck__factor", flat=True))
    return dict(counted)


def test_what_was_dealt_for_claims_set_aside_is_dealt_again(desk: Desk) -> None:
    before = in_use(desk)
    assert before
    made = aside(desk, desk.writer, WRITE)
    assert in_use(desk) == {}
    assert Prescription.objects.filter(highlight=None).count() == sum(before.values())
    undo(desk, made)
    assert in_use(desk) == before
    assert not Prescription.objects.filter(highlight=None).exists()


def test_what_others_got_meanwhile_stays_theirs_when_claims_come_back(desk: Desk) -> None:
    before = in_use(desk)
    dealt = Prescription.objects.count()
    made = aside(desk, desk.writer, WRITE)
    other = make_annotators(desk.campaign, 1, "Writer too", writes_claims=True)[0]
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=other, now=NOW)
    theirs = set(taken.highlight.prescriptions.values_list("pk", flat=True))
    undo(desk, made)
    assert set(taken.highlight.prescriptions.values_list("pk", flat=True)) == theirs
    # Only the kind of the second highlight was drawn: the rest was dealt again.
    assert Prescription.objects.count() == dealt + 1
    assert in_use(desk) == before


def test_claims_that_nobody_accepted_wait_for_a_review_when_they_come_back() -> None:
    design = verified_by(1)
    filtered = replace(design, acceptance=replace(design.acceptance, filtered=1))
    desk = make_desk(protocol=filtered, verifiers=3)
    accepted = Claim.objects.order_by("pk")[0]
    review_claim(
        claim=accepted,
        decision="accepted",
        comment="",
        seen=ClaimSnapshot(version=1),
        actor=desk.manager,
        now=NOW,
    )
    undone = undo(desk, aside(desk, desk.writer, WRITE))
    assert (undone.items, undone.restored) == (3, 3)
    assert set(Claim.objects.values_list("state", flat=True)) == {"live"}
    live = Assignment.objects.exclude(state="closed")
    assert [slot.claim for slot in live] == [accepted]
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=later(7))
    assert taken.assignment.claim == accepted
    with pytest.raises(queue.NothingToVerifyError):
        queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[1], now=later(7))
