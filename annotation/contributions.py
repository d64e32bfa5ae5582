"""Contributions of annotation to the apps below: tabs, panels, contents, a check, held work."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.held_work import add_held_work
from annotation.contents import CAMPAIGN_CONTENTS
from annotation.panels import PANELS, TABS
from annotation.selectors.campaign.webhook_events import find_adjudications, find_verifications
from annotation.selectors.logs.misplaced_acts import find_misplaced_acts
from annotation.services.campaign.departures import free_items_of
from annotation.services.verifying import machine, suggestions
from campaigns.events import CampaignEvent, add_event
from campaigns.models import Campaign
from campaigns.panels import add_panel
from campaigns.tabs import add_tab
from core.contents import add_contents
from core.integrity import add_check

for tab in TABS:
    add_tab(tab)
for panel in PANELS:
    add_panel(panel)
add_check(find_misplaced_acts)
add_held_work(free_items_of)
add_contents(Campaign, CAMPAIGN_CONTENTS)
suggestions.provide("verifier", machine.suggest)
add_event(CampaignEvent("claim.verified", _("A claim was verified"), find_verifications))
add_event(CampaignEvent("claim.adjudicated", _("A claim was adjudicated"), find_adjudications))
