"""Announcements: all of a campaign, and those that a person has not read."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from accounts.models import User
from campaigns.models import Announcement, AnnouncementReading, Campaign


def announcements_in(campaign: Campaign) -> QuerySet[Announcement]:
    """Return a campaign's announcements with the number of readers, the newest first."""
    return (
        Announcement.objects.filter(campaign=campaign)
        .select_related("announced_by")
        .annotate(reader_count=Count("readings"))
        .order_by("-announced_at", "-pk")
    )


def unread_announcements(person: User) -> QuerySet[Announcement]:
    """Return what was announced in a person's campaigns and they have not read, oldest first.

    In archived campaigns nothing is marked as read, so nothing of them is shown.
    """
    read = AnnouncementReading.objects.filter(person=person).values("announcement")
    return (
        Announcement.objects.filter(campaign__membership__user=person, withdrawn_at=None)
        .exclude(campaign__state__in=[Campaign.State.ARCHIVED, Campaign.State.DELETING])
        .exclude(pk__in=read)
        .select_related("campaign")
        .order_by("announced_at", "pk")
    )
