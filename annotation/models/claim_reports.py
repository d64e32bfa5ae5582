"""Reports of claims that should not be in the dataset as they are."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.attempts import Attempt
from annotation.models.claims import Claim, ClaimVersion
from campaigns.models.campaigns import Campaign


class ClaimReport(models.Model):
    """A verifier's report that something is wrong with a claim, and a manager's decision."""

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for a decision")
        CONFIRMED = "confirmed", _("Confirmed: the claim is withdrawn")
        EDITED = "edited", _("The claim was edited and returned")
        DISMISSED = "dismissed", _("Dismissed: the claim is returned")
        # Only one person's; a dismissal ends all reports of a claim.
        UNDONE = "undone", _("Undone: this report does not count")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="reports", db_index=False)
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="reports")
    claim_version = models.ForeignKey(ClaimVersion, models.PROTECT, related_name="+")
    attempt = models.OneToOneField(Attempt, models.PROTECT, related_name="report")
    # Names of the protocol's, one or more.
    reasons = models.JSONField()
    note = models.CharField(max_length=1000, blank=True, default="")
    reported_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="claim_report_state_known",
                condition=Q(state__in=["open", "confirmed", "edited", "dismissed", "undone"]),
            ),
            models.CheckConstraint(
                name="claim_report_decided_iff_not_open",
                condition=Q(state="open", decided_at__isnull=True, decided_by__isnull=True)
                | (~Q(state="open") & Q(decided_at__isnull=False, decided_by__isnull=False)),
            ),
            models.CheckConstraint(name="claim_report_has_reasons", condition=~Q(reasons=[])),
        ]
        indexes = [
            models.Index(
                fields=["campaign", "state", "reported_at"], name="claim_report_of_campaign"
            )
        ]

    def __str__(self) -> str:
        return f"{self.claim} · {', '.join(self.reasons)}"
