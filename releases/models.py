"""Releases, their claims, imported datasets, and the scores of predictions."""

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
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.frozen_counts import FrozenCounts
from releases.dataset.rules.refusals import RefusalReason
from wiki.models import Corpus


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


class DatasetImport(models.Model):
    """Files of claims that are imported, and the campaign that they become."""

    class State(models.TextChoices):
        ASKED = "asked", _("Being imported")
        REFUSED = "refused", _("Refused")
        DONE = "done", _("Imported")

    class Purpose(models.TextChoices):
        ANALYSE = "analyse", _("Finished data to analyse")
        VERIFY = "verify", _("Claims to verify again")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120, help_text="of the campaign")
    corpus = models.ForeignKey(Corpus, models.PROTECT, related_name="+")
    format = models.CharField(max_length=20)
    design = models.CharField(max_length=60, help_text="the name of a protocol")
    purpose = models.CharField(max_length=8, choices=Purpose)
    # [{"part": "train", "name": "as uploaded.jsonl", "size": 7}]; the files lie in its folder.
    files = models.JSONField()
    state = models.CharField(max_length=8, choices=State, default=State.ASKED)
    # Their faults: [["as uploaded.jsonl", `releases.formats.files.reading.FileFault` as JSON]].
    faults = models.JSONField(default=list, blank=True)
    # Once it is done, the lines of each file: [{"claims": 7, "header": 1, "empty": 0}].
    counts = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # Hidden until the import is done; none before it starts, and none once it was discarded.
    campaign = models.OneToOneField(
        Campaign, models.SET_NULL, null=True, blank=True, related_name="dataset_import"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="dataset_import_purpose_known", condition=Q(purpose__in=["analyse", "verify"])
            ),
            models.CheckConstraint(name="dataset_import_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="dataset_import_faults_iff_refused",
                condition=(Q(state="refused", campaign__isnull=True) & ~Q(faults=[]))
                | Q(state="asked", faults=[])
                | Q(state="done", faults=[], campaign__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["created_by", "-created_at"], name="dataset_import_of_person")
        ]

    def __str__(self) -> str:
        return self.name


class PredictionRun(models.Model):
    """A file of predictions that somebody uploaded, with its scores or its faults."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Being scored")
        SCORED = "scored", _("Scored")
        REFUSED = "refused", _("Refused")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    release = models.ForeignKey(Release, models.PROTECT, related_name="prediction_runs")
    part = models.CharField(max_length=60)
    name = models.CharField(_("name"), max_length=120)
    uploaded_at = models.DateTimeField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    sha256 = models.CharField(max_length=64)
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # {"all": {...}, "challenges": {name: {...}}}: `metrics.scores.Scores` as JSON. Under the
    # empty name are challenges that are scored together.
    scores = models.JSONField(null=True, blank=True)
    # [{"line": 7, "refusal": …}]: `releases.formats.files.reading.FileFault` as JSON.
    faults = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="prediction_run_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="prediction_run_state_fits",
                condition=Q(state="waiting", scores__isnull=True, faults__isnull=True)
                | Q(state="scored", scores__isnull=False, faults__isnull=True)
                | Q(state="refused", scores__isnull=True, faults__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["release", "part", "-uploaded_at"], name="prediction_run_newest")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_busy(self) -> bool:
        """True if a job works on it, or will."""
        is_waiting = self.state == self.State.WAITING
        return is_waiting and self.job is not None and not self.job.is_finished
