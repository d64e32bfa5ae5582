"""Guidelines: published in versions, none of which ever changes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from annotation.models import Campaign, GuidelinesVersion
from jobs.services import audit


class EmptyGuidelinesError(Exception):
    """There is no text."""


@transaction.atomic
def publish_guidelines(
    *, campaign: Campaign, text: str, note: str, actor: User | None, now: datetime
) -> GuidelinesVersion:
    """What holds from now on; `note` tells people what has changed."""
    if not text.strip():
        raise EmptyGuidelinesError
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    last = GuidelinesVersion.objects.filter(campaign=campaign).aggregate(n=Max("number"))["n"] or 0
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
