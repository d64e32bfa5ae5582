"""Claims, and every version of each."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _

from annotation.models import authorship
from annotation.models.attempts import Attempt
from annotation.models.dataset import DatasetClaims
from annotation.models.highlights import Highlight
from annotation.models.suspensions import Suspension
from campaigns.models.campaigns import Campaign, GuidelinesVersion
from core import append_only

LONGEST_CLAIM = 1000


@append_only.guarded_by(authorship.keep_author)
class Claim(models.Model):
    """A claim in its latest version. The campaign's protocol defines what it may be."""

    class State(models.TextChoices):
        LIVE = "live", _("In use")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        # With the rest of its author's work, by a manager; that can be undone.
        SET_ASIDE = "set_aside", _("Set aside")
        # By a manager, to its writer, who corrects or withdraws it.
        RETURNED = "returned", _("Returned")
        # Outside the dataset. `Claim.objects` leaves them out.
        GOLD = "gold", _("Gold")
        CALIBRATION = "calibration", _("Written in calibration")

    class Arm(models.TextChoices):
        """The arms of assistance: all who verify the claim get suggestions, or nobody does."""

        ASSISTED = "assisted", _("With suggestions")
        UNASSISTED = "unassisted", _("Without suggestions")

    # Of the dataset, or about to come back to it: nobody else writes the same.
    KEPT = (State.LIVE, State.RETURNED)

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="claims", db_index=False)
    # The highlight, the attempt and the author. A claim from a file has none of them, but the id
    # that it has there.
    highlight = models.ForeignKey(
        Highlight, models.PROTECT, null=True, blank=True, related_name="claims", db_index=False
    )
    attempt = models.ForeignKey(
        Attempt, models.PROTECT, null=True, blank=True, related_name="claims"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="claims"
    )
    original_id = models.BigIntegerField(null=True, blank=True)
    slot = models.CharField(
        max_length=60, blank=True, help_text="the claim's type: a name of the protocol's"
    )
    place = models.PositiveIntegerField(default=1, help_text="among the claims of its slot")
    # The claim that this one changes, if it does.
    base = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="derived_claims"
    )
    # What was dealt for it: {"mutation": "negation"}.
    prescribed = models.JSONField(default=dict, blank=True)
    text = models.TextField()
    # The verdict that the author intends; empty if the protocol does not ask for it.
    verdict = models.CharField(max_length=60, blank=True, default="")
    # The author's answers: {"challenge": "other"}.
    tags = models.JSONField(default=dict, blank=True)
    guidelines = models.ForeignKey(GuidelinesVersion, models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    # From then on it is not corrected.
    verifying_since = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.LIVE)
    set_aside = models.ForeignKey(
        Suspension, models.PROTECT, null=True, blank=True, related_name="claims"
    )
    # Dealt when it is first taken, for all its slots; empty until then.
    arm = models.CharField(max_length=10, choices=Arm, blank=True, default="")
    # Equal for texts that differ in case and punctuation only.
    wording = models.CharField(max_length=32, blank=True, default="", db_default="")
    # The same where a campaign holds such a text once; None if the slot allows more.
    identity = models.CharField(max_length=32, null=True, blank=True)  # noqa: DJ001

    objects: ClassVar[models.Manager[Claim]] = DatasetClaims()
    with_gold: ClassVar[models.Manager[Claim]] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["highlight", "slot", "place"],
                name="claim_place_once",
                condition=Q(state__in=["live", "returned"]),
            ),
            models.UniqueConstraint(
                fields=["campaign", "identity"],
                name="claim_identity_once",
                condition=Q(state__in=["live", "returned"]),
            ),
            models.UniqueConstraint(
                fields=["campaign", "original_id"], name="claim_original_id_once"
            ),
            models.CheckConstraint(
                name="claim_written_or_imported",
                condition=Q(
                    highlight__isnull=False,
                    attempt__isnull=False,
                    author__isnull=False,
                    original_id__isnull=True,
                )
                | Q(
                    highlight__isnull=True,
                    attempt__isnull=True,
                    author__isnull=True,
                    original_id__isnull=False,
                )
                # A claim that a manager made up, for others to verify.
                | Q(
                    highlight__isnull=True,
                    attempt__isnull=True,
                    author__isnull=False,
                    original_id__isnull=True,
                    state="gold",
                ),
            ),
            # Many write from the same highlight in calibration.
            models.UniqueConstraint(
                fields=["attempt", "slot", "place"],
                name="claim_place_once_in_calibration",
                condition=Q(state__in=["gold", "calibration"]),
            ),
            # A verification's copy of the author refers to this.
            models.UniqueConstraint(fields=["id", "author"], name="claim_with_its_author"),
            models.CheckConstraint(
                name="claim_state_known",
                condition=Q(
                    state__in=["live", "withdrawn", "set_aside", "returned", "gold", "calibration"]
                ),
            ),
            models.CheckConstraint(
                name="claim_set_aside_by_a_suspension",
                condition=Q(state="set_aside", set_aside__isnull=False)
                | (~Q(state="set_aside") & Q(set_aside__isnull=True)),
            ),
            models.CheckConstraint(
                name="claim_arm_known", condition=Q(arm__in=["", "assisted", "unassisted"])
            ),
            models.CheckConstraint(name="claim_place_from_one", condition=Q(place__gte=1)),
            models.CheckConstraint(name="claim_not_empty", condition=~Q(text="")),
            models.CheckConstraint(
                name="claim_not_too_long",
                condition=LessThanOrEqual(Length("text"), LONGEST_CLAIM),
            ),
            models.CheckConstraint(
                name="claim_not_its_own_base", condition=~Q(base=models.F("id"))
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "id"], name="claim_of_campaign"),
            models.Index(fields=["campaign", "wording"], name="claim_wording"),
        ]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def from_highlight(self) -> Highlight:
        """Return the highlight that the claim was written from."""
        assert self.highlight is not None
        return self.highlight

    @property
    def is_correctable(self) -> bool:
        """Return whether its writer may change it: nobody verifies it yet, or it was returned."""
        if self.state == self.State.RETURNED:
            return True
        return self.verifying_since is None and self.state == self.State.LIVE


@append_only.guarded
class ClaimVersion(models.Model):
    """A claim as it was from one moment on; the first is what was submitted."""

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField()
    verdict = models.CharField(max_length=60, blank=True, default="")
    tags = models.JSONField(default=dict, blank=True)
    base = models.ForeignKey(Claim, models.PROTECT, null=True, blank=True, related_name="+")
    guidelines = models.ForeignKey(GuidelinesVersion, models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    # None if it came from a file.
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["claim", "number"], name="claim_version_once"),
            models.CheckConstraint(
                name="claim_version_number_from_one", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(name="claim_version_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text[:80]}"


class ClaimKey(models.Model):
    """A word under which a claim is stored, so that nearly identical ones are found."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=100)
    claim = models.ForeignKey(Claim, models.CASCADE, related_name="keys")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key", "claim"], name="claim_key_once"),
        ]

    def __str__(self) -> str:
        return self.key
