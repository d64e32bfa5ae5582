"""The error bench: samples of wrong predictions, tagged by their causes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from releases.models.evaluations import VerifierEvaluation
from releases.models.predictions import PredictionRun
from releases.models.releases import Release, ReleaseItem


class ErrorSample(models.Model):
    """Wrong predictions of an upload or of the verifier, drawn by a seed, once and for all."""

    release = models.ForeignKey(
        Release, models.PROTECT, related_name="error_samples", db_index=False
    )
    number = models.PositiveIntegerField()
    upload = models.ForeignKey(
        PredictionRun, models.PROTECT, null=True, blank=True, related_name="error_samples"
    )
    evaluation = models.ForeignKey(
        VerifierEvaluation, models.PROTECT, null=True, blank=True, related_name="error_samples"
    )
    seed = models.CharField(max_length=100)
    # Of all its predictions, and those of them that are wrong.
    predictions = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "number"], name="error_sample_number_once"),
            models.CheckConstraint(name="error_sample_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="error_sample_has_a_seed", condition=~Q(seed="")),
            models.CheckConstraint(
                name="error_sample_of_one_system",
                condition=Q(upload__isnull=False, evaluation__isnull=True)
                | Q(upload__isnull=True, evaluation__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.release} · {self.number}"


class SampledError(models.Model):
    """A wrong prediction of a sample, and the cause that somebody found."""

    class Cause(models.TextChoices):
        WITHOUT_EVIDENCE = "without_evidence", _("Label right without evidence")
        NOTHING_RETRIEVED = "nothing_retrieved", _("Nothing retrieved")
        WRONG_INFERENCE = "wrong_inference", _("Wrong inference")
        NEW_EVIDENCE = "new_evidence", _("New evidence")
        CONTRADICTS_GOLD = "contradicts_gold", _("Contradicts gold")
        AGAINST_GUIDELINES = "against_guidelines", _("Claim against guidelines")
        ANNOTATOR_ERROR = "annotator_error", _("Annotator’s error")

    sample = models.ForeignKey(ErrorSample, models.PROTECT, related_name="errors", db_index=False)
    position = models.PositiveIntegerField()
    item = models.ForeignKey(ReleaseItem, models.PROTECT, related_name="+")
    predicted_verdict = models.CharField(max_length=200)
    is_label_right = models.BooleanField()
    # [[page, address]], in the order in which they count.
    predicted_evidence = models.JSONField()
    cause = models.CharField(max_length=20, choices=Cause, blank=True, default="")
    note = models.CharField(max_length=1000, blank=True, default="")
    tagged_at = models.DateTimeField(null=True, blank=True)
    tagged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sample", "position"], name="sampled_error_place"),
            models.UniqueConstraint(fields=["sample", "item"], name="sampled_error_once"),
            models.CheckConstraint(
                name="sampled_error_tagged_by_somebody",
                condition=Q(cause="", tagged_at__isnull=True, tagged_by__isnull=True)
                | Q(
                    cause__in=[
                        *("without_evidence", "nothing_retrieved", "wrong_inference"),
                        *("new_evidence", "contradicts_gold", "against_guidelines"),
                        "annotator_error",
                    ],
                    tagged_at__isnull=False,
                    tagged_by__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} · {self.cause}"
