"""Reports on the quality of a campaign, each a run that is stored."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from jobs.models import Job


class QualityReport(models.Model):
    """One run of a report: its parameters, the version of the data, and the result."""

    class Kind(models.TextChoices):
        AGREEMENT = "agreement", _("Agreement")
        BIAS = "bias", _("Bias")
        DESCRIPTION = "description", _("Description")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="quality_reports", db_index=False
    )
    kind = models.CharField(max_length=12, choices=Kind)
    # `quality.services.reports.ReportOptions` as JSON.
    parameters = models.JSONField(default=dict, blank=True)
    requested_at = models.DateTimeField()
    # None if it is a nightly one.
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    # A digest of all rows that were read: equal if nothing has changed.
    data_version = models.CharField(max_length=32, blank=True, default="")
    code_version = models.CharField(max_length=40, blank=True, default="")
    data_until = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    # A struct of `quality.measuring.results` as JSON.
    result = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="quality_report_kind_known",
                condition=Q(kind__in=["agreement", "bias", "description"]),
            ),
            models.CheckConstraint(
                name="quality_report_finished_with_a_result",
                condition=Q(
                    finished_at__isnull=True,
                    result__isnull=True,
                    seconds__isnull=True,
                    data_until__isnull=True,
                    data_version="",
                )
                | (
                    Q(
                        finished_at__isnull=False,
                        result__isnull=False,
                        seconds__isnull=False,
                        data_until__isnull=False,
                    )
                    & ~Q(data_version="")
                ),
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "kind", "-requested_at"], name="quality_report_newest")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.requested_at:%Y-%m-%d %H:%M}"

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def is_busy(self) -> bool:
        """True if a job works on it, or will."""
        return not self.is_finished and self.job is not None and not self.job.is_finished
