"""Contributions of campaigns: contents, a reason to read a corpus, events for webhooks."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.contents import CAMPAIGN_CONTENTS, CORPUS_CONTENTS
from campaigns.events import CampaignEvent, add_event
from campaigns.models import Campaign
from campaigns.selectors.corpora import grant_by_campaign
from campaigns.selectors.webhook_events import campaign_moves, ended_jobs
from core.contents import add_contents
from jobs.models import JobState
from wiki.models import Corpus
from wiki.selectors.access import add_grant

add_grant(grant_by_campaign)
add_contents(Campaign, CAMPAIGN_CONTENTS)
add_contents(Corpus, CORPUS_CONTENTS)
for event in (
    CampaignEvent("campaign.opened", _("The campaign was opened"), campaign_moves("campaign.open")),
    CampaignEvent(
        "campaign.paused", _("The campaign was paused"), campaign_moves("campaign.paused")
    ),
    CampaignEvent(
        "campaign.closed", _("The campaign was closed"), campaign_moves("campaign.closed")
    ),
    CampaignEvent("job.succeeded", _("A job succeeded"), ended_jobs(JobState.SUCCEEDED)),
    CampaignEvent("job.failed", _("A job failed"), ended_jobs(JobState.FAILED)),
    CampaignEvent("job.cancelled", _("A job was cancelled"), ended_jobs(JobState.CANCELLED)),
):
    add_event(event)
