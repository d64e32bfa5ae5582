"""The tabs of quality on campaigns."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Area
from campaigns.models import Campaign
from campaigns.tabs import Tab, TabGroup, TabSection


def _has_design(campaign: Campaign) -> bool:
    return campaign.protocol is not None


def _tab(name: str, label: Promise, position: int) -> Tab:
    # Not for researchers: figures by verdict would tell of labels that a release withholds.
    return Tab(
        name,
        label,
        name,
        TabGroup.QUALITY,
        position=position,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
        section=TabSection.MEASURES,
    )


TABS = (
    # Before the members: the first page of its group.
    Tab(
        "quality-people",
        _("People"),
        "quality-people",
        TabGroup.PEOPLE,
        position=5,
        area=Area.CAMPAIGNS,
    ),
    _tab("quality-next", _("Look at next"), 1),
    _tab("quality-agreement", _("Agreement"), 2),
    _tab("quality-bias", _("Bias"), 4),
    _tab("quality-description", _("Description"), 6),
    _tab("quality-reports", _("Reports"), 8),
    Tab(
        "objections",
        _("Objections"),
        "objections",
        TabGroup.QUALITY,
        position=35,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
        section=TabSection.DECISIONS,
    ),
)
