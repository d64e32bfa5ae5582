"""Versions of the verifier's model."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import Job


class ModelVersion(models.Model):
    """A model: what it was trained on and when, its figures, and the checksums of its files.

    Its files are in a folder of its own. At most one version is in use.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    number = models.PositiveIntegerField(unique=True)
    # `assist.training_data.TrainingData` as JSON.
    data = models.JSONField()
    requested_at = models.DateTimeField()
    # None if the site requested it, as at the first start of the demo.
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # The version of Touchstone that trained it.
    code_version = models.CharField(max_length=40, blank=True, default="")
    finished_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    # `assist.figures.TrainingFigures` as JSON.
    figures = models.JSONField(null=True, blank=True)
    # By name: {"text.model": {"size": 7, "sha256": "…"}}.
    files = models.JSONField(default=dict, blank=True)
    is_in_use = models.BooleanField(_("in use"), default=False)
    # What was ever in use has given answers: it is not deleted.
    first_used_at = models.DateTimeField(null=True, blank=True)
    # The row of a deleted version stays, without files: no number is given twice.
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="model_version_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="model_version_finished_with_files",
                condition=Q(
                    finished_at__isnull=True,
                    seconds__isnull=True,
                    figures__isnull=True,
                    files={},
                    code_version="",
                )
                | (
                    Q(finished_at__isnull=False, seconds__isnull=False, figures__isnull=False)
                    & ~Q(files={})
                    & ~Q(code_version="")
                ),
            ),
            models.CheckConstraint(
                name="model_version_in_use_finished",
                condition=Q(is_in_use=False) | Q(finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="model_version_in_use_since",
                condition=Q(is_in_use=False) | Q(first_used_at__isnull=False),
            ),
            models.CheckConstraint(
                name="model_version_used_is_kept",
                condition=Q(deleted_at__isnull=True) | Q(first_used_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="model_version_in_use_once",
                fields=["is_in_use"],
                condition=Q(is_in_use=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def is_busy(self) -> bool:
        """True if a job trains it, or will."""
        return not self.is_finished and self.job is not None and not self.job.is_finished
