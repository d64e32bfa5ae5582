"""One line per request, each with an id; logs are JSON."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

import config.urls
from config.logs import JsonFormatter, RequestIdFilter
from config.middleware.request_log import RequestLogMiddleware
from core.request_context import request_id
from tests.people import Cast


@login_not_required
def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the roof fell in")


@login_not_required
def invited(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse("welcome")


urlpatterns = [
    *config.urls.urlpatterns,
    path("broken", broken),
    path("invited/<str:token>/", invited),
]
handler500 = "config.errors.server_error"


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Return all messages as they would be in the log file."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RequestIdFilter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)


def test_request_is_logged_in_one_line(
    cast: Cast,
    log_in: Callable[..., Client],
    lines: Callable[[], list[dict[str, Any]]],
) -> None:
    log_in(cast.stranger).get("/status/?secret=hunter2")
    (line,) = [line for line in lines() if line["logger"] == "touchstone.request"]
    assert line["level"] == "INFO"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/status/", 403)
    assert line["user"] == str(cast.stranger.public_id)
    assert line["ms"] > 0
    assert re.fullmatch(r"[0-9a-f]{32}", line["request"])
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*\+00:00", line["time"])
    assert "hunter2" not in json.dumps(lines())


def test_successful_probes_are_not_worth_a_line(
    client: Client, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    client.get("/healthz")
    assert lines() == []


@pytest.mark.parametrize("given", ["abcdef-12345678", "A" * 64])
def test_sane_request_id_is_kept(client: Client, given: str) -> None:
    response = client.get("/healthz", headers={"x-request-id": given})
    assert response.headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "short", "A" * 65, "abcdefgh\n", "abc defgh", "äöüäöüäöü"])
def test_other_request_id_is_replaced(client: Client, given: str) -> None:
    response = client.get("/healthz", headers={"x-request-id": given})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])


def test_request_id_is_known_while_the_request_lasts() -> None:
    seen: list[str] = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.extend([request_id.get(), request.request_id])  # type: ignore[attr-defined]
        return HttpResponse()

    request = RequestFactory().get("/", headers={"x-request-id": "from-the-proxy"})
    RequestLogMiddleware(answer)(request)
    assert seen == ["from-the-proxy", "from-the-proxy"]
    assert request_id.get() == ""


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_failure_is_logged_with_the_id_that_the_page_shows(
    lines: Callable[[], list[dict[str, Any]]],
) -> None:
    client = Client(raise_request_exception=False)
    response = client.get("/broken")
    assert response.status_code == 500
    number = response.headers["X-Request-ID"]
    assert number in response.content.decode()
    failures = [line for line in lines() if line["level"] == "ERROR"]
    assert [line["request"] for line in failures] == [number]
    assert "the roof fell in" in failures[0]["exc_info"]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_secret_of_a_link_is_not_logged(lines: Callable[[], list[dict[str, Any]]]) -> None:
    Client().get("/invited/hunter2hunter2/")
    assert "hunter2" not in json.dumps(lines())
    assert any(line.get("path") == "/invited/***/" for line in lines())


def test_line_break_in_a_path_cannot_forge_a_line(
    client: Client, db: None, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    client.get("/%0AINFO%20forged")
    (line,) = [line for line in lines() if line["logger"] == "touchstone.request"]
    assert line["path"] == "/%0AINFO%20forged"
    assert "\n" not in line["message"]


def test_json_keeps_what_a_record_brings() -> None:
    record = logging.LogRecord("jobs", logging.WARNING, __file__, 1, "lost %s", ("x",), None)
    record.job = "7f3a"
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == "lost x"
    assert (line["level"], line["logger"], line["job"]) == ("WARNING", "jobs", "7f3a")
    assert "args" not in line


def test_json_has_the_traceback() -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "m", (), sys.exc_info())
    assert "ValueError: odd" in json.loads(JsonFormatter().format(record))["exc_info"]
