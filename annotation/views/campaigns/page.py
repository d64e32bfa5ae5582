"""What every page of a campaign has: its head and its tabs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.roles import Area
from annotation.access import CampaignAccess
from annotation.campaign_tabs import Tab, tabs_within
from annotation.models import Campaign
from annotation.selectors.standings import waiting_in


def tabs_of(access: CampaignAccess) -> list[Tab]:
    """What this person finds in the campaign; nothing is highlighted where claims were imported."""
    is_imported = access.campaign.claims_from == Campaign.ClaimsFrom.FILES
    tabs = tabs_within(access.areas)
    return [tab for tab in tabs if not (is_imported and tab.name == "highlights")]


def render_tab(
    request: HttpRequest,
    access: CampaignAccess,
    tab: str,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """One tab of the campaign's page."""
    manages = Area.CAMPAIGNS in access.areas
    shared = {
        "access": access,
        "campaign": access.campaign,
        "manages": manages,
        "tab": tab,
        "tabs": tabs_of(access),
        # How many things on a tab wait for a manager, by its name.
        "waiting": waiting_in(access.campaign) if manages else {},
    }
    return render(request, template, shared | context, status=status)
