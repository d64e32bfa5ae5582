"""The request log: an id for each request, and one line when it is answered."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject

from core.request_context import request_id
from core.secret_links import HIDDEN, SECRET_ARGUMENTS, hide_long_parts, hide_secrets

logger = logging.getLogger("touchstone.request")

HEADER = "X-Request-ID"
_SANE_ID = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)
# Requested every few seconds, and only of interest if they fail.
_QUIET_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})


class RequestLogMiddleware:
    """The outermost middleware, so that all other messages have the request's id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started_at = time.perf_counter()
        given = request.headers.get(HEADER, "")
        # Keep a proxy's id, so that its log and this one can be compared.
        number = given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = number  # type: ignore[attr-defined]
        reset = request_id.set(number)
        try:
            response = self.get_response(request)
            response.headers[HEADER] = number
            _log(request, response.status_code, time.perf_counter() - started_at)
        finally:
            request_id.reset(reset)
        return response


def _log(request: HttpRequest, status: int, seconds: float) -> None:
    path = logged_path(request)
    milliseconds = round(seconds * 1000, 1)
    user = _public_id(request)
    level = logging.INFO
    if status < 400 and (path in _QUIET_PATHS or path.startswith(str(settings.STATIC_URL))):
        level = logging.DEBUG
    logger.log(
        level,
        "%s %s %s %.1f ms %s",
        request.method,
        path,
        status,
        milliseconds,
        user or "-",
        extra={
            "method": request.method,
            "path": path,
            "status": status,
            "ms": milliseconds,
            "user": user,
        },
    )


def logged_path(request: HttpRequest) -> str:
    """Return the path in ASCII, without its query and the secrets of links."""
    path = request.path
    match = request.resolver_match
    arguments: dict[str, Any] = match.kwargs if match else {}
    for name, value in arguments.items():
        if name in SECRET_ARGUMENTS:
            path = path.replace(str(value), HIDDEN)
    path = hide_secrets(escape_uri_path(path))
    return path if match else hide_long_parts(path)


def _public_id(request: HttpRequest) -> str | None:
    """Return the user's public id if it is loaded already: the log must not cause a query."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        user = getattr(request, "_cached_user", None)
    public_id = getattr(user, "public_id", None)
    return str(public_id) if public_id else None
