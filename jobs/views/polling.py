"""Answers to pages that poll while a job is under way."""

from __future__ import annotations

from django.http import HttpResponse

# htmx stops asking when it gets this status.
STOP_POLLING = 286


def reload_page() -> HttpResponse:
    """Return an answer that stops the polling and reloads the whole page."""
    return HttpResponse(status=STOP_POLLING, headers={"HX-Refresh": "true"})
