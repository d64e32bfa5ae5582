"""Predicted evidence that was accepted, and the releases whose claims got it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models import Claim, ClaimVersion
from core import append_only
from releases.models.evidence_checks import PooledSet
from releases.models.releases import ReleaseItem
from wiki.models import Page


@append_only.guarded
class AcceptedSet(models.Model):
    """A set that people found sufficient for the verdict, and a manager accepted."""

    pooled_set = models.OneToOneField(PooledSet, models.PROTECT, related_name="accepted")
    # Of the next releases; imported data that was finished has none.
    claim = models.ForeignKey(
        Claim, models.PROTECT, null=True, blank=True, related_name="accepted_sets"
    )
    # What it was judged for.
    claim_version = models.ForeignKey(
        ClaimVersion, models.PROTECT, null=True, blank=True, related_name="+"
    )
    verdict = models.CharField(max_length=60)
    accepted_at = models.DateTimeField()
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="accepted_set_for_a_text",
                condition=Q(claim__isnull=True, claim_version__isnull=True)
                | Q(claim__isnull=False, claim_version__isnull=False),
            ),
            models.CheckConstraint(name="accepted_set_for_a_verdict", condition=~Q(verdict="")),
        ]

    def __str__(self) -> str:
        return str(self.pooled_set)


@append_only.guarded
class AcceptedEvidence(models.Model):
    """One element of an accepted set."""

    accepted_set = models.ForeignKey(
        AcceptedSet, models.PROTECT, related_name="evidence", db_index=False
    )
    page = models.ForeignKey(Page, models.PROTECT, related_name="+")
    address = models.CharField(max_length=60)
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["accepted_set", "position"], name="accepted_evidence_position_once"
            ),
            models.UniqueConstraint(
                fields=["accepted_set", "page", "address"], name="accepted_evidence_once"
            ),
            models.CheckConstraint(
                name="accepted_evidence_has_an_address", condition=~Q(address="")
            ),
        ]

    def __str__(self) -> str:
        return self.address


@append_only.guarded
class AddedSet(models.Model):
    """An accepted set that a claim of a release has beside those of its verification."""

    item = models.ForeignKey(ReleaseItem, models.PROTECT, related_name="added_sets", db_index=False)
    accepted_set = models.ForeignKey(AcceptedSet, models.PROTECT, related_name="added_to")
    position = models.PositiveIntegerField(help_text="after the sets of the verification")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "position"], name="added_set_position_once"),
            models.UniqueConstraint(fields=["item", "accepted_set"], name="added_set_once"),
            models.CheckConstraint(
                name="added_set_position_from_one", condition=Q(position__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} · {self.position}"
