"""Batches of claims that are accepted or rejected together, by a random sample of each.

While a batch is being reviewed, its claims stay where they are. An accepted batch accepts the
claims that nobody read. A rejected one returns them all to their writer: they leave the queue and
releases until they are corrected, withdrawn, or sent back as they are. What was returned one by one
and corrected meanwhile waits for a review of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import User
from annotation.models import BatchedClaim, Claim, ClaimReview, ClaimVersion, ReviewBatch
from annotation.rules.samples import draw_sample
from annotation.selectors.review.claim_reviews import (
    ReviewState,
    ShownBatch,
    in_state,
    show_batches,
    written_claims,
)
from annotation.services.review.claim_reviews import checked_comment, return_claims
from annotation.services.verifying import slots
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit

# A rejected batch is written in one transaction, and its writer goes through all of it.
MOST_CLAIMS_OF_A_BATCH = 500
MOST_SAMPLED = 200


class NoBatchesError(Exception):
    """The design reviews no claims in batches."""


class OwnBatchError(Exception):
    """Nobody reviews their own claims."""


class NothingToReviewError(Exception):
    """No claim waits for a review."""


class BatchSizeError(Exception):
    """The sample is to have no claim, or too many."""


class BatchInReviewError(Exception):
    """A batch of this writer is being reviewed already."""


class BatchUndecidedError(Exception):
    """The sample has not been read to its end, or says otherwise."""


class BatchDecidedError(Exception):
    """Somebody has decided about the batch already."""


@transaction.atomic
def draw_batch(
    *, campaign: Campaign, writer: User, actor: User, now: datetime, seed: str = ""
) -> ReviewBatch:
    """Draw the sample of a writer's claims that wait for a review."""
    held = hold_campaign(campaign)
    acceptance = protocol_of(held).acceptance
    if not acceptance.sampled:
        raise NoBatchesError
    if writer == actor:
        raise OwnBatchError
    if ReviewBatch.objects.filter(
        campaign=held, writer=writer, state=ReviewBatch.State.OPEN
    ).exists():
        raise BatchInReviewError
    waiting = in_state(written_claims(held), ReviewState.WAITING).filter(author=writer)
    found = list(waiting.order_by("pk").values_list("pk", flat=True)[:MOST_CLAIMS_OF_A_BATCH])
    made = _draw(held, found, acceptance.sampled, actor, now, seed)
    made.writer, made.acceptable = writer, acceptance.acceptable
    made.save(update_fields=["writer", "acceptable"])
    return made


@transaction.atomic
def draw_reading(
    *, campaign: Campaign, size: int, actor: User, now: datetime, seed: str = ""
) -> ReviewBatch:
    """Draw a random sample of everybody's claims that wait for a review, to read one by one."""
    if not 1 <= size <= MOST_SAMPLED:
        raise BatchSizeError
    held = hold_campaign(campaign)
    waiting = in_state(written_claims(held), ReviewState.WAITING).exclude(author=actor)
    names = {str(key): "" for key in waiting.values_list("pk", flat=True)}
    chosen = seed.strip()[:100] or secrets.token_hex(8)
    drawn = sorted(int(name) for name in draw_sample(names, size, chosen, by_stratum=False))
    return _draw(held, drawn, size, actor, now, chosen)


def _draw(
    campaign: Campaign, found: Sequence[int], sampled: int, actor: User, now: datetime, seed: str
) -> ReviewBatch:
    if not found:
        raise NothingToReviewError
    chosen = seed.strip()[:100] or secrets.token_hex(8)
    names = {str(key): "" for key in found}
    sample = set(draw_sample(names, sampled, chosen, by_stratum=False))
    last = ReviewBatch.objects.filter(campaign=campaign).aggregate(last=Max("number"))["last"] or 0
    made = ReviewBatch.objects.create(
        campaign=campaign, number=last + 1, seed=chosen, drawn_at=now, drawn_by=actor
    )
    BatchedClaim.objects.bulk_create(
        BatchedClaim(batch=made, claim_id=key, position=position, is_sampled=str(key) in sample)
        for position, key in enumerate(found, start=1)
    )
    audit.record(
        actor=actor,
        action="review_batch.drawn",
        target=campaign,
        now=now,
        details={"number": made.number, "claims": len(found), "read": len(sample)},
    )
    return made


