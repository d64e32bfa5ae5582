"""The frame of every page of a campaign: its head and its tabs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.roles import Area
from campaigns.access import CampaignAccess
from campaigns.tabs import grouped, tabs_within, waiting_in


def render_tab(
    request: HttpRequest,
    access: CampaignAccess,
    tab: str,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render one tab of the campaign's page."""
    manages = Area.CAMPAIGNS in access.areas
    # How many things on a tab wait for a manager, by its name.
    waiting = waiting_in(access.campaign) if manages else {}
    tabs = tabs_within(access.campaign, access.areas)
    shared = {
        "access": access,
        "campaign": access.campaign,
        "manages": manages,
        "tab": tab,
        # Names the page in the window's title: a campaign has many.
        "tab_label": next((each.label for each in tabs if each.name == tab), ""),
        "groups": grouped(tabs, tab, waiting),
        "waiting": waiting,
    }
    return render(request, template, shared | context, status=status)
