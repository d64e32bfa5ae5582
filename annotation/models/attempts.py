"""Attempts of people at items, with their outcomes; drafts and skips."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.highlights import Highlight

# What the log of an attempt may ever hold, the server's own entries included.
MOST_ACTS = 1_100_000
MOST_LOG_BYTES = 1_100_000_000


class Attempt(models.Model):
    """One person at one thing: a highlight to write from, or a claim to verify.

    Verifying for the campaign takes a slot of the queue (`assignment`). Gold, adjudication,
    calibration and the work of machines are outside the queue.
    """

    class Purpose(models.TextChoices):
        WRITE = "write", _("Write claims")
        VERIFY = "verify", _("Verify claims")
        GOLD = "gold", _("Make gold")
        ADJUDICATION = "adjudication", _("Adjudicate claims")
        CALIBRATION = "calibration", _("Calibration")
        # In the queue like `VERIFY`, but not for the dataset.
        SILENT = "silent", _("Verify silent gold")
        EXPERT = "expert", _("Verify as an expert")
        # Outside the queue, beside what people do.
        MACHINE = "machine", _("Verify as a machine")

    class Outcome(models.TextChoices):
        OPEN = "open", _("In progress")
        LOST = "lost", _("Passed to somebody else")
        SKIPPED = "skipped", _("Skipped")
        REPORTED = "reported", _("Reported")
        SUBMITTED = "submitted", _("Submitted")
        # A skip that a manager undid: the person may get the item again.
        UNDONE = "undone", _("Undone by a manager")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    highlight = models.ForeignKey(
        Highlight, models.PROTECT, null=True, blank=True, related_name="attempts", db_index=False
    )
    claim = models.ForeignKey(
        "annotation.Claim",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="attempts",
        db_index=False,
    )
    assignment = models.ForeignKey(
        "annotation.Assignment", models.PROTECT, null=True, blank=True, related_name="attempts"
    )
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="attempts")
    purpose = models.CharField(max_length=12, choices=Purpose, default=Purpose.WRITE)
    lease = models.PositiveIntegerField(
        help_text="the highlight's or the slot's, when it was last taken"
    )
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # When it was taken or opened again; acts that arrive afterwards are from then on.
    reopened_at = models.DateTimeField(null=True, blank=True)
    # The size of its log, which is limited.
    acts = models.PositiveIntegerField(default=0)
    log_bytes = models.PositiveIntegerField(default=0)
    # The person's active time, and the size of the log when it was counted: see `work_times`.
    active_ms = models.PositiveBigIntegerField(default=0, db_default=0)
    timed_acts = models.PositiveIntegerField(default=0, db_default=0)
    # Of what was submitted: to submit the same again is no error, something else is.
    digest = models.CharField(max_length=64, blank=True, default="")
    # Of the judgement that the person confirmed last: only that one can be submitted.
    confirmed_digest = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["highlight", "annotator", "purpose"], name="attempt_once_per_purpose"
            ),
            # Nobody verifies a claim twice, in any of its slots.
            models.UniqueConstraint(
                fields=["claim", "annotator", "purpose"], name="attempt_claim_once_per_purpose"
            ),
            models.CheckConstraint(
                name="attempt_at_one_thing",
                condition=Q(
                    purpose="write",
                    highlight__isnull=False,
                    claim__isnull=True,
                    assignment__isnull=True,
                )
                | Q(
                    purpose__in=["verify", "silent", "expert"],
                    highlight__isnull=True,
                    claim__isnull=False,
                    assignment__isnull=False,
                )
                | Q(
                    purpose__in=["gold", "adjudication", "calibration", "machine"],
                    highlight__isnull=True,
                    claim__isnull=False,
                    assignment__isnull=True,
                )
                # Gold and calibration are for both tasks.
                | Q(
                    purpose__in=["gold", "calibration"],
                    highlight__isnull=False,
                    claim__isnull=True,
                    assignment__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="attempt_outcome_known",
                condition=Q(
                    outcome__in=["open", "lost", "skipped", "reported", "submitted", "undone"]
                ),
            ),
            models.CheckConstraint(
                name="attempt_ended_iff_not_open",
                condition=Q(outcome="open", ended_at__isnull=True)
                | (~Q(outcome="open") & Q(ended_at__isnull=False)),
            ),
            # Settings limit logs further.
            models.CheckConstraint(
                name="attempt_log_limited",
                condition=Q(acts__lte=MOST_ACTS, log_bytes__lte=MOST_LOG_BYTES),
            ),
            models.CheckConstraint(
                name="attempt_digest_iff_submitted",
                condition=(Q(outcome="submitted") & ~Q(digest=""))
                | (~Q(outcome="submitted") & Q(digest="")),
            ),
            # One open attempt at a time, and one person who writes or skips.
            models.UniqueConstraint(
                fields=["highlight", "purpose"],
                name="attempt_one_not_lost",
                condition=Q(purpose="write") & ~Q(outcome__in=["lost", "undone"]),
            ),
            # A slot is one person's; another person gets what they skip or report.
            models.UniqueConstraint(
                fields=["assignment"],
                name="attempt_one_in_a_slot",
                condition=Q(outcome__in=["open", "submitted"]),
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="attempt_untimed", condition=~Q(timed_acts=F("acts"))),
        ]

    def __str__(self) -> str:
        return f"{self.highlight or self.claim} · {self.annotator}"

    @property
    def task(self) -> Purpose:
        """Return the purpose, as far as the annotator may know it: silent gold is a claim."""
        purpose = self.Purpose(self.purpose)
        return self.Purpose.VERIFY if purpose in QUEUED_PURPOSES else purpose

    @property
    def at_highlight(self) -> int:
        """Return the key of the highlight of a writing attempt."""
        assert self.highlight_id is not None
        return self.highlight_id

    @property
    def at_claim(self) -> int:
        """Return the key of the claim of a verifying attempt."""
        assert self.claim_id is not None
        return self.claim_id

    @property
    def in_slot(self) -> int:
        """Return the key of the slot of a verifying attempt in the queue."""
        assert self.assignment_id is not None
        return self.assignment_id

    @property
    def campaign_id(self) -> int:
        """Return the campaign's key; this reads the highlight or the claim, unless it is joined."""
        thing = self.highlight or self.claim
        assert thing is not None
        return thing.campaign_id


# What the queue of claims hands out. Annotators must not be able to tell them apart.
QUEUED_PURPOSES = (Attempt.Purpose.VERIFY, Attempt.Purpose.SILENT, Attempt.Purpose.EXPERT)


class Draft(models.Model):
    """The text that a person has typed so far. To save, one names the revision that one saw."""

    attempt = models.OneToOneField(Attempt, models.PROTECT, related_name="draft")
    revision = models.PositiveIntegerField(default=1)
    body = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="draft_revision_from_one", condition=Q(revision__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.attempt} · {self.revision}"


class Skip(models.Model):
    """The reason why a highlight was not written from, or a claim not verified."""

    attempt = models.OneToOneField(Attempt, models.PROTECT, related_name="skip")
    reason = models.CharField(max_length=60, help_text="a name of the protocol's")
    text = models.CharField(max_length=1000, blank=True, default="")
    # What was dealt for it and freed, by deck and slot.
    prescribed = models.JSONField(default=dict, blank=True)
    skipped_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="skip_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.attempt} · {self.reason}"
