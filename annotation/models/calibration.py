"""Candidates for a task, the phases that they go through, and the items of each phase."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.attempts import Attempt
from annotation.models.gold import Gold, TaskName
from campaigns.models.campaigns import Campaign

# The phase before those of the protocol; it is not graded.
PRACTICE = "practice"


class Candidacy(models.Model):
    """One person's way to a task of a campaign. It outlasts the membership."""

    class Outcome(models.TextChoices):
        OPEN = "open", _("In calibration")
        APPROVED = "approved", _("Approved")
        REJECTED = "rejected", _("Rejected")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="candidacies", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="candidacies")
    task = models.CharField(max_length=6, choices=TaskName)
    try_number = models.PositiveIntegerField(default=1)
    outcome = models.CharField(max_length=8, choices=Outcome, default=Outcome.OPEN)
    begun_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    note = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        verbose_name_plural = _("candidacies")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "person", "task"], name="candidacy_once"),
            models.CheckConstraint(
                name="candidacy_outcome_known",
                condition=Q(outcome="open", decided_at__isnull=True)
                | Q(outcome__in=["approved", "rejected"], decided_at__isnull=False),
            ),
            models.CheckConstraint(name="candidacy_try_from_one", condition=Q(try_number__gte=1)),
            models.CheckConstraint(
                name="candidacy_task_known", condition=Q(task__in=["write", "verify"])
            ),
            models.CheckConstraint(
                name="candidacy_decided_by_another", condition=~Q(decided_by=models.F("person"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.get_task_display()}"

    @property
    def task_name(self) -> TaskName:
        return TaskName(self.task)

    @property
    def is_open(self) -> bool:
        return self.outcome == self.Outcome.OPEN


class Qualification(models.Model):
    """One person in one phase of one try."""

    class State(models.TextChoices):
        OPEN = "open", _("In progress")
        SUBMITTED = "submitted", _("Waiting for grades")
        FEEDBACK = "feedback", _("Feedback to read")
        READ = "read", _("Feedback read")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    candidacy = models.ForeignKey(
        Candidacy, models.PROTECT, related_name="qualifications", db_index=False
    )
    phase = models.CharField(max_length=60, help_text="a name of the protocol's, or practice")
    try_number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    started_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True, blank=True)
    feedback_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["candidacy", "phase", "try_number"], name="qualification_once"
            ),
            models.CheckConstraint(
                name="qualification_state_known",
                condition=Q(state="open", submitted_at__isnull=True, feedback_at__isnull=True)
                | Q(state="submitted", submitted_at__isnull=False, feedback_at__isnull=True)
                | Q(state="feedback", feedback_at__isnull=False, read_at__isnull=True)
                | Q(state="read", feedback_at__isnull=False, read_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidacy} · {self.phase} · {self.try_number}"


class PhaseItem(models.Model):
    """A gold item that a candidate does in a phase."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    qualification = models.ForeignKey(
        Qualification, models.PROTECT, related_name="items", db_index=False
    )
    gold = models.ForeignKey(Gold, models.PROTECT, related_name="phase_items")
    position = models.PositiveIntegerField()
    attempt = models.OneToOneField(
        Attempt, models.PROTECT, null=True, blank=True, related_name="phase_item"
    )
    # When the candidate read its feedback.
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["qualification", "position"], name="phase_item_position_once"
            ),
            models.UniqueConstraint(fields=["qualification", "gold"], name="phase_item_once"),
            models.CheckConstraint(
                name="phase_item_position_from_one", condition=Q(position__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.qualification} · {self.position}"

    @property
    def is_done(self) -> bool:
        return self.attempt is not None and self.attempt.outcome == Attempt.Outcome.SUBMITTED
