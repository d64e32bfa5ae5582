"""Highlights: what claims are written from, who holds one, and why some were skipped."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.campaigns import Campaign
from wiki.models import Page


class Highlight(models.Model):
    """A part of a page from which claims are written, with its lease.

    `lease` only ever grows: by it, whoever lost the highlight is refused.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        HELD = "held", _("Being written from")
        WRITTEN = "written", _("Written from")
        SKIPPED = "skipped", _("Skipped")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="highlights", db_index=False
    )
    page = models.ForeignKey(Page, models.PROTECT, related_name="highlights")
    # What gives one highlight in a campaign: page:7, table:7:2. A protocol varies it.
    unit = models.CharField(max_length=60)
    source = models.CharField(max_length=60, help_text="the name of the protocol's source")
    # The addresses of what is highlighted, in reading order.
    addresses = models.JSONField()
    rank = models.BigIntegerField(help_text="the keyed hash by which it was drawn")
    drawn_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    lease = models.PositiveIntegerField(default=0, help_text="how often it was taken")
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "unit"], name="highlight_unit_once"),
            models.CheckConstraint(
                name="highlight_state_known",
                condition=Q(state__in=["waiting", "held", "written", "skipped"]),
            ),
            models.CheckConstraint(
                name="highlight_held_by_somebody",
                condition=Q(
                    state="held", holder__isnull=False, lease_until__isnull=False, lease__gte=1
                )
                | (~Q(state="held") & Q(holder__isnull=True, lease_until__isnull=True)),
            ),
            models.UniqueConstraint(
                fields=["campaign", "holder"],
                name="highlight_one_held_by_a_person",
                condition=Q(state="held"),
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "state", "source", "rank"], name="highlight_next"),
        ]

    def __str__(self) -> str:
        return f"{self.unit} · {self.source}"


class Attempt(models.Model):
    """One person at one highlight: remembers who has seen what, and what came of it."""

    class Purpose(models.TextChoices):
        WRITE = "write", _("Write claims")

    class Outcome(models.TextChoices):
        OPEN = "open", _("At work")
        LOST = "lost", _("Passed on to somebody else")
        SKIPPED = "skipped", _("Skipped")
        SUBMITTED = "submitted", _("Submitted")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    highlight = models.ForeignKey(
        Highlight, models.PROTECT, related_name="attempts", db_index=False
    )
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="attempts")
    purpose = models.CharField(max_length=12, choices=Purpose, default=Purpose.WRITE)
    lease = models.PositiveIntegerField(help_text="the highlight's, when it was last taken")
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # Of what was submitted: the same once more is no error, something else is.
    digest = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["highlight", "annotator", "purpose"], name="attempt_once_per_purpose"
            ),
            models.CheckConstraint(name="attempt_purpose_known", condition=Q(purpose="write")),
            models.CheckConstraint(
                name="attempt_outcome_known",
                condition=Q(outcome__in=["open", "lost", "skipped", "submitted"]),
            ),
            models.CheckConstraint(
                name="attempt_ended_iff_not_open",
                condition=Q(outcome="open", ended_at__isnull=True)
                | (~Q(outcome="open") & Q(ended_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="attempt_digest_iff_submitted",
                condition=(Q(outcome="submitted") & ~Q(digest=""))
                | (~Q(outcome="submitted") & Q(digest="")),
            ),
            # One at a time, and what was written or skipped is so by one person.
            models.UniqueConstraint(
                fields=["highlight", "purpose"],
                name="attempt_one_not_lost",
                condition=~Q(outcome="lost"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.highlight} · {self.annotator}"


class Draft(models.Model):
    """What a person has typed so far. Whoever saves names the revision that they saw."""

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
    """Why a highlight was not written from."""

    attempt = models.OneToOneField(Attempt, models.PROTECT, related_name="skip")
    reason = models.CharField(max_length=60, help_text="a name of the protocol's")
    text = models.CharField(max_length=1000, blank=True, default="")
    # What had been dealt for it and went back, by deck and slot.
    prescribed = models.JSONField(default=dict, blank=True)
    skipped_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="skip_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.attempt} · {self.reason}"
