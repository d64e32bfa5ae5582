"""Jobs, and the workers that run them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class JobState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    SUCCEEDED = "succeeded", _("Succeeded")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
FINISHED = (JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED)


class Job(models.Model):
    """A piece of background work. This row is the truth; the broker only rings for a worker.

    `attempt` only ever grows: writes of a run that lost its job are refused by it.
    """

    State = JobState

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=80)
    parameters = models.JSONField(default=dict, blank=True)
    # At most one unfinished job holds a key; empty means that any number may run.
    exclusive = models.CharField(max_length=200, blank=True, default="")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="jobs_requested",
    )
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)

    progress_done = models.PositiveBigIntegerField(default=0)
    progress_total = models.PositiveBigIntegerField(null=True, blank=True)
    progress_note = models.CharField(max_length=200, blank=True, default="")
    progressed_at = models.DateTimeField(null=True, blank=True)
    # Written by the handler's steps, together with their work; a new attempt continues from it.
    checkpoint = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)

    attempt = models.PositiveIntegerField(default=0)
    attempts_allowed = models.PositiveIntegerField(default=1)
    # How often in a row a worker stopped before the run could store a step.
    fruitless_stops = models.PositiveSmallIntegerField(default=0)
    # Why the previous attempt ended. It is kept when the job succeeds after all.
    retry_reason = models.CharField(max_length=300, blank=True, default="")
    error = models.CharField(max_length=300, blank=True, default="")
    error_detail = models.TextField(blank=True, default="")

    worker = models.CharField(max_length=200, blank=True, default="")
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    # Set when the worker shuts down: the run returns the job to the queue after its step.
    hand_back = models.BooleanField(default=False)
    cancel_requested_at = models.DateTimeField(null=True, blank=True)
    cancel_requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    created_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="job_newest"),
            models.Index(fields=["requested_by", "-created_at", "-id"], name="job_newest_of"),
            models.Index(fields=["finished_at"], name="job_finished"),
            # For the sweeper, which reads these few rows every few seconds.
            models.Index(
                fields=["state", "heartbeat_at"],
                name="job_unfinished",
                condition=Q(state__in=["queued", "running"]),
            ),
        ]
        constraints = [
            models.CheckConstraint(name="job_state_known", condition=Q(state__in=JobState.values)),
            models.CheckConstraint(name="job_kind_named", condition=~Q(kind="")),
            models.CheckConstraint(
                name="job_finished_at_iff_finished",
                condition=Q(state__in=["queued", "running"], finished_at__isnull=True)
                | Q(state__in=["succeeded", "failed", "cancelled"], finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="job_held_iff_running",
                condition=(
                    Q(state="running", heartbeat_at__isnull=False, started_at__isnull=False)
                    & Q(attempt__gte=1)
                    & ~Q(worker="")
                )
                | (~Q(state="running") & Q(heartbeat_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="job_error_iff_failed",
                condition=(Q(state="failed") & ~Q(error="")) | (~Q(state="failed") & Q(error="")),
            ),
            models.CheckConstraint(
                name="job_result_only_if_succeeded",
                condition=Q(state="succeeded") | Q(result__isnull=True),
            ),
            models.CheckConstraint(
                name="job_cancelled_on_request",
                condition=~Q(state="cancelled") | Q(cancel_requested_at__isnull=False),
            ),
            models.CheckConstraint(
                name="job_cancel_request_dated",
                condition=Q(cancel_requested_by__isnull=True)
                | Q(cancel_requested_at__isnull=False),
            ),
            models.CheckConstraint(
                name="job_attempt_allowed",
                condition=Q(attempts_allowed__gte=1, attempt__lte=F("attempts_allowed")),
            ),
            models.CheckConstraint(
                name="job_progress_within_total",
                condition=Q(progress_total__isnull=True)
                | Q(progress_done__lte=F("progress_total")),
            ),
            models.UniqueConstraint(
                name="job_exclusive_while_unfinished",
                fields=["exclusive"],
                condition=Q(state__in=["queued", "running"]) & ~Q(exclusive=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def is_finished(self) -> bool:
        return self.state in FINISHED


class SelfTestStep(models.Model):
    """A row that a step of the worker's self-test wrote.

    Deliberately without a unique constraint: a step that happened twice must be visible.
    """

    job = models.ForeignKey(Job, models.CASCADE, related_name="self_test_steps")
    number = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField()
    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.number}"


class WorkerBeat(models.Model):
    """The time at which a worker last reported that it is alive."""

    name = models.CharField(max_length=200, unique=True)
    seen_at = models.DateTimeField(db_index=True)
    # It is being shut down: it finishes its steps and claims nothing more.
    leaving = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name
