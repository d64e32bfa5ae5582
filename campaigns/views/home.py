"""The home page: what this person can do now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import person_of
from campaigns.panels import Place, panels_for
from campaigns.selectors.home import home_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show tasks, campaigns and the site, by role."""
    person = person_of(request)
    shown = home_of(person)
    context = {
        "home": shown,
        "panels": panels_for(request, Place.ANNOTATOR, [person] if shown.annotates else []),
        "annotator_cards": panels_for(request, Place.ANNOTATOR_CARD, shown.annotates),
        "manager_cards": panels_for(request, Place.MANAGER_CARD, shown.manages),
        "researcher_cards": panels_for(request, Place.RESEARCHER_CARD, shown.researches),
    }
    return render(request, "campaigns/home.html", context)
