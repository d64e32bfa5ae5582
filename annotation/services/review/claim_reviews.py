"""Managers' reviews of written claims: accepted, returned with a comment, or withdrawn.

A returned claim leaves the queue and releases. Its writer corrects it, which makes its
verifications void, or withdraws it. Accepting it instead brings it back as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import LONGEST_REVIEW_COMMENT, Claim, ClaimReview, Verification
from annotation.selectors.review.claim_reviews import in_force, review_of
from annotation.services.review.suspensions import queue_again
from annotation.services.verifying import slots
from annotation.services.writing import claims, decks
from campaigns.models import Campaign
from core.services import audit


class OwnClaimReviewedError(Exception):
    """Nobody reviews their own claims."""


class ReviewCommentError(Exception):
    """The comment is missing where it is needed, too long, or contains a null character."""


class NotReviewableError(Exception):
    """The claim is withdrawn, set aside or was not written here."""


class ReviewedMeanwhileError(Exception):
    """Somebody decided about the claim since it was shown, or its writer corrected it."""

    def __init__(self, review: ClaimReview | None) -> None:
        super().__init__(review)
        self.review = review


class NotReturnedError(Exception):
    """The claim was not returned, or not by a batch; or it is somebody else's."""


@dataclass(frozen=True, slots=True)
class ClaimSnapshot:
    """The claim as the reviewer was shown it."""

    # The number of its version.
    version: int
    # The public id of the decision in force; empty if there was none.
    review: str = ""


@transaction.atomic
def review_claim(
    *, claim: Claim, decision: str, comment: str, seen: ClaimSnapshot, actor: User, now: datetime
) -> ClaimReview:
    """Store a decision about a claim and carry it out."""
    comment = checked_comment(decision, comment)
    if decision == ClaimReview.Decision.WITHDRAWN:
        # The locks come in the order in which withdrawing takes them.
        decks.hold_decks(claim.campaign_id)
    slots.hold_slots(claim)
    held = Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
    if held.author_id == actor.pk:
        raise OwnClaimReviewedError
    if held.author_id is None or held.state not in Claim.KEPT:
        raise NotReviewableError
    before = review_of(held)
    version = held.versions.order_by("-number")[0]
    if version.number != seen.version or seen.review != (str(before.public_id) if before else ""):
        raise ReviewedMeanwhileError(before)
    in_force().filter(claim=held).update(superseded_at=now)
    made = ClaimReview.objects.create(
        campaign_id=held.campaign_id,
        claim=held,
        claim_version=version,
        reviewer=actor,
        writer_id=held.author_id,
        decision=decision,
        comment=comment,
        reviewed_at=now,
    )
    _carry_out(made, held, now)
    audit.record(
        actor=actor,
        action=f"claim_review.{decision}",
        target=held,
        now=now,
        details={"comment": comment, "writer": str(made.writer)},
    )
    return made


def checked_comment(decision: str, comment: str) -> str:
    """Return the comment as it is stored; raise ReviewCommentError or NotReviewableError."""
    comment = comment.strip()
    if decision not in ClaimReview.Decision.values:
        raise NotReviewableError
    is_missing = decision != ClaimReview.Decision.ACCEPTED and not comment
    if is_missing or len(comment) > LONGEST_REVIEW_COMMENT or "\0" in comment:
        raise ReviewCommentError
    return comment


def _carry_out(made: ClaimReview, claim: Claim, now: datetime) -> None:
    match made.decision:
        case ClaimReview.Decision.RETURNED:
            return_claims([claim], now)
        case ClaimReview.Decision.WITHDRAWN:
            claims.withdraw_claim(claim=claim, actor=made.reviewer, reason=made.comment, now=now)
        case ClaimReview.Decision.ACCEPTED:
            accept(claim, now)


def return_claims(returned: list[Claim], now: datetime) -> None:
    """Take claims out of the queue, under their slots' locks, until their writers answer."""
    slots.close_slots(*returned, now=now)
    Claim.objects.filter(pk__in=[claim.pk for claim in returned]).update(state=Claim.State.RETURNED)


def accept(claim: Claim, now: datetime) -> None:
    """Bring a claim back that was returned; one that never left the queue stays where it is."""
    was_returned = claim.state == Claim.State.RETURNED
    if was_returned:
        _bring_back(claim)
    valid = Verification.objects.filter(claim=claim, void_since=None)
    if was_returned or valid.exists():
        queue_again(claim, Campaign.objects.get(pk=claim.campaign_id), now)


def _bring_back(claim: Claim) -> None:
    claim.state = Claim.State.LIVE
    claim.save(update_fields=["state"])


@transaction.atomic
def keep_claim(*, claim: Claim, actor: User, now: datetime) -> Claim:
    """Send a claim back as it is: nobody read it, it was returned with the rest of a batch."""
    slots.hold_slots(claim)
    held = _own_returned(claim, actor)
    review = review_of(held)
    if review is None or review.batch_id is None:
        raise NotReturnedError
    in_force().filter(claim=held).update(superseded_at=now)
    _bring_back(held)
    queue_again(held, Campaign.objects.get(pk=held.campaign_id), now)
    audit.record(actor=actor, action="claim_review.kept", target=held, now=now, details={})
    return held


@transaction.atomic
def withdraw_returned(*, claim: Claim, actor: User, now: datetime) -> Claim:
    """Withdraw one's own claim that was returned."""
    decks.hold_decks(claim.campaign_id)
    slots.hold_slots(claim)
    held = _own_returned(claim, actor)
    review = review_of(held)
    reason = review.comment if review else ""
    return claims.withdraw_claim(claim=held, actor=actor, reason=reason, now=now)


def _own_returned(claim: Claim, actor: User) -> Claim:
    held = Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
    if held.author_id != actor.pk or held.state != Claim.State.RETURNED:
        raise NotReturnedError
    return held
