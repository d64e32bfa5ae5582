"""The home page: what this person can do now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotation.access import person_of
from annotation.selectors.home import home_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """By role: tasks, campaigns, the site."""
    return render(
        request, "annotation/home.html", {"home": home_of(person_of(request), now=timezone.now())}
    )
