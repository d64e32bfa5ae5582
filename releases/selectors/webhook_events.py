"""The event of a release that was built, as webhooks are told."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from campaigns.events import Occurrence
from campaigns.models import Campaign
from releases.models import Release


def find_built_releases(campaign: Campaign, since: datetime, limit: int) -> list[Occurrence]:
    """Return the releases that became ready."""
    ready = Release.objects.filter(campaign=campaign, ready_at__gte=since)
    rows = ready.order_by("ready_at", "pk").values_list("public_id", "ready_at", "version")
    return [
        Occurrence(
            key=str(public_id),
            at=ready_at,
            kind="release",
            id=str(public_id),
            url=reverse("api:release-detail", args=[campaign.public_id, version]),
            facts={"version": version},
        )
        for public_id, ready_at, version in rows[:limit]
        if ready_at
    ]
