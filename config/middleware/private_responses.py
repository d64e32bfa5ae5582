"""Headers that keep responses out of shared caches and secrets out of referrers."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from core.secret_links import SECRET_ARGUMENTS

NOT_STORED = "private, no-store"
# The bytes behind an ETag never change, but only some people may have them.
ASKED_AGAIN = "private, no-cache"


class PrivateResponsesMiddleware:
    """A middleware behind the one for static files: all that comes through it is somebody's own.

    A view that knows better sets `Cache-Control` itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        default = ASKED_AGAIN if response.has_header("ETag") else NOT_STORED
        response.headers.setdefault("Cache-Control", default)
        match = request.resolver_match
        if match and SECRET_ARGUMENTS & match.kwargs.keys():
            # Scripts and links are requested without the address of the page. Not "no-referrer":
            # browsers would then send no origin either, and the form would be refused.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response
