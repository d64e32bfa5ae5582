"""Verifications, every version of each, and their evidence."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import authorship, machines
from annotation.models.attempts import Attempt
from annotation.models.claims import Claim, ClaimVersion
from annotation.models.suspensions import Suspension
from campaigns.models.campaigns import Campaign, GuidelinesVersion
from core import append_only
from core.triggers import Trigger
from wiki.models import Page


def _guards(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    return [
        *authorship.keep_copy(connection, table),
        *machines.keep_purposes_apart(connection, table),
    ]


@append_only.guarded_by(_guards)
class Verification(models.Model):
    """One person's judgement of one claim. What it says is its latest version."""

    class Lock(models.TextChoices):
        """The uses after which a verification may no longer be corrected."""

        RELEASED = "released", _("Used in a release")
        ADJUDICATED = "adjudicated", _("Adjudicated")
        GRADED = "graded", _("Graded, and the grade was shown")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="verifications", db_index=False
    )
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="verifications", db_index=False)
    # Copied from the claim, for the constraint below; None if the claim has none.
    claim_author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    attempt = models.OneToOneField(Attempt, models.PROTECT, related_name="verification")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="verifications", db_index=False
    )
    purpose = models.CharField(max_length=12, choices=Attempt.Purpose)
    number = models.PositiveIntegerField(default=1, help_text="of its latest version")
    # The latest version's.
    verdict = models.CharField(max_length=60, help_text="a name of the protocol's")
    submitted_at = models.DateTimeField(help_text="of its first version")
    # Submitted by a machine without the token of a confirmation.
    is_unconfirmed = models.BooleanField(default=False)
    # The claim was edited, so that this is about its old text; or it is set aside.
    void_since = models.DateTimeField(null=True, blank=True)
    set_aside = models.ForeignKey(
        Suspension, models.PROTECT, null=True, blank=True, related_name="verifications"
    )
    locked_since = models.DateTimeField(null=True, blank=True)
    locked_by = models.CharField(max_length=12, choices=Lock, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "annotator", "purpose"], name="verification_once_per_purpose"
            ),
            models.CheckConstraint(
                name="verification_purpose_known",
                condition=Q(
                    purpose__in=[
                        *("verify", "silent", "expert"),
                        *("gold", "adjudication", "calibration", "machine"),
                    ]
                ),
            ),
            models.CheckConstraint(
                name="verification_people_confirm",
                condition=Q(is_unconfirmed=False) | Q(purpose="machine"),
            ),
            # A self-check would inflate agreement.
            models.CheckConstraint(
                name="verification_not_by_the_author",
                condition=Q(purpose="gold") | ~Q(annotator=F("claim_author")),
            ),
            models.CheckConstraint(
                name="verification_set_aside_is_void",
                condition=Q(set_aside__isnull=True) | Q(void_since__isnull=False),
            ),
            models.CheckConstraint(name="verification_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="verification_has_a_verdict", condition=~Q(verdict="")),
            models.CheckConstraint(
                name="verification_locked_by_something",
                condition=Q(locked_since__isnull=True, locked_by="")
                | Q(
                    locked_since__isnull=False,
                    locked_by__in=["released", "adjudicated", "graded"],
                ),
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "submitted_at"], name="verification_of_campaign"),
            models.Index(fields=["annotator", "submitted_at"], name="verification_of_person"),
            # Disagreements are found by this index alone, in the order of claims.
            models.Index(
                fields=["campaign", "purpose", "void_since", "claim", "verdict", "annotator"],
                name="verification_verdicts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim} · {self.verdict}"


@append_only.guarded
class VerificationVersion(models.Model):
    """One version of a verification; the first is what was submitted."""

    verification = models.ForeignKey(
        Verification, models.PROTECT, related_name="versions", db_index=False
    )
    number = models.PositiveIntegerField()
    verdict = models.CharField(max_length=60)
    # To the guideline question; empty if it was not asked.
    answer = models.CharField(max_length=60, blank=True, default="")
    # The verifier's answers: {"challenge": "other"}.
    tags = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=1000, blank=True, default="")
    claim_version = models.ForeignKey(ClaimVersion, models.PROTECT, related_name="+")
    guidelines = models.ForeignKey(GuidelinesVersion, models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField()
    # At the desk so far, earlier versions included.
    loading_ms = models.PositiveBigIntegerField(default=0)
    active_ms = models.PositiveBigIntegerField(default=0)
    idle_ms = models.PositiveBigIntegerField(default=0)
    # The places that the evidence comes from, seen from the claim's highlight (`rules/scopes.py`).
    scope = models.JSONField(default=list, blank=True)
    # What the numbers in the evidence come to (`rules/verifying/figures.py`).
    figures = models.JSONField(default=list, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["verification", "number"], name="verification_version_once"
            ),
            models.CheckConstraint(
                name="verification_version_number_from_one", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="verification_version_has_a_verdict", condition=~Q(verdict="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.verdict}"


@append_only.guarded
class EvidenceSet(models.Model):
    """Elements that lead to the verdict by themselves."""

    version = models.ForeignKey(
        VerificationVersion, models.PROTECT, related_name="evidence_sets", db_index=False
    )
    position = models.PositiveIntegerField()
    set_limit = models.PositiveIntegerField(help_text="the most that the protocol allows")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "position"], name="evidence_set_once"),
            models.CheckConstraint(
                name="evidence_set_within_limit",
                condition=Q(position__gte=1, position__lte=F("set_limit")),
            ),
        ]

    def __str__(self) -> str:
        return str(self.position)


@append_only.guarded
class Evidence(models.Model):
    """One element of a set, in the order of the page."""

    evidence_set = models.ForeignKey(
        EvidenceSet, models.PROTECT, related_name="evidence", db_index=False
    )
    page = models.ForeignKey(Page, models.PROTECT, related_name="evidence")
    address = models.CharField(max_length=60)
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["evidence_set", "page", "address"], name="evidence_once_in_a_set"
            ),
            models.UniqueConstraint(
                fields=["evidence_set", "position"], name="evidence_position_once"
            ),
            models.CheckConstraint(name="evidence_position_from_one", condition=Q(position__gte=1)),
            models.CheckConstraint(name="evidence_has_an_address", condition=~Q(address="")),
        ]

    def __str__(self) -> str:
        return self.address
