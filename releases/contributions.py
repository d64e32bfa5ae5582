"""Contributions of releases to the apps below: tabs, panels, contents, published labels."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from annotation.selectors.review.published_labels import publish_labels
from campaigns.events import CampaignEvent, add_event
from campaigns.models import Campaign
from campaigns.panels import add_panel
from campaigns.tabs import add_tab
from core.contents import add_contents
from releases.contents import CAMPAIGN_CONTENTS, CORPUS_CONTENTS
from releases.panels import PANELS, TABS
from releases.selectors.published_claims import published_claims
from releases.selectors.webhook_events import find_built_releases
from wiki.models import Corpus

for tab in TABS:
    add_tab(tab)
for panel in PANELS:
    add_panel(panel)
add_contents(Campaign, CAMPAIGN_CONTENTS)
add_contents(Corpus, CORPUS_CONTENTS)
publish_labels(published_claims)
add_event(CampaignEvent("release.built", _("A release was built"), find_built_releases))
