"""The tabs of a campaign's page. An app above adds its own when Django starts:

add_tab(Tab("releases", _("Releases"), "campaign-releases", position=70, area=Area.RELEASES))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Expression
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Area
from campaigns.models import Campaign
from campaigns.selectors.questions import open_questions


def _always(campaign: Campaign) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of a campaign; its address takes the campaign's public id. No area: for members."""

    name: str
    label: str | Promise
    url_name: str
    # Tabs are shown in the order of their positions.
    position: int
    area: Area | None = None
    # How many things on it wait for a manager, as an expression over a campaign.
    waiting: Callable[[], Expression] | None = None
    is_shown: Callable[[Campaign], bool] = _always


_tabs: list[Tab] = [
    Tab(
        "questions",
        _("Questions"),
        "campaign-questions",
        position=50,
        area=Area.CAMPAIGNS,
        waiting=open_questions,
    ),
    Tab("people", _("People"), "campaign-people", position=60, area=Area.MEMBERS),
    Tab("guidelines", _("Guidelines"), "campaign-guidelines", position=80),
]


def add_tab(tab: Tab) -> None:
    """Add a tab, once."""
    if tab not in _tabs:
        _tabs.append(tab)
        _tabs.sort(key=lambda each: each.position)


def tabs_within(campaign: Campaign, areas: frozenset[Area]) -> list[Tab]:
    """Return a campaign's tabs for a person with these areas."""
    return [
        tab for tab in _tabs if (tab.area is None or tab.area in areas) and tab.is_shown(campaign)
    ]


def waiting_in(campaign: Campaign) -> dict[str, int]:
    """Return how much waits for the managers, by the name of the tab, in one query."""
    counted = {tab.name: tab.waiting() for tab in _tabs if tab.waiting is not None}
    row = Campaign.objects.filter(pk=campaign.pk).values_list(*counted.values()).get()
    return dict(zip(counted, row, strict=True))
