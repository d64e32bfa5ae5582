"""Predictions on releases, and their scores."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import Job
from releases.models.releases import Release


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
