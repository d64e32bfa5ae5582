"""The tabs of a campaign's page. An app above adds its own when Django starts:

add_tab(Tab("releases", _("Releases"), "campaign-releases", Area.RELEASES))
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Area


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of a campaign; its address takes the campaign's public id. No area: for members."""

    name: str
    label: str | Promise
    url_name: str
    area: Area | None = None


_tabs: list[Tab] = [
    Tab("overview", _("Overview"), "campaign"),
    Tab("highlights", _("Highlights"), "campaign-highlights", Area.CAMPAIGNS),
    Tab("verifications", _("Verifications"), "verifications", Area.CAMPAIGNS),
    Tab("reports", _("Reported"), "reported-claims", Area.CAMPAIGNS),
    Tab("questions", _("Questions"), "campaign-questions", Area.CAMPAIGNS),
    Tab("people", _("People"), "campaign-people", Area.MEMBERS),
    Tab("guidelines", _("Guidelines"), "campaign-guidelines"),
    Tab("design", _("Design"), "campaign-design", Area.CAMPAIGNS),
]


def add_tab(tab: Tab) -> None:
    """One more, before the guidelines."""
    if tab not in _tabs:
        _tabs.insert([one.name for one in _tabs].index("guidelines"), tab)


def tabs_within(areas: frozenset[Area]) -> list[Tab]:
    """The tabs for whoever has these areas."""
    return [tab for tab in _tabs if tab.area is None or tab.area in areas]
