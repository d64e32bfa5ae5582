"""Decisions of managers about claims whose verifications disagree."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.claims import Claim
from annotation.models.verifications import Verification
from campaigns.models.campaigns import Campaign

LONGEST_COMMENT = 1000


class Adjudication(models.Model):
    """A manager's decision about a claim. One is in force; earlier ones are kept."""

    class Outcome(models.TextChoices):
        DECIDED = "decided", _("Decided")
        # With the right verdict, or without one if nobody can tell it.
        ALL_WRONG = "all_wrong", _("All were wrong")
        BAD_CLAIM = "bad_claim", _("The claim is bad")

    class Cause(models.TextChoices):
        """The causes of a disagreement."""

        MISCOUNTING = "miscounting", _("Miscounting")
        OVERLOOKED = "overlooked_detail", _("Overlooked detail")
        NOT_FOUND = "evidence_not_found", _("Evidence not found")
        SLIP = "slip", _("Careless mistake")
        AMBIGUOUS = "ambiguous_claim", _("Ambiguous claim")
        GUIDELINES = "guideline_gap", _("Gap in the guidelines")
        OTHER = "other", _("Something else")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="adjudications", db_index=False
    )
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="adjudications")
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="adjudications"
    )
    # The right verdict with its evidence: a verification of that purpose.
    verification = models.ForeignKey(
        Verification, models.PROTECT, null=True, blank=True, related_name="adjudications"
    )
    outcome = models.CharField(max_length=10, choices=Outcome)
    cause = models.CharField(max_length=20, choices=Cause)
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True, default="")
    decided_at = models.DateTimeField()
    # By a later decision, or because the claim was edited or its report dismissed.
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["claim"],
                name="adjudication_one_in_force",
                condition=Q(superseded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="adjudication_outcome_with_its_verification",
                condition=Q(outcome="decided", verification__isnull=False)
                | Q(outcome="all_wrong")
                | Q(outcome="bad_claim", verification__isnull=True),
            ),
            models.CheckConstraint(
                name="adjudication_cause_known",
                condition=Q(
                    cause__in=[
                        "miscounting",
                        "overlooked_detail",
                        "evidence_not_found",
                        "slip",
                        "ambiguous_claim",
                        "guideline_gap",
                        "other",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="adjudication_other_cause_in_words",
                condition=~Q(cause="other") | ~Q(comment=""),
            ),
        ]
        indexes = [models.Index(fields=["campaign", "decided_at"], name="adjudication_of_campaign")]

    def __str__(self) -> str:
        return f"{self.claim} · {self.outcome}"
