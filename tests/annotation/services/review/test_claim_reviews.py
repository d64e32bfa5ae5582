"""Reviews of written claims: accepted, returned, corrected, withdrawn; two managers at once."""

from __future__ import annotations

from dataclasses import replace as replaced
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from annotation.models import Assignment, Attempt, Claim, ClaimReview, Suspension, Verification
from annotation.rules.writing.submissions import WrittenClaim
from annotation.selectors.desk.waiting import waiting_claims
from annotation.selectors.review.claim_reviews import (
    ReviewPath,
    ReviewState,
    first_after,
    in_state,
    review_of,
    written_claims,
)
from annotation.services.review import claim_reviews, suspensions
from annotation.services.review.claim_reviews import ClaimSnapshot
from annotation.services.verifying import queue, verifications
from annotation.services.writing import corrections
from campaigns.protocols.protocol import Protocol
from core.models import AuditEntry
from releases.dataset.selection import select_claims
from tests.annotation.disagreeing import add_manager, take_claim
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    verified_by,
)
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LATER = NOW + timedelta(hours=1)


def filtered() -> Protocol:
    design = verified_by(1)
    return replace(design, acceptance=replace(design.acceptance, filtered=1))


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(1))


@pytest.fixture
def claim(desk: Desk) -> Claim:
    return first_claim(desk)


def first_claim(desk: Desk) -> Claim:
    return Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]


def decide(
    desk: Desk,
    claim: Claim,
    decision: str,
    comment: str = "Not from the highlight.",
    seen: ClaimSnapshot | None = None,
) -> ClaimReview:
    before = review_of(claim)
    shown = ClaimSnapshot(
        version=claim.versions.order_by("-number")[0].number,
        review=str(before.public_id) if before else "",
    )
    return claim_reviews.review_claim(
        claim=claim,
        decision=decision,
        comment=comment,
        seen=seen or shown,
        actor=desk.manager,
        now=NOW,
    )


def correct(desk: Desk, claim: Claim, text: str = "The river is 42 km long.") -> Claim:
    written = WrittenClaim(
        slot=claim.slot, text=text, verdict=claim.verdict, tags=dict(claim.tags), values={}
    )
    return corrections.correct_claim(claim=claim, written=written, actor=desk.writer, now=LATER)


def taken_claims(desk: Desk) -> set[int]:
    """Return the claims that the verifiers get, each one after another."""
    found = set()
    for person in desk.verifiers:
        try:
            found.add(
                queue.take_claim(
                    campaign=desk.campaign, annotator=person, now=LATER
                ).assignment.claim_id
            )
        except queue.NothingToVerifyError:
            continue
    return found


def test_an_accepted_claim_stays_in_the_queue_and_waits_no_more(desk: Desk, claim: Claim) -> None:
    made = decide(desk, claim, "accepted", comment="")
    assert (made.reviewer, made.writer, made.comment) == (desk.manager, desk.writer, "")
    waiting = in_state(written_claims(desk.campaign), ReviewState.WAITING)
    assert claim not in waiting
    assert waiting.count() == 2
    claim.refresh_from_db()
    assert claim.state == Claim.State.LIVE
    assert AuditEntry.objects.get(action="claim_review.accepted").actor == desk.manager


def test_a_returned_claim_is_not_verified_until_it_is_corrected(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "returned")
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED
    assert waiting_claims(desk.verifier, [desk.campaign], NOW) == {desk.campaign.pk: 2}
    assert claim.pk not in taken_claims(desk)
    correct(desk, claim)
    claim.refresh_from_db()
    assert (claim.state, claim.text) == (Claim.State.LIVE, "The river is 42 km long.")
    assert review_of(claim) is None
    assert Assignment.objects.filter(claim=claim, state=Assignment.State.WAITING).count() == 1


def test_a_correction_makes_the_verifications_of_a_returned_claim_void(
    desk: Desk, claim: Claim
) -> None:
    attempt = take_claim(desk, claim, desk.verifier)
    verification = submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    decide(desk, claim, "returned")
    verification.refresh_from_db()
    # Until then the manager may change their mind.
    assert verification.void_since is None
    assert select_claims(desk.campaign).left_out["returned"] == 1
    claim.refresh_from_db()
    correct(desk, claim)
    verification.refresh_from_db()
    assert verification.void_since == LATER
    other = take_claim(desk, claim, desk.verifiers[1])
    assert other.claim_id == claim.pk


def test_accepting_a_returned_claim_brings_it_back_with_its_verifications(
    desk: Desk, claim: Claim
) -> None:
    attempt = take_claim(desk, claim, desk.verifier)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    decide(desk, claim, "returned")
    claim.refresh_from_db()
    decide(desk, claim, "accepted", comment="")
    claim.refresh_from_db()
    assert claim.state == Claim.State.LIVE
    assert Verification.objects.get(claim=claim).void_since is None
    assert list(Assignment.objects.filter(claim=claim).values_list("state", flat=True)) == ["done"]
    assert ClaimReview.objects.filter(claim=claim, superseded_at=NOW).count() == 1


def test_a_verifier_at_work_on_a_claim_that_is_returned_stores_nothing(
    desk: Desk, claim: Claim
) -> None:
    attempt = take_claim(desk, claim, desk.verifier)
    decide(desk, claim, "returned")
    with pytest.raises(verifications.ClaimWithdrawnError):
        submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    assert not Verification.objects.exists()
    attempt.refresh_from_db()
    assert attempt.outcome == Attempt.Outcome.LOST


def test_a_returned_claim_sent_back_unchanged_is_refused(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "returned")
    with pytest.raises(corrections.UnchangedError):
        correct(desk, claim, text=claim.text)
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED
    assert claim.versions.count() == 1


