"""Managers' reviews of written claims, one by one or by the sample of a batch."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.claims import Claim, ClaimVersion
from campaigns.models.campaigns import Campaign

LONGEST_REVIEW_COMMENT = 1000


class ReviewBatch(models.Model):
    """A writer's claims that are accepted or rejected together, by a random sample of them.

    Without a writer it is a sample of everybody's claims, read one by one; nothing is decided about
    others by it.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Being reviewed")
        ACCEPTED = "accepted", _("Accepted")
        REJECTED = "rejected", _("Rejected")

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="review_batches", db_index=False
    )
    number = models.PositiveIntegerField()
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    seed = models.CharField(max_length=100)
    # Of the design, when the batch was drawn: with more faults in the sample it is rejected.
    acceptable = models.PositiveIntegerField(default=0)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    comment = models.CharField(max_length=LONGEST_REVIEW_COMMENT, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="review_batch_number_once"),
            models.UniqueConstraint(
                fields=["campaign", "writer"],
                name="review_batch_one_open",
                condition=Q(state="open", writer__isnull=False),
            ),
            models.CheckConstraint(name="review_batch_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="review_batch_state_known",
                condition=Q(state__in=["open", "accepted", "rejected"]),
            ),
            models.CheckConstraint(
                name="review_batch_decided_iff_not_open",
                condition=Q(state="open", decided_at__isnull=True, decided_by__isnull=True)
                | (
                    ~Q(state="open")
                    & Q(decided_at__isnull=False, decided_by__isnull=False, writer__isnull=False)
                ),
            ),
            models.CheckConstraint(
                name="review_batch_not_by_its_writer",
                condition=~Q(writer=F("drawn_by")) & ~Q(writer=F("decided_by")),
            ),
            models.CheckConstraint(
                name="review_batch_rejected_with_a_comment",
                condition=~Q(state="rejected") | ~Q(comment=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number}"


class BatchedClaim(models.Model):
    """A claim of a batch; those of the sample are read."""

    batch = models.ForeignKey(ReviewBatch, models.PROTECT, related_name="claims", db_index=False)
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="review_batches")
    position = models.PositiveIntegerField()
    is_sampled = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "position"], name="batched_claim_place"),
            models.UniqueConstraint(fields=["batch", "claim"], name="batched_claim_once"),
        ]

    def __str__(self) -> str:
        return f"{self.batch} · {self.position}"


class ClaimReview(models.Model):
    """A manager's decision about a claim as it was written. Earlier decisions are kept."""

    class Decision(models.TextChoices):
        ACCEPTED = "accepted", _("Accepted")
        RETURNED = "returned", _("Returned to its writer")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="claim_reviews", db_index=False
    )
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="reviews")
    claim_version = models.ForeignKey(ClaimVersion, models.PROTECT, related_name="+")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    # Copied from the claim, for the constraint below.
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    decision = models.CharField(max_length=9, choices=Decision)
    comment = models.CharField(max_length=LONGEST_REVIEW_COMMENT, blank=True, default="")
    # Decided for the whole batch: nobody read this claim.
    batch = models.ForeignKey(
        ReviewBatch, models.PROTECT, null=True, blank=True, related_name="reviews"
    )
    reviewed_at = models.DateTimeField()
    # A manager decided again, or the writer corrected the claim.
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["claim"],
                name="claim_review_one_in_force",
                condition=Q(superseded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="claim_review_decision_known",
                condition=Q(decision__in=["accepted", "returned", "withdrawn"]),
            ),
            models.CheckConstraint(
                name="claim_review_says_why", condition=Q(decision="accepted") | ~Q(comment="")
            ),
            models.CheckConstraint(
                name="claim_review_not_of_oneself", condition=~Q(reviewer=F("writer"))
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "decision"], name="claim_review_of_campaign"),
        ]

    def __str__(self) -> str:
        return f"{self.claim} · {self.decision}"
