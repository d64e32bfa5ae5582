"""Reports on a campaign, objections and programs of the verifier, simulations and their truth."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, ClaimVersion, VerificationVersion
from campaigns.models import Campaign
from jobs.models import Job
from wiki.models import Page


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


class ReportWeights(models.Model):
    """The balancing weight of every claim, by the newest report on bias, for releases."""

    report = models.OneToOneField(QualityReport, models.CASCADE, related_name="weights")
    # A list of `quality.measuring.bias.ClaimWeight` as MessagePack.
    body = models.BinaryField()

    def __str__(self) -> str:
        return str(self.report)


LONGEST_NOTE = 2000


class PersonNote(models.Model):
    """A manager's note about a person's work in a campaign, for its managers and administrators."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="person_notes", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=LONGEST_NOTE)
    written_at = models.DateTimeField()
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(name="person_note_not_empty", condition=~Q(text="")),
            models.CheckConstraint(
                name="person_note_not_about_oneself", condition=~Q(person=F("written_by"))
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "person", "-written_at"], name="person_note_newest")
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.text[:80]}"


class Simulation(models.Model):
    """The plan by which programs work in a campaign, and the time in which they did."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="simulation")
    # `quality.simulation.people.SimulationPlan` as JSON.
    plan = models.JSONField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="simulation_ends_after_it_begins",
                condition=Q(ends_at__gt=models.F("begins_at")),
            )
        ]

    def __str__(self) -> str:
        return f"Simulation of {self.campaign_id}"


class SimulatedTruth(models.Model):
    """The right judgement of a claim that a program wrote."""

    claim = models.OneToOneField(Claim, models.PROTECT, related_name="+")
    # `annotation.rules.verifying.judgements.Judgement` as JSON.
    judgement = models.JSONField()
    # Elements beside the evidence, as [page, address]: what somebody may select in excess.
    nearby = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"Truth of {self.claim_id}"


class ObjectionSearch(models.Model):
    """One run in which the verifier checks every claim of a campaign that counts."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="objection_searches")
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    job = models.ForeignKey(Job, models.PROTECT, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)
    # The version of the model, and how many claims it checked.
    model_number = models.PositiveIntegerField(null=True, blank=True)
    checked = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="objection_search_finished_by_a_model",
                condition=Q(finished_at__isnull=True, model_number__isnull=True)
                | Q(finished_at__isnull=False, model_number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.requested_at:%Y-%m-%d %H:%M}"

    @property
    def is_busy(self) -> bool:
        """True if a job works on it, or will."""
        return self.finished_at is None and self.job is not None and not self.job.is_finished


class Objection(models.Model):
    """A claim of which the verifier is sure that its verdict is another one than counts."""

    class Review(models.TextChoices):
        ANNOTATORS = "annotators", _("Annotators right")
        VERIFIER = "verifier", _("Verifier right")
        UNCLEAR = "unclear", _("Unclear")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="objections", db_index=False
    )
    claim = models.OneToOneField(Claim, models.PROTECT, related_name="objection")
    # The verification that counted.
    version = models.ForeignKey(VerificationVersion, models.PROTECT, related_name="+")
    # The verifier's verdict, by its name in the study design.
    verdict = models.CharField(max_length=60)
    probability = models.FloatField()
    # The likeliest program of what decided, and its table; empty where sentences decided.
    english = models.TextField(blank=True, default="")
    page = models.CharField(max_length=300, blank=True, default="")
    table = models.CharField(max_length=40, blank=True, default="")
    search = models.ForeignKey(ObjectionSearch, models.PROTECT, related_name="objections")
    model_number = models.PositiveIntegerField()
    found_at = models.DateTimeField()
    review = models.CharField(max_length=10, choices=Review, blank=True, default="")
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="objection_probability_is_one",
                condition=Q(probability__gte=0, probability__lte=1),
            ),
            models.CheckConstraint(name="objection_has_a_verdict", condition=~Q(verdict="")),
            models.CheckConstraint(
                name="objection_program_with_its_table",
                condition=Q(english="", page="", table="")
                | (~Q(english="") & ~Q(page="") & ~Q(table="")),
            ),
            models.CheckConstraint(
                name="objection_reviewed_by_somebody",
                condition=Q(review="", reviewed_at__isnull=True, reviewed_by__isnull=True)
                | Q(
                    review__in=["annotators", "verifier", "unclear"],
                    reviewed_at__isnull=False,
                    reviewed_by__isnull=False,
                ),
            ),
        ]
        indexes = [models.Index(fields=["campaign", "-probability"], name="objection_surest")]

    def __str__(self) -> str:
        return f"{self.claim} · {self.verdict}"

    @property
    def state(self) -> str:
        """Both verdicts and the review as one text, by which a change is noticed."""
        return f"{self.version_id}:{self.verdict}:{self.review}"


class ProgramReading(models.Model):
    """An answer to a table program: it says what the claim says, another one does, or it does not.

    It is about a version of the claim and a table as it was. A later one supersedes it.
    """

    class State(models.TextChoices):
        CONFIRMED = "confirmed", _("Confirmed")
        CORRECTED = "corrected", _("Corrected")
        REJECTED = "rejected", _("Rejected")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    claim = models.ForeignKey(
        Claim, models.PROTECT, related_name="program_readings", db_index=False
    )
    claim_version = models.ForeignKey(ClaimVersion, models.PROTECT, related_name="+")
    # The page has the revision.
    page = models.ForeignKey(Page, models.PROTECT, related_name="+")
    table = models.CharField(max_length=40)
    table_digest = models.CharField(max_length=32)
    state = models.CharField(max_length=9, choices=State)
    # In the notation of `verifier.tables.notation`; of a rejected one, that of the verifier.
    program = models.TextField()
    english = models.TextField()
    # The addresses of the cells that it touches.
    cells = models.JSONField(default=list, blank=True)
    result = models.BooleanField()
    # The verdict that the result speaks for.
    verdict = models.CharField(max_length=60)
    # The program that the verifier offered; empty if it had none.
    suggested = models.TextField(blank=True, default="")
    model_number = models.PositiveIntegerField(null=True, blank=True)
    read_at = models.DateTimeField()
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="program_reading_once_a_person",
                fields=["claim", "page", "table", "read_by"],
                condition=Q(superseded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="program_reading_state_fits_its_program",
                condition=(Q(state="corrected") & ~Q(program=F("suggested")))
                | Q(state__in=["confirmed", "rejected"], program=F("suggested")),
            ),
            models.CheckConstraint(
                name="program_reading_has_a_program",
                condition=~Q(program="") & ~Q(english="") & ~Q(table="") & ~Q(table_digest=""),
            ),
            models.CheckConstraint(
                name="program_reading_verdict_is_the_result",
                condition=Q(result=True, verdict="supported") | Q(result=False, verdict="refuted"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim} · {self.english[:80]}"
