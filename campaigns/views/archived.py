"""The archived campaigns of a person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import person_of
from campaigns.selectors.campaigns import archived_campaigns


@require_safe
@never_cache
def archived(request: HttpRequest) -> HttpResponse:
    """List them; they are on no other list."""
    context = {"campaigns": archived_campaigns(person_of(request))}
    return render(request, "campaigns/archived.html", context)
