"""Datasets that are imported from files."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from jobs.models import Job
from wiki.models import Corpus


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