def test_only_what_came_back_with_a_batch_is_sent_back_as_it_is(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "returned")
    with pytest.raises(claim_reviews.NotReturnedError):
        claim_reviews.keep_claim(claim=claim, actor=desk.writer, now=LATER)
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED


def test_the_writer_withdraws_a_returned_claim_and_no_other(desk: Desk, claim: Claim) -> None:
    with pytest.raises(claim_reviews.NotReturnedError):
        claim_reviews.withdraw_returned(claim=claim, actor=desk.writer, now=LATER)
    decide(desk, claim, "returned")
    with pytest.raises(claim_reviews.NotReturnedError):
        claim_reviews.withdraw_returned(claim=claim, actor=desk.verifier, now=LATER)
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED
    claim_reviews.withdraw_returned(claim=claim, actor=desk.writer, now=LATER)
    claim.refresh_from_db()
    assert claim.state == Claim.State.WITHDRAWN
    assert AuditEntry.objects.get(action="claim.withdrawn").actor == desk.writer


def test_a_manager_withdraws_a_claim_with_a_reason(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "withdrawn")
    claim.refresh_from_db()
    assert claim.state == Claim.State.WITHDRAWN
    assert not Assignment.objects.filter(claim=claim).exclude(state="closed").exists()
    with pytest.raises(claim_reviews.NotReviewableError):
        decide(desk, claim, "accepted")
    assert ClaimReview.objects.get().decision == "withdrawn"


@pytest.mark.parametrize("comment", ["", "  ", "x" * 1001, "a\0b"])
def test_returning_needs_a_comment_that_fits(desk: Desk, claim: Claim, comment: str) -> None:
    with pytest.raises(claim_reviews.ReviewCommentError):
        decide(desk, claim, "returned", comment=comment)
    assert not ClaimReview.objects.exists()
    claim.refresh_from_db()
    assert claim.state == Claim.State.LIVE


def test_the_second_of_two_managers_stores_nothing(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "accepted", comment="")
    other = replaced(desk, manager=add_manager(desk))
    with pytest.raises(claim_reviews.ReviewedMeanwhileError) as caught:
        decide(other, claim, "returned", seen=ClaimSnapshot(version=1))
    assert caught.value.review == ClaimReview.objects.get()
    claim.refresh_from_db()
    assert claim.state == Claim.State.LIVE


def test_a_claim_that_was_corrected_meanwhile_is_read_again(desk: Desk, claim: Claim) -> None:
    correct(desk, claim)
    with pytest.raises(claim_reviews.ReviewedMeanwhileError):
        decide(desk, claim, "returned", seen=ClaimSnapshot(version=1))
    assert not ClaimReview.objects.exists()


def test_a_correction_ends_the_decision_about_the_earlier_version(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "accepted", comment="")
    correct(desk, claim)
    assert review_of(claim) is None
    assert claim in in_state(written_claims(desk.campaign), ReviewState.WAITING)


def test_nobody_reviews_their_own_claims(desk: Desk, claim: Claim) -> None:
    own = replaced(desk, manager=desk.writer)
    with pytest.raises(claim_reviews.OwnClaimReviewedError):
        decide(own, claim, "accepted")
    assert not ClaimReview.objects.exists()
    made = decide(desk, claim, "accepted")
    with pytest.raises(IntegrityError), transaction.atomic():
        ClaimReview.objects.filter(pk=made.pk).update(reviewer=desk.writer)


def test_next_goes_through_the_claims_of_a_writer_and_wraps_around(desk: Desk) -> None:
    path = ReviewPath(desk.campaign, writer=desk.writer)
    waiting = path.waiting_for(desk.manager)
    first, second, third = Claim.objects.filter(campaign=desk.campaign).order_by("pk")
    assert first_after(waiting) == first
    assert first_after(waiting, str(first.public_id)) == second
    assert first_after(waiting, str(third.public_id)) == first
    assert first_after(path.waiting_for(desk.writer)) is None
    other = ReviewPath(desk.campaign, writer=desk.verifier)
    assert first_after(other.waiting_for(desk.manager)) is None


def test_where_the_design_filters_only_accepted_claims_are_verified_and_released() -> None:
    desk = make_desk(protocol=filtered())
    claim = first_claim(desk)
    assert waiting_claims(desk.verifier, [desk.campaign], NOW) == {}
    assert taken_claims(desk) == set()
    decide(desk, claim, "accepted", comment="")
    assert waiting_claims(desk.verifier, [desk.campaign], NOW) == {desk.campaign.pk: 1}
    assert taken_claims(desk) == {claim.pk}
    selected = select_claims(desk.campaign)
    assert selected.left_out["unreviewed"] == 2


def test_where_the_design_filters_a_correction_waits_for_another_review() -> None:
    desk = make_desk(protocol=filtered())
    claim = first_claim(desk)
    decide(desk, claim, "returned")
    claim.refresh_from_db()
    correct(desk, claim)
    assert taken_claims(desk) == set()
    claim.refresh_from_db()
    decide(desk, claim, "accepted", comment="")
    assert taken_claims(desk) == {claim.pk}


def test_a_returned_claim_that_is_set_aside_comes_back_returned(desk: Desk, claim: Claim) -> None:
    decide(desk, claim, "returned")
    made = suspensions.set_aside(
        campaign=desk.campaign,
        person=desk.writer,
        task=Suspension.Work.WRITE,
        since=NOW - timedelta(days=1),
        reason="Copied",
        actor=desk.manager,
        now=LATER,
    )
    claim.refresh_from_db()
    assert claim.state == Claim.State.SET_ASIDE
    suspensions.undo_suspension(suspension=made, actor=desk.manager, now=LATER)
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED
