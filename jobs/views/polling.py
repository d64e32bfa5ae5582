"""Parts of a page that it asks for again and again while a job is under way."""

from __future__ import annotations

from django.http import HttpResponse

# htmx stops asking when it gets this status.
STOP_POLLING = 286


def load_anew() -> HttpResponse:
    """Nothing is under way any more, and the whole page is another one now."""
    return HttpResponse(status=STOP_POLLING, headers={"HX-Refresh": "true"})