@transaction.atomic
def decide_batch(
    *, batch: ReviewBatch, state: str, comment: str, actor: User, now: datetime
) -> ReviewBatch:
    """Accept or reject a batch, as its sample says, and carry that out for the rest of it."""
    decision = _DECISIONS.get(state)
    if decision is None:
        raise BatchUndecidedError
    comment = checked_comment(decision, comment)
    hold_campaign(batch.campaign)
    held = ReviewBatch.objects.select_for_update(of=("self",)).get(pk=batch.pk)
    if held.state != ReviewBatch.State.OPEN:
        raise BatchDecidedError
    if held.writer_id == actor.pk:
        raise OwnBatchError
    [shown] = show_batches([held])
    if not shown.can_be_decided or shown.fails != (state == ReviewBatch.State.REJECTED):
        raise BatchUndecidedError
    held.state, held.comment, held.decided_at, held.decided_by = state, comment, now, actor
    held.save(update_fields=["state", "comment", "decided_at", "decided_by"])
    changed = _decide_rest(held, decision, now)
    audit.record(
        actor=actor,
        action=f"review_batch.{state}",
        target=held.campaign,
        now=now,
        details=_details(held, shown, changed),
    )
    return held


_DECISIONS = {
    ReviewBatch.State.ACCEPTED.value: ClaimReview.Decision.ACCEPTED,
    ReviewBatch.State.REJECTED.value: ClaimReview.Decision.RETURNED,
}


def _details(batch: ReviewBatch, shown: ShownBatch, changed: int) -> dict[str, object]:
    return {
        "number": batch.number,
        "writer": str(batch.writer),
        "read": shown.read,
        "faults": shown.faults,
        "claims": changed,
        "comment": batch.comment,
    }


def _decide_rest(batch: ReviewBatch, decision: ClaimReview.Decision, now: datetime) -> int:
    """Decide about the claims that nobody read and that are as they were; return how many."""
    slots.hold_slots(*_unread(batch))
    rest = list(_unread(batch).select_for_update(no_key=True).order_by("pk"))
    newest = _newest_versions(rest)
    if decision is ClaimReview.Decision.RETURNED:
        return_claims(rest, now)
    assert batch.decided_by_id is not None
    assert batch.writer_id is not None
    ClaimReview.objects.bulk_create(
        ClaimReview(
            campaign_id=batch.campaign_id,
            claim=claim,
            claim_version_id=newest[claim.pk],
            reviewer_id=batch.decided_by_id,
            writer_id=batch.writer_id,
            decision=decision,
            comment=batch.comment,
            batch=batch,
            reviewed_at=now,
        )
        for claim in rest
    )
    return len(rest)


def _unread(batch: ReviewBatch) -> QuerySet[Claim]:
    """Return the waiting claims of a batch of which nobody has read a version since it was drawn.

    A claim that was returned and corrected waits for a review of its own: nobody has read the
    correction, and the sample says nothing about it.
    """
    mine = Claim.objects.filter(pk__in=batch.claims.values("claim"))
    read = ClaimReview.objects.filter(claim=OuterRef("pk"), reviewed_at__gte=batch.drawn_at)
    return in_state(mine, ReviewState.WAITING).filter(~Exists(read))


def _newest_versions(claims: Sequence[Claim]) -> dict[int, int]:
    rows = ClaimVersion.objects.filter(claim__in=[claim.pk for claim in claims])
    return dict(rows.order_by("claim", "number").values_list("claim", "pk"))
