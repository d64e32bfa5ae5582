"""The limit on the size of request bodies, checked before they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.errors import problem_response
from config.problems import NO_LENGTH, TOO_LARGE
from core.body_limit import limit_of


class BodyLimitMiddleware:
    """A middleware that checks the Content-Length; Django does not read more than that.

    The check runs when the view is known, before the CSRF check reads the form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_arguments: Any
    ) -> HttpResponse | None:
        # Django would treat a body without a length as empty.
        if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
            return problem_response(request, NO_LENGTH)
        announced = request.META.get("CONTENT_LENGTH") or "0"
        limit = limit_of(view, settings.BODY_LIMIT)
        if announced.isdecimal() and int(announced) > limit:
            return problem_response(request, TOO_LARGE)
        return None
