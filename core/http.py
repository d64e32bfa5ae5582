"""Requests with forms, and the answers to them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict

# The status of the answer to a refused form, so that scripts can tell it from success.
REFUSED = 422


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of the form, if one was sent."""
    return request.POST if request.method == "POST" else None


def go_to(url: str, *, at: str) -> HttpResponse:
    """Redirect to the element with this id on a page."""
    return HttpResponseRedirect(f"{url}#{at}")
