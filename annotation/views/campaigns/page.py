"""What every page of a campaign has: its head and its tabs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.roles import Area
from annotation.access import CampaignAccess
from annotation.campaign_tabs import tabs_within
from annotation.selectors.progress import waiting_questions


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
        "tabs": tabs_within(access.areas),
        # How many things on a tab wait for a manager.
        "waiting": {"questions": waiting_questions(access.campaign)} if manages else {},
    }
    return render(request, template, shared | context, status=status)
