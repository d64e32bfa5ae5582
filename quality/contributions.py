"""Contributions of quality reports to the apps below: tabs and contents."""

from __future__ import annotations

from campaigns.models import Campaign
from campaigns.tabs import add_tab
from core.contents import add_contents
from quality.contents import CAMPAIGN_CONTENTS
from quality.panels import TABS

for tab in TABS:
    add_tab(tab)
add_contents(Campaign, CAMPAIGN_CONTENTS)
