"""Announcing to the members of a campaign."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaigns.models import Announcement, AnnouncementReading, Campaign
from core.services import audit


@transaction.atomic
def announce(*, campaign: Campaign, text: str, actor: User, now: datetime) -> Announcement:
    """Show a text to every member of a campaign, also to those who join later, until it is read."""
    announcement = Announcement.objects.create(
        campaign=campaign, text=text, announced_at=now, announced_by=actor
    )
    # Nobody needs to be told what they wrote.
    mark_announcement_read(announcement=announcement, person=actor, now=now)
    audit.record(actor=actor, action="announcement.made", target=announcement, now=now)
    return announcement


@transaction.atomic
def withdraw_announcement(*, announcement: Announcement, actor: User, now: datetime) -> None:
    """Show an announcement to nobody any more."""
    live = Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None)
    if live.update(withdrawn_at=now):
        audit.record(actor=actor, action="announcement.withdrawn", target=announcement, now=now)


def mark_announcement_read(*, announcement: Announcement, person: User, now: datetime) -> None:
    """Store that a person has read it; a second time changes nothing."""
    AnnouncementReading.objects.get_or_create(
        announcement=announcement, person=person, defaults={"read_at": now}
    )
