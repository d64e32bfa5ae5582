"""The tabs of quality on campaigns."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.roles import Area
from campaigns.models import Campaign
from campaigns.tabs import Tab, TabGroup


def _has_design(campaign: Campaign) -> bool:
    return campaign.protocol is not None


TABS = (
    Tab(
        "quality-reports",
        _("Reports"),
        "quality-reports",
        TabGroup.QUALITY,
        position=8,
        # Not for researchers: figures by verdict would tell of labels that a release withholds.
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
    ),
)
