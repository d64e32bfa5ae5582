"""Batches of claims, accepted or rejected by a random sample."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from annotation.models import Assignment, BatchedClaim, Claim, ClaimReview, ReviewBatch
from annotation.rules.writing.submissions import WrittenClaim
from annotation.selectors.review.claim_reviews import (
    ReviewPath,
    first_after,
    review_of,
    show_batches,
)
from annotation.services.review import claim_reviews, review_batches
from annotation.services.review.claim_reviews import ClaimSnapshot
from annotation.services.writing import corrections
from core.models import AuditEntry
from tests.annotation.disagreeing import take_claim
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


def make_sampled_desk(sampled: int = 2, acceptable: int = 0) -> Desk:
    design = verified_by(1)
    acceptance = replace(design.acceptance, sampled=sampled, acceptable=acceptable)
    return make_desk(highlights_written=2, protocol=replace(design, acceptance=acceptance))


@pytest.fixture
def desk() -> Desk:
    return make_sampled_desk()


def draw(desk: Desk) -> ReviewBatch:
    return review_batches.draw_batch(
        campaign=desk.campaign, writer=desk.writer, actor=desk.manager, now=NOW, seed="seed"
    )


def read(desk: Desk, batch: ReviewBatch, *decisions: str) -> None:
    """Read the sample to its end with these decisions."""
    path = ReviewPath(desk.campaign, batch=batch)
    for decision in decisions:
        claim = first_after(path.waiting_for(desk.manager))
        assert claim is not None
        claim_reviews.review_claim(
            claim=claim,
            decision=decision,
            comment="" if decision == "accepted" else "Vague.",
            seen=ClaimSnapshot(version=1),
            actor=desk.manager,
            now=LATER,
        )


def decide(desk: Desk, batch: ReviewBatch, state: str, comment: str = "Too vague.") -> ReviewBatch:
    return review_batches.decide_batch(
        batch=batch, state=state, comment=comment, actor=desk.manager, now=LATER
    )


def states(desk: Desk) -> list[str]:
    return sorted(Claim.objects.filter(campaign=desk.campaign).values_list("state", flat=True))


def test_a_batch_is_all_that_a_writer_wrote_and_its_sample_is_drawn_by_lot(desk: Desk) -> None:
    batch = draw(desk)
    assert BatchedClaim.objects.filter(batch=batch).count() == 6
    assert BatchedClaim.objects.filter(batch=batch, is_sampled=True).count() == 2
    assert (batch.number, batch.acceptable, batch.writer) == (1, 0, desk.writer)
    with pytest.raises(review_batches.BatchInReviewError):
        draw(desk)
    assert ReviewBatch.objects.count() == 1


def test_a_good_sample_accepts_the_rest_unread(desk: Desk) -> None:
    batch = draw(desk)
    read(desk, batch, "accepted")
    with pytest.raises(review_batches.BatchUndecidedError):
        decide(desk, batch, "accepted")
    read(desk, batch, "accepted")
    decide(desk, batch, "accepted", comment="")
    assert ClaimReview.objects.filter(decision="accepted").count() == 6
    assert ClaimReview.objects.filter(batch=batch).count() == 4
    assert states(desk) == ["live"] * 6
    entry = AuditEntry.objects.get(action="review_batch.accepted")
    assert entry.details["claims"] == 4


def test_too_many_faults_return_the_whole_batch(desk: Desk) -> None:
    verified = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    attempt = take_claim(desk, verified, desk.verifier)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    batch = draw(desk)
    read(desk, batch, "returned")
    [shown] = show_batches([batch])
    # More faults than are acceptable: the rest of the sample need not be read.
    assert (shown.faults, shown.read, shown.fails, shown.can_be_decided) == (1, 1, True, True)
    with pytest.raises(review_batches.BatchUndecidedError):
        decide(desk, batch, "accepted")
    assert states(desk) == ["live"] * 5 + ["returned"]
    decide(desk, batch, "rejected")
    assert states(desk) == ["returned"] * 6
    assert not Assignment.objects.filter(claim__campaign=desk.campaign, state="waiting").exists()
    assert set(ClaimReview.objects.filter(batch=batch).values_list("comment", flat=True)) == {
        "Too vague."
    }
    with pytest.raises(review_batches.BatchDecidedError):
        decide(desk, batch, "rejected")


def test_as_many_faults_as_are_acceptable_accept_the_batch() -> None:
    desk = make_sampled_desk(sampled=3, acceptable=1)
    batch = draw(desk)
    read(desk, batch, "returned", "accepted", "accepted")
    with pytest.raises(review_batches.BatchUndecidedError):
        decide(desk, batch, "rejected")
    decide(desk, batch, "accepted")
    assert states(desk) == ["live"] * 5 + ["returned"]


def correct(desk: Desk, claim: Claim) -> None:
    written = WrittenClaim(
        slot=claim.slot,
        text="The river is 42 km long.",
        verdict=claim.verdict,
        tags=dict(claim.tags),
        base=(claim.base.slot, claim.base.place) if claim.base else None,
        values={},
    )
    corrections.correct_claim(claim=claim, written=written, actor=desk.writer, now=LATER)


def test_nobody_accepts_a_correction_that_nobody_read() -> None:
    desk = make_sampled_desk(sampled=3, acceptable=1)
    batch = draw(desk)
    read(desk, batch, "returned", "accepted", "accepted")
    faulty = ClaimReview.objects.get(decision="returned").claim
    correct(desk, faulty)
    decide(desk, batch, "accepted")
    assert ClaimReview.objects.filter(batch=batch).count() == 3
    assert review_of(faulty) is None
    # It waits, and comes with the next batch.
    assert [row.claim for row in draw(desk).claims.all()] == [faulty]


def test_a_rejected_batch_leaves_a_correction_that_waits_for_its_review(desk: Desk) -> None:
    batch = draw(desk)
    read(desk, batch, "returned")
    faulty = ClaimReview.objects.get(decision="returned").claim
    correct(desk, faulty)
    decide(desk, batch, "rejected")
    faulty.refresh_from_db()
    assert (faulty.state, review_of(faulty)) == ("live", None)
    assert states(desk) == ["live"] + ["returned"] * 5


def test_a_corrected_fault_stays_a_fault_of_its_batch(desk: Desk) -> None:
    batch = draw(desk)
    read(desk, batch, "returned")
    faulty = ClaimReview.objects.get(decision="returned").claim
    correct(desk, faulty)
    claim_reviews.review_claim(
        claim=faulty,
        decision="accepted",
        comment="",
        seen=ClaimSnapshot(version=2),
        actor=desk.manager,
        now=LATER,
    )
    read(desk, batch, "accepted")
    [shown] = show_batches([batch])
    assert (shown.read, shown.faults, shown.fails) == (2, 1, True)
    with pytest.raises(review_batches.BatchUndecidedError):
        decide(desk, batch, "accepted")
    batch.refresh_from_db()
    assert batch.state == ReviewBatch.State.OPEN
    assert decide(desk, batch, "rejected").state == ReviewBatch.State.REJECTED


def test_a_batch_is_rejected_with_a_comment(desk: Desk) -> None:
    batch = draw(desk)
    read(desk, batch, "returned")
    with pytest.raises(claim_reviews.ReviewCommentError):
        decide(desk, batch, "rejected", comment=" ")
    batch.refresh_from_db()
    assert batch.state == ReviewBatch.State.OPEN
    assert states(desk) == ["live"] * 5 + ["returned"]


def test_a_claim_that_came_back_with_its_batch_is_sent_back_as_it_is(desk: Desk) -> None:
    batch = draw(desk)
    read(desk, batch, "returned")
    decide(desk, batch, "rejected")
    review = ClaimReview.objects.filter(batch=batch).order_by("pk")[0]
    kept = claim_reviews.keep_claim(claim=review.claim, actor=desk.writer, now=LATER)
    kept.refresh_from_db()
    assert kept.state == Claim.State.LIVE
    assert review_of(kept) is None
    # It waits for the next batch, and may be verified.
    assert take_claim(desk, kept, desk.verifier).claim_id == kept.pk
    again = draw(desk)
    assert [row.claim_id for row in again.claims.all()] == [kept.pk]


def test_what_its_writer_changed_meanwhile_is_left_out_of_a_rejection(desk: Desk) -> None:
    batch = draw(desk)
    unread = BatchedClaim.objects.filter(batch=batch, is_sampled=False).order_by("pk")[0].claim
    read(desk, batch, "returned")
    claim_reviews.review_claim(
        claim=unread,
        decision="accepted",
        comment="",
        seen=ClaimSnapshot(version=1),
        actor=desk.manager,
        now=LATER,
    )
    decide(desk, batch, "rejected")
    unread.refresh_from_db()
    assert unread.state == Claim.State.LIVE


def test_a_design_without_batches_draws_none() -> None:
    desk = make_sampled_desk(sampled=0)
    with pytest.raises(review_batches.NoBatchesError):
        draw(desk)
    assert not ReviewBatch.objects.exists()


def test_nobody_reviews_their_own_batch(desk: Desk) -> None:
    with pytest.raises(review_batches.OwnBatchError):
        review_batches.draw_batch(
            campaign=desk.campaign, writer=desk.writer, actor=desk.writer, now=NOW
        )
    assert not ReviewBatch.objects.exists()


def test_a_random_sample_of_everybody_decides_about_its_own_claims_only(desk: Desk) -> None:
    sample = review_batches.draw_reading(
        campaign=desk.campaign, size=3, actor=desk.manager, now=NOW, seed="seed"
    )
    again = review_batches.draw_reading(
        campaign=desk.campaign, size=3, actor=desk.manager, now=NOW, seed="seed"
    )
    keys = [list(one.claims.values_list("claim", flat=True)) for one in (sample, again)]
    assert keys[0] == keys[1]
    assert len(keys[0]) == 3
    read(desk, sample, "returned", "returned", "returned")
    with pytest.raises(review_batches.BatchUndecidedError):
        decide(desk, sample, "rejected")
    assert states(desk) == ["live"] * 3 + ["returned"] * 3
    with pytest.raises(review_batches.BatchSizeError):
        review_batches.draw_reading(campaign=desk.campaign, size=0, actor=desk.manager, now=NOW)


def test_nothing_is_drawn_where_nothing_waits(desk: Desk) -> None:
    Claim.objects.update(state=Claim.State.WITHDRAWN)
    with pytest.raises(review_batches.NothingToReviewError):
        draw(desk)
    assert not ReviewBatch.objects.exists()
