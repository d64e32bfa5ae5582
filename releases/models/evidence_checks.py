"""Evidence checks: predicted evidence outside the gold sets, judged by people among known gold."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import append_only
from jobs.models import Job
from releases.models.evaluations import VerifierEvaluation
from releases.models.predictions import PredictionRun
from releases.models.releases import Release, ReleaseItem

MOST_JUDGEMENTS = 3


class EvidenceCheck(models.Model):
    """A sample of predicted evidence of some systems, drawn by a seed, once and for all."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    release = models.ForeignKey(
        Release, models.PROTECT, related_name="evidence_checks", db_index=False
    )
    number = models.PositiveIntegerField()
    seed = models.CharField(max_length=100)
    size = models.PositiveIntegerField(help_text="sets to judge, known gold among them")
    gold_percent = models.PositiveIntegerField(help_text="the share of known gold")
    judgements = models.PositiveIntegerField(help_text="by so many people each set is judged")
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # Since then its sets never change.
    drawn_at = models.DateTimeField(null=True, blank=True)
    # The sets outside the gold that the systems predicted, without repetitions.
    pooled = models.PositiveIntegerField(null=True, blank=True)
    # Once sets were accepted: a job scores all systems of the release again.
    scoring_job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # [{"name", "part", "before": {…}, "after": {…}}]: `metrics.scores.Scores` as JSON.
    scores = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "number"], name="evidence_check_number_once"
            ),
            models.CheckConstraint(
                name="evidence_check_number_from_one", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(name="evidence_check_has_a_seed", condition=~Q(seed="")),
            models.CheckConstraint(name="evidence_check_has_a_size", condition=Q(size__gte=1)),
            models.CheckConstraint(
                name="evidence_check_mostly_predicted", condition=Q(gold_percent__lte=50)
            ),
            models.CheckConstraint(
                name="evidence_check_one_to_three_judgements",
                condition=Q(judgements__gte=1, judgements__lte=MOST_JUDGEMENTS),
            ),
            models.CheckConstraint(
                name="evidence_check_drawn_from_a_pool",
                condition=Q(drawn_at__isnull=True, pooled__isnull=True)
                | Q(drawn_at__isnull=False, pooled__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.release} · {self.number}"

    @property
    def is_busy(self) -> bool:
        """True if a job draws its sets, or will."""
        return self.drawn_at is None and self.job is not None and not self.job.is_finished


class CheckedSystem(models.Model):
    """An upload, or a measurement of the verifier, whose predictions are checked."""

    evidence_check = models.ForeignKey(
        EvidenceCheck, models.PROTECT, related_name="systems", db_index=False
    )
    upload = models.ForeignKey(
        PredictionRun, models.PROTECT, null=True, blank=True, related_name="+"
    )
    evaluation = models.ForeignKey(
        VerifierEvaluation, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["evidence_check", "upload"], name="checked_upload_once"
            ),
            models.UniqueConstraint(
                fields=["evidence_check", "evaluation"], name="checked_evaluation_once"
            ),
            models.CheckConstraint(
                name="checked_system_is_one",
                condition=Q(upload__isnull=False, evaluation__isnull=True)
                | Q(upload__isnull=True, evaluation__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evidence_check} · {self.upload or self.evaluation}"


@append_only.guarded
class PooledSet(models.Model):
    """A set to judge: evidence that a system predicted, or gold, which people cannot tell apart."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    evidence_check = models.ForeignKey(
        EvidenceCheck, models.PROTECT, related_name="sets", db_index=False
    )
    # By lot, gold and predictions alike.
    position = models.PositiveIntegerField()
    item = models.ForeignKey(ReleaseItem, models.PROTECT, related_name="pooled_sets")
    # [[page, address]], all in the corpus, by their titles and in the order of the page.
    pieces = models.JSONField()
    digest = models.CharField(max_length=64, help_text="of its pieces")
    is_gold = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evidence_check", "position"], name="pooled_set_place"),
            models.UniqueConstraint(
                fields=["evidence_check", "item", "digest"], name="pooled_set_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evidence_check} · {self.position}"


@append_only.guarded
class EvidenceJudgement(models.Model):
    """One person's judgement of one set."""

    class Answer(models.TextChoices):
        SUFFICIENT = "sufficient", _("Sufficient")
        HELPS = "helps", _("Helps")
        IRRELEVANT = "irrelevant", _("Irrelevant")
        CONTRADICTS = "contradicts", _("Contradicts")

    pooled_set = models.ForeignKey(
        PooledSet, models.PROTECT, related_name="judgements", db_index=False
    )
    # So that two people at once do not give one more than are asked for.
    number = models.PositiveIntegerField()
    judge = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    answer = models.CharField(max_length=12, choices=Answer)
    note = models.CharField(max_length=1000, blank=True, default="")
    judged_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pooled_set", "judge"], name="evidence_judged_once_by_a_person"
            ),
            models.UniqueConstraint(
                fields=["pooled_set", "number"], name="evidence_judgement_number_once"
            ),
            models.CheckConstraint(
                name="evidence_judgement_number_in_range",
                condition=Q(number__gte=1, number__lte=MOST_JUDGEMENTS),
            ),
            models.CheckConstraint(
                name="evidence_judgement_known",
                condition=Q(answer__in=["sufficient", "helps", "irrelevant", "contradicts"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pooled_set} · {self.answer}"
