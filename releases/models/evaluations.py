"""Evaluations of the verifier on parts of releases."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from jobs.models import Job
from releases.models.releases import Release


class VerifierEvaluation(models.Model):
    """The verifier measured on claims of a part: which model, when, by whom, and its figures."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    release = models.ForeignKey(Release, models.PROTECT, related_name="evaluations")
    part = models.CharField(max_length=60)
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # The number of the model's version, which is never given again.
    model_number = models.PositiveIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # `releases.scoring.evaluation_figures.EvaluationFigures` as JSON.
    figures = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="verifier_evaluation_finished_with_figures",
                condition=Q(
                    finished_at__isnull=True, model_number__isnull=True, figures__isnull=True
                )
                | Q(finished_at__isnull=False, model_number__isnull=False, figures__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["release", "-requested_at"], name="verifier_evaluation_newest")
        ]

    def __str__(self) -> str:
        return self.part

    @property
    def is_busy(self) -> bool:
        """True if a job works on it, or will."""
        is_open = self.finished_at is None
        return is_open and self.job is not None and not self.job.is_finished
