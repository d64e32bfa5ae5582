"""Releases and their claims."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, VerificationVersion
from campaigns.models import Campaign
from core import append_only
from jobs.models import Job
from releases.dataset.rules.cards import CardAnswers
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.digests import DIGEST_LENGTH
from releases.dataset.rules.frozen_counts import FrozenCounts
from releases.dataset.rules.refusals import RefusalReason


class Release(models.Model):
    """A frozen dataset of a campaign. Its files are in a folder of its own."""

    class State(models.TextChoices):
        BUILDING = "building", _("Being built")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    class Origin(models.TextChoices):
        BUILT = "built", _("Built from the campaign")
        IMPORTED = "imported", _("Imported from a file")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="releases", db_index=False)
    version = models.PositiveIntegerField()
    origin = models.CharField(max_length=8, choices=Origin, default=Origin.BUILT)
    # Of the files that it was imported from, and of its `ImportedRecord`s.
    source_format = models.CharField(max_length=20, blank=True, default="")
    state = models.CharField(max_length=8, choices=State, default=State.BUILDING)
    # Why it failed: `releases.dataset.rules.refusals.RefusalReason` as JSON.
    reason = models.JSONField(null=True, blank=True)
    note = models.CharField(_("what is new"), max_length=300, blank=True, default="")
    # `releases.dataset.rules.choices.Choices` as JSON.
    choices = models.JSONField()
    # `releases.dataset.rules.cards.CardAnswers` as JSON: the campaign's card when it was requested.
    card = models.JSONField(default=dict, blank=True)
    # `releases.papers.facts.PeopleFacts` as JSON, if the card asks for them.
    people = models.JSONField(null=True, blank=True)
    # The seed of the split, and the secret with which people's names are hashed.
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # Since then its items never change.
    frozen_at = models.DateTimeField(null=True, blank=True)
    # `releases.dataset.rules.frozen_counts.FrozenCounts` as JSON.
    frozen_counts = models.JSONField(default=dict, blank=True)
    ready_at = models.DateTimeField(null=True, blank=True)
    manifest = models.JSONField(null=True, blank=True)
    # Withdrawn: its page says why, and nobody but managers gets its files any more.
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawal_reason = models.CharField(max_length=500, blank=True, default="")
    # Tools of the studies that accepted it, besides our own checks: ["name 1.0"].
    checked_with = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="release_version_once"),
            models.CheckConstraint(name="release_version_from_one", condition=Q(version__gte=1)),
            models.CheckConstraint(
                name="release_state_known", condition=Q(state__in=["building", "ready", "failed"])
            ),
            models.CheckConstraint(
                name="release_origin_known", condition=Q(origin__in=["built", "imported"])
            ),
            models.CheckConstraint(
                name="release_source_format_iff_imported",
                condition=(Q(origin="imported") & ~Q(source_format=""))
                | Q(origin="built", source_format=""),
            ),
            models.CheckConstraint(
                name="release_ready_with_manifest",
                condition=Q(
                    state="ready",
                    manifest__isnull=False,
                    frozen_at__isnull=False,
                    ready_at__isnull=False,
                )
                | ~Q(state="ready"),
            ),
            models.CheckConstraint(
                name="release_reason_iff_failed",
                condition=Q(state="failed", reason__isnull=False)
                | (~Q(state="failed") & Q(reason__isnull=True)),
            ),
            models.CheckConstraint(
                name="release_withdrawn_with_reason",
                condition=Q(withdrawn_at__isnull=True, withdrawal_reason="")
                | (Q(withdrawn_at__isnull=False, state="ready") & ~Q(withdrawal_reason="")),
            ),
            models.CheckConstraint(
                name="release_seeded_and_salted", condition=~Q(seed="") & ~Q(salt="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.version}"

    @property
    def requested(self) -> Choices:
        """The options that it was requested with."""
        return Choices.from_json(self.choices)

    @property
    def used_card(self) -> CardAnswers:
        """The card that its papers have."""
        return CardAnswers.from_json(self.card)

    @property
    def refusal(self) -> RefusalReason | None:
        """The reason why it failed."""
        return None if self.reason is None else RefusalReason.from_json(self.reason)

    @property
    def frozen(self) -> FrozenCounts:
        """The counts of its freezing."""
        return FrozenCounts.from_json(self.frozen_counts)


@append_only.guarded
class ImportedRecord(models.Model):
    """A claim of an imported file, as its line has it, in the release's format."""

    release = models.ForeignKey(
        Release, models.PROTECT, related_name="imported_records", db_index=False
    )
    record_id = models.BigIntegerField(help_text="the id in the file")
    # Text: as JSON, PostgreSQL would put its keys into another order.
    body = models.TextField(help_text="the line, as it is in the file")
    # For the claim browser: a line may be long.
    claim = models.TextField(help_text="the claim of the line")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "record_id"], name="imported_record_once"),
        ]

    def __str__(self) -> str:
        return str(self.record_id)


@append_only.guarded
class ReleaseItem(models.Model):
    """A claim of a release: the version of the verification that counts, and the part."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="items", db_index=False)
    record_id = models.BigIntegerField(help_text="the claim's id in the files")
    claim = models.ForeignKey(
        Claim, models.PROTECT, null=True, blank=True, related_name="release_items"
    )
    version = models.ForeignKey(
        VerificationVersion, models.PROTECT, null=True, blank=True, related_name="release_items"
    )
    imported = models.OneToOneField(
        ImportedRecord, models.PROTECT, null=True, blank=True, related_name="item"
    )
    unit = models.CharField(max_length=300, help_text="what is never torn apart by a split")
    split = models.CharField(max_length=60)
    # For the claim browser.
    verdict = models.CharField(max_length=60)
    challenge = models.CharField(max_length=60, blank=True, default="")
    evidence_kind = models.CharField(max_length=12)
    # Some of its evidence is not in the corpus.
    is_unresolved = models.BooleanField(default=False)
    # The weight α of the newest report on bias when the release was frozen, if it has one.
    balancing_weight = models.FloatField(null=True, blank=True)
    # By which releases are compared: see `releases.dataset.rules.digests`.
    text_digest = models.CharField(max_length=DIGEST_LENGTH)
    evidence_digest = models.CharField(max_length=DIGEST_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "split", "record_id"], name="release_item_in_its_part"
            ),
            models.UniqueConstraint(fields=["release", "record_id"], name="release_item_once"),
            models.CheckConstraint(
                name="release_item_from_one_source",
                condition=Q(claim__isnull=False, version__isnull=False, imported__isnull=True)
                | Q(claim__isnull=True, version__isnull=True, imported__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["release", "unit"], name="release_item_unit")]

    def __str__(self) -> str:
        return f"{self.release} · {self.record_id}"
