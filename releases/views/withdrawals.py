"""The page of a withdrawn release, for those who may not see its claims any more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from campaigns.access import CampaignAccess
from campaigns.views.campaign_page import render_tab
from releases.models import Release

GONE = 410


def show_withdrawn(request: HttpRequest, access: CampaignAccess, release: Release) -> HttpResponse:
    """Say that a release was withdrawn, and why."""
    context = {"release": release}
    return render_tab(request, access, "releases", "releases/withdrawn.html", context, status=GONE)
