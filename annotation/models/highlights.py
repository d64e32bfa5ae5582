"""Highlights: what claims are written from, and who holds one."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.dataset import DatasetHighlights
from annotation.models.leasing import Leased
from campaigns.models.campaigns import Campaign
from wiki.models import Page


class Highlight(Leased):
    """A part of a page from which claims are written, with its lease."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        HELD = "held", _("In use")
        WRITTEN = "written", _("Used")
        SKIPPED = "skipped", _("Skipped")
        # Outside the dataset: to calibrate people. `Highlight.objects` leaves it out.
        GOLD = "gold", _("Gold")

    class Feedback(models.TextChoices):
        """The arms of feedback: whoever writes from it may ask the verifier, or nobody may."""

        SHOWN = "shown", _("With feedback")
        WITHHELD = "withheld", _("Without feedback")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="highlights", db_index=False
    )
    page = models.ForeignKey(Page, models.PROTECT, related_name="highlights")
    # The unit that has one highlight in a campaign: page:7, table:7:2.
    unit = models.CharField(max_length=60)
    source = models.CharField(max_length=60, help_text="the name of the protocol's source")
    # The addresses of the highlighted elements, in reading order.
    addresses = models.JSONField()
    rank = models.BigIntegerField(help_text="the keyed hash by which it was drawn")
    drawn_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Dealt when it is taken, for all its claims; empty until then, and where nobody may ask.
    feedback = models.CharField(max_length=8, choices=Feedback, blank=True, default="")

    objects: ClassVar[models.Manager[Highlight]] = DatasetHighlights()
    with_gold: ClassVar[models.Manager[Highlight]] = models.Manager()

    class Meta:
        constraints = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(
                fields=["campaign", "unit"],
                name="highlight_unit_once",
                condition=~Q(state="gold"),
            ),
            models.CheckConstraint(
                name="highlight_state_known",
                condition=Q(state__in=["waiting", "held", "written", "skipped", "gold"]),
            ),
            # What calibrates people is the same for everybody.
            models.CheckConstraint(
                name="highlight_feedback_known",
                condition=Q(feedback="")
                | (Q(feedback__in=["shown", "withheld"]) & ~Q(state="gold")),
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "state", "source", "rank"], name="highlight_next"),
            # Freed by a manager: the next taker gets them with what was dealt for them.
            models.Index(
                fields=["campaign"],
                name="highlight_freed",
                condition=Q(state="waiting", lease__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} · {self.source}"
