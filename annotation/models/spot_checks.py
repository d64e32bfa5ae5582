"""Spot checks: random samples of what counts, judged by managers and researchers."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.claims import Claim
from annotation.models.verifications import VerificationVersion
from campaigns.models.campaigns import Campaign


class SpotCheck(models.Model):
    """One round: a sample drawn by a seed, once and for all."""

    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="spot_checks", db_index=False
    )
    number = models.PositiveIntegerField()
    seed = models.CharField(max_length=100)
    by_verdict = models.BooleanField(default=False)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="spot_check_number_once"),
            models.CheckConstraint(name="spot_check_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="spot_check_has_a_seed", condition=~Q(seed="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number}"


class SampledClaim(models.Model):
    """A claim of a sample with the verification that counted when it was drawn, and its result."""

    class Result(models.TextChoices):
        SUFFICIENT = "sufficient", _("Label right, evidence sufficient")
        INSUFFICIENT = "insufficient", _("Label right, evidence insufficient")
        WRONG_LABEL = "wrong_label", _("Label wrong")
        MALFORMED = "malformed", _("Claim malformed")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    spot_check = models.ForeignKey(SpotCheck, models.PROTECT, related_name="claims", db_index=False)
    position = models.PositiveIntegerField()
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="spot_checks")
    version = models.ForeignKey(VerificationVersion, models.PROTECT, related_name="+")
    result = models.CharField(max_length=12, choices=Result, blank=True, default="")
    comment = models.CharField(max_length=1000, blank=True, default="")
    checked_at = models.DateTimeField(null=True, blank=True)
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["spot_check", "position"], name="sampled_claim_place"),
            models.UniqueConstraint(fields=["spot_check", "claim"], name="sampled_claim_once"),
            models.CheckConstraint(
                name="sampled_claim_found_by_somebody",
                condition=Q(result="", checked_at__isnull=True, checked_by__isnull=True)
                | Q(
                    result__in=["sufficient", "insufficient", "wrong_label", "malformed"],
                    checked_at__isnull=False,
                    checked_by__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim} · {self.result}"
