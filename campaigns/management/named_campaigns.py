"""The campaign that a command is given by name."""

from __future__ import annotations

from django.core.management.base import CommandError

from campaigns.models import Campaign
from campaigns.selectors.campaigns import shown_campaigns
from core.name_lists import name_some


def named_campaign(name: str) -> Campaign:
    """Return the campaign of this name or id, which has a design.

    Raise CommandError, which lists the names, if there is none.
    """
    campaigns = shown_campaigns().select_related("corpus").filter(protocol__isnull=False)
    for campaign in campaigns:
        if name in (campaign.name, str(campaign.public_id)):
            return campaign
    there_are = name_some([campaign.name for campaign in campaigns.order_by("name")])
    raise CommandError(f"There is no campaign “{name}” with a design. {there_are}")
