"""Announcements to the members of a campaign."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import Campaign


class Announcement(models.Model):
    """A text for all members of a campaign, shown to each until they have read it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="announcements")
    text = models.CharField(_("text"), max_length=2000)
    announced_at = models.DateTimeField()
    announced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="announcement_not_empty", condition=~Q(text=""))]

    def __str__(self) -> str:
        return self.text[:80]


class AnnouncementReading(models.Model):
    """The fact that a person has read an announcement."""

    announcement = models.ForeignKey(
        Announcement, models.PROTECT, related_name="readings", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    read_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["announcement", "person"], name="announcement_read_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.announcement} · {self.person}"
