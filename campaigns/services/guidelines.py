"""Guidelines: published in versions, none of which ever changes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from campaigns.models import Campaign, GuidelinesVersion, Membership
from core.services import audit

LONGEST = 200_000


class EmptyGuidelinesError(Exception):
    """There is no text."""


class StaleGuidelinesError(Exception):
    """Somebody else published a version since the one that was edited."""


@transaction.atomic
def publish_guidelines(
    *,
    campaign: Campaign,
    text: str,
    note: str,
    actor: User | None,
    now: datetime,
    edited: int | None = None,
) -> GuidelinesVersion:
    """Publish the next version; `note` tells people what has changed.

    `edited` is the number of the version that the text was made from.
    """
    if not text.strip():
        raise EmptyGuidelinesError
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    last = GuidelinesVersion.objects.filter(campaign=campaign).aggregate(n=Max("number"))["n"] or 0
    if edited is not None and edited != last:
        raise StaleGuidelinesError
    version = GuidelinesVersion.objects.create(
        campaign=campaign,
        number=last + 1,
        text=text,
        note=note,
        published_at=now,
        published_by=actor,
    )
    audit.record(
        actor=actor,
        action="campaign.guidelines_published",
        target=campaign,
        now=now,
        details={"version": version.number, "note": note},
    )
    return version


def mark_guidelines_seen(*, membership: Membership, number: int) -> None:
    """Store that a member has read this version; an older one changes nothing."""
    known = GuidelinesVersion.objects.filter(campaign=membership.campaign_id, number=number)
    older = Membership.objects.filter(pk=membership.pk, guidelines_seen__lt=number)
    if known.exists() and older.update(guidelines_seen=number):
        membership.guidelines_seen = number
