"""Counts and times of requests for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

REQUESTS = Counter(
    "touchstone_requests",
    "Requests by view, method and class of status.",
    ["view", "method", "status"],
)
SECONDS = Histogram(
    "touchstone_request_seconds",
    "Time to answer a request.",
    ["view", "method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMetricsMiddleware:
    """A middleware that counts by view names, not paths: a label must have few values."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started_at = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - started_at
        match = request.resolver_match
        view = (match.view_name or "unnamed") if match else "none"
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(view, method, f"{response.status_code // 100}xx").inc()
        SECONDS.labels(view, method).observe(seconds)
        return response
