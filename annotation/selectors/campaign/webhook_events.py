"""Events of the work, as webhooks are told: nothing of what people wrote, and of nobody's name."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from annotation.models import Adjudication, Attempt, Verification
from campaigns.events import Occurrence
from campaigns.models import Campaign


def find_verifications(campaign: Campaign, since: datetime, limit: int) -> list[Occurrence]:
    """Return the first submissions of verifications for the dataset."""
    # Not of silent gold nor of experts: which claims these are is known to managers alone.
    found = Verification.objects.filter(
        campaign=campaign, purpose=Attempt.Purpose.VERIFY, submitted_at__gte=since
    ).order_by("submitted_at", "pk")
    rows = found.values_list("public_id", "submitted_at", "claim__public_id")
    return [_of_claim(campaign, *row) for row in rows[:limit]]


def find_adjudications(campaign: Campaign, since: datetime, limit: int) -> list[Occurrence]:
    """Return the decisions about claims whose verifications disagreed."""
    found = Adjudication.objects.filter(campaign=campaign, decided_at__gte=since)
    rows = found.order_by("decided_at", "pk").values_list(
        "public_id", "decided_at", "claim__public_id"
    )
    return [_of_claim(campaign, *row) for row in rows[:limit]]


def _of_claim(campaign: Campaign, key: UUID, at: datetime, claim: UUID) -> Occurrence:
    return Occurrence(
        key=str(key),
        at=at,
        kind="claim",
        id=str(claim),
        url=reverse("api:claim-detail", args=[campaign.public_id, claim]),
    )
