"""The limit on requests to the API: so many a minute for each person."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.client_address import client_network

WINDOW = 60


class RequestLimit(BaseThrottle):
    """Counts the requests of a person in a window of a minute, shared by all web processes."""

    remaining = 0
    seconds_left = WINDOW

    def allow_request(self, request: Request, view: Any) -> bool:
        limit: int = settings.API_REQUESTS_A_MINUTE
        now = time.time()
        window = int(now // WINDOW)
        self.seconds_left = WINDOW - int(now % WINDOW)
        # A stranger's request is refused anyway; counting it keeps floods cheap.
        who = request.user.pk or f"from-{client_network(request)}"
        key = f"api-requests:{who}:{window}"
        cache.add(key, 0, timeout=2 * WINDOW)
        try:
            count = cache.incr(key)
        except ValueError:
            # The cache was emptied in between.
            count = 1
        self.remaining = max(0, limit - count)
        view.rate_limit = self
        return count <= limit

    def wait(self) -> float:
        return self.seconds_left

    def headers(self) -> dict[str, str]:
        """Return the headers that tell a script how many requests it has left."""
        return {
            "RateLimit-Policy": f'"requests";q={settings.API_REQUESTS_A_MINUTE};w={WINDOW}',
            "RateLimit": f'"requests";r={self.remaining};t={self.seconds_left}',
        }
