"""The limit on requests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.people import Cast

pytestmark = pytest.mark.django_db


def test_too_many_requests_are_refused_until_the_window_ends(
    cast: Cast,
    log_in: Callable[..., Client],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr("core.api.throttling.time.time", lambda: 6015.0)
    settings.API_REQUESTS_A_MINUTE = 2
    client = log_in(cast.manager)
    left = [client.get("/api/v1/me").headers["RateLimit"] for _ in range(2)]
    assert left == ['"requests";r=1;t=45', '"requests";r=0;t=45']
    refused = client.get("/api/v1/me")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert refused.headers["Retry-After"] == "45"
    assert refused.headers["RateLimit-Policy"] == '"requests";q=2;w=60'
    # Others have a limit of their own.
    assert log_in(cast.annotator).get("/api/v1/me").status_code == 200
    monkeypatch.setattr("core.api.throttling.time.time", lambda: 6060.0)
    assert client.get("/api/v1/me").status_code == 200
