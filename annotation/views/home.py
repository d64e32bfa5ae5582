"""The home page: what this person can do now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotation.access import person_of
from annotation.selectors.home import home_of
from annotation.views.breaks import hints_at_break


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """By role: tasks, campaigns, the site."""
    now = timezone.now()
    shown = home_of(person_of(request), now=now)
    context = {"home": shown, "hints_at_break": hints_at_break(request, shown.today, now)}
    return render(request, "annotation/home.html", context)
