"""Refuses bodies that are too large, before anything reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.errors import NO_LENGTH, TOO_LARGE, problem_response
from core.body_limit import limit_of


class BodyLimitMiddleware:
    """Judges by the announced length; Django reads no further than that.

    The check waits until the view is known, and comes before the CSRF check reads the form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_arguments: Any
    ) -> HttpResponse | None:
        # Django would take a body without a length for an empty one.
        if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
            return problem_response(request, NO_LENGTH)
        announced = request.META.get("CONTENT_LENGTH") or "0"
        limit = limit_of(view, settings.BODY_LIMIT)
        if announced.isdecimal() and int(announced) > limit:
            return problem_response(request, TOO_LARGE)
        return None
