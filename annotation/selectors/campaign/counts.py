"""Campaigns in numbers, and what waits for their managers, in one query for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from annotation.models import Assignment, ClaimReport, Highlight
from campaigns.models import Campaign
from campaigns.selectors.campaigns import count_in_campaign
from campaigns.selectors.questions import open_questions


@dataclass(frozen=True, slots=True)
class CampaignCounts:
    """A campaign in numbers."""

    campaign: Campaign
    # Highlights that claims were written from, and verifications.
    written: int
    verified: int
    # What waits for a manager.
    questions: int
    reports: int


def counts_of(campaigns: Sequence[Campaign]) -> dict[int, CampaignCounts]:
    """Return the numbers of each campaign, by its key."""
    counted = Campaign.objects.filter(pk__in=[campaign.pk for campaign in campaigns]).values_list(
        "pk",
        count_in_campaign(Highlight.objects.filter(state=Highlight.State.WRITTEN)),
        count_in_campaign(Assignment.objects.filter(state=Assignment.State.DONE)),
        open_questions(),
        open_reports(),
    )
    numbers = {pk: counts for pk, *counts in counted}
    return {campaign.pk: CampaignCounts(campaign, *numbers[campaign.pk]) for campaign in campaigns}


def open_reports() -> Coalesce:
    """Return how many reported claims of a campaign wait for a decision."""
    return count_in_campaign(ClaimReport.objects.filter(state=ClaimReport.State.OPEN))
