"""What the views share about requests."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict

# A form that is refused answers so, for a script to tell it from success.
REFUSED = 422


def posted(request: HttpRequest) -> QueryDict | None:
    """The form's data, if one was sent."""
    return request.POST if request.method == "POST" else None


def go_to(url: str, *, at: str) -> HttpResponse:
    """Go to a place on a page."""
    return HttpResponseRedirect(f"{url}#{at}")
