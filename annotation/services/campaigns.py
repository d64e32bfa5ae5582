"""Campaigns: made by administrators; their full set-up joins with the protocols."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import Campaign
from jobs.services import audit


class CampaignNameTakenError(Exception):
    """Another campaign has this name."""


@transaction.atomic
def create_campaign(*, name: str, actor: User, now: datetime) -> Campaign:
    """A new campaign, being set up."""
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(name=name, created_at=now)
    except IntegrityError as error:
        raise CampaignNameTakenError from error
    audit.record(
        actor=actor, action="campaign.created", target=campaign, now=now, details={"name": name}
    )
    return campaign
