"""Reviews of written claims: what waits for one, what was decided, and the claim to read next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import BatchedClaim, Claim, ClaimReview, ReviewBatch
from campaigns.models import Campaign, Membership


class ReviewState(StrEnum):
    """The state of a claim as reviewers see it."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"


def in_force() -> QuerySet[ClaimReview]:
    """Return the reviews that no later decision or correction has replaced."""
    return ClaimReview.objects.filter(superseded_at=None)


def is_accepted() -> Q:
    """Return the condition that a manager accepted a claim, or that it was not written here."""
    accepted = in_force().filter(claim=OuterRef("pk"), decision=ClaimReview.Decision.ACCEPTED)
    return Q(Exists(accepted)) | Q(author=None)


def review_of(claim: Claim) -> ClaimReview | None:
    """Return the decision about a claim that is in force."""
    return in_force().filter(claim=claim).select_related("reviewer", "batch").first()


def written_claims(campaign: Campaign) -> QuerySet[Claim]:
    """Return the claims that people wrote in a campaign."""
    return Claim.objects.filter(campaign=campaign, author__isnull=False)


def in_state(claims: QuerySet[Claim], state: ReviewState) -> QuerySet[Claim]:
    """Return those of the claims that are in a state."""
    decided = in_force().filter(claim=OuterRef("pk"))
    match state:
        case ReviewState.WAITING:
            return claims.filter(~Exists(decided), state=Claim.State.LIVE)
        case ReviewState.ACCEPTED:
            accepted = decided.filter(decision=ClaimReview.Decision.ACCEPTED)
            return claims.filter(Exists(accepted), state=Claim.State.LIVE)
        case ReviewState.RETURNED:
            return claims.filter(state=Claim.State.RETURNED)
        case ReviewState.WITHDRAWN:
            return claims.filter(state=Claim.State.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class ReviewPath:
    """The claims that a manager goes through: of one writer, of a batch's sample, or all."""

    campaign: Campaign
    writer: User | None = None
    batch: ReviewBatch | None = None

    def waiting_for(self, person: User) -> QuerySet[Claim]:
        """Return the claims that wait for a review and that this person did not write."""
        claims = in_state(written_claims(self.campaign), ReviewState.WAITING)
        claims = claims.exclude(author=person)
        if self.batch is not None:
            sampled = BatchedClaim.objects.filter(batch=self.batch, is_sampled=True)
            return claims.filter(pk__in=sampled.values("claim")).order_by("pk")
        if self.writer is not None:
            claims = claims.filter(author=self.writer)
        return claims.order_by("pk")


def first_after(claims: QuerySet[Claim], public_id: str = "") -> Claim | None:
    """Return the first claim after the one that is named, or the first of all."""
    try:
        before = Claim.objects.filter(public_id=UUID(public_id)).first()
    except ValueError:
        before = None
    following = claims.filter(pk__gt=before.pk).first() if before else None
    found = following or claims.first()
    # The one that is left for later is no next one.
    return None if before is not None and found == before else found


def writers_in(campaign: Campaign) -> list[User]:
    """Return the people who write claims in a campaign, by name."""
    members = Membership.objects.filter(campaign=campaign, writes_claims=True)
    return [member.user for member in members.select_related("user").order_by("user__username")]


@dataclass(frozen=True, slots=True)
class SampledReview:
    """A claim of a batch's sample, with the decision about it as it was first read for that."""

    claim: Claim
    review: ClaimReview | None

    @property
    def is_read(self) -> bool:
        """Return whether there is nothing to read any more; a claim may have left."""
        return self.review is not None or self.claim.state not in Claim.KEPT

    @property
    def is_faulty(self) -> bool:
        return self.review is not None and self.review.decision != ClaimReview.Decision.ACCEPTED


@dataclass(frozen=True, slots=True)
class ShownBatch:
    """A batch with what its sample says so far."""

    batch: ReviewBatch
    size: int
    sample: Sequence[SampledReview]

    @property
    def read(self) -> int:
        return sum(one.is_read for one in self.sample)

    @property
    def faults(self) -> int:
        return sum(one.is_faulty for one in self.sample)

    @property
    def rest(self) -> int:
        return self.size - len(self.sample)

    @property
    def fails(self) -> bool:
        """Return whether there are more faults than are acceptable; corrections change nothing."""
        return self.faults > self.batch.acceptable

    @property
    def can_be_decided(self) -> bool:
        is_open = self.batch.state == ReviewBatch.State.OPEN
        has_writer = self.batch.writer_id is not None
        return is_open and has_writer and (self.fails or self.read == len(self.sample))


def batches_of(campaign: Campaign) -> QuerySet[ReviewBatch]:
    """Return the batches of a campaign, the newest first."""
    batches = ReviewBatch.objects.filter(campaign=campaign)
    return batches.select_related("writer", "drawn_by", "decided_by").order_by("-number")


def show_batches(batches: Sequence[ReviewBatch]) -> list[ShownBatch]:
    """Return batches with their samples, in a few queries."""
    keys = [batch.pk for batch in batches]
    rows = BatchedClaim.objects.filter(batch__in=keys)
    sizes = dict(rows.order_by().values_list("batch").annotate(count=Count("pk")))
    sampled = list(rows.filter(is_sampled=True).select_related("claim").order_by("position"))
    reviews: dict[int, list[ClaimReview]] = {}
    made = ClaimReview.objects.filter(claim__in=[one.claim_id for one in sampled])
    for review in made.select_related("reviewer").order_by("pk"):
        reviews.setdefault(review.claim_id, []).append(review)
    return [
        ShownBatch(
            batch,
            sizes.get(batch.pk, 0),
            [
                SampledReview(one.claim, _review_for(batch, reviews.get(one.claim_id, [])))
                for one in sampled
                if one.batch_id == batch.pk
            ],
        )
        for batch in batches
    ]


def _review_for(batch: ReviewBatch, reviews: Sequence[ClaimReview]) -> ClaimReview | None:
    """Return the last decision about the version that was read first since the batch was drawn.

    What was decided about a correction of it does not count: a returned claim stays a fault.
    """
    since = [one for one in reviews if one.reviewed_at >= batch.drawn_at]
    counting = [one for one in since if one.claim_version_id == since[0].claim_version_id]
    return counting[-1] if counting else None


def returned_claims(person: User, campaigns: Sequence[Campaign]) -> dict[int, int]:
    """Return how many of a person's claims were returned to them, by the campaign's key."""
    returned = Claim.objects.filter(
        author=person, campaign__in=campaigns, state=Claim.State.RETURNED
    )
    return dict(returned.order_by().values_list("campaign").annotate(count=Count("pk")))
