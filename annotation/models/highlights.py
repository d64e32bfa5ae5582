"""Highlights: what claims are written from, and who holds one."""

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
