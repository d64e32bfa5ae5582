"""Contributions of campaigns to the apps below: contents, and a reason to read a corpus."""

from __future__ import annotations

from campaigns.contents import CAMPAIGN_CONTENTS, CORPUS_CONTENTS
from campaigns.models import Campaign
from campaigns.selectors.corpora import grant_by_campaign
from core.contents import add_contents
from wiki.models import Corpus
from wiki.selectors.access import add_grant

add_grant(grant_by_campaign)
add_contents(Campaign, CAMPAIGN_CONTENTS)
add_contents(Corpus, CORPUS_CONTENTS)
