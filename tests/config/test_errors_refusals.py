"""Bodies that are too large and methods that are not allowed get a clear answer."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from config.errors import bad_request
from config.middleware.body_limit import BodyLimitMiddleware
from config.middleware.readable_errors import ReadableErrorsMiddleware
from core.body_limit import allows_large_body

LIMIT = 1000


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse("fine")


@allows_large_body(5 * LIMIT)
def upload(request: HttpRequest) -> HttpResponse:
    return HttpResponse("stored")


@pytest.fixture
def small_limit(settings: Settings) -> None:
    settings.BODY_LIMIT = LIMIT


@pytest.mark.django_db
@pytest.mark.usefixtures("small_limit")
def test_form_that_is_too_large_is_refused_before_it_is_read(client: Client) -> None:
    response = client.post("/log-in/", {"username": "x" * 2 * LIMIT, "password": "y"})
    assert response.status_code == 413
    assert "The request is too large" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("small_limit")
def test_api_says_so_in_json(client: Client) -> None:
    body = b'{"name": "' + b"x" * 2 * LIMIT + b'"}'
    response = client.post("/api/v1/me", body, content_type="application/json")
    assert response.status_code == 413
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.json()["code"], response.json()["status"]) == ("too_large", 413)
    assert response.json()["request"] == response.headers["X-Request-ID"]


@pytest.mark.django_db
def test_form_beyond_djangos_own_limit_is_413_too(client: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 500
    before = User.objects.count()
    body = "username=" + "x" * 2000
    response = client.post("/log-in/", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 413
    assert User.objects.count() == before


def test_other_suspicious_requests_stay_400() -> None:
    request = RequestFactory().get("/api/x")
    assert bad_request(request, ValueError()).status_code == 400


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize(
    ("view", "size", "refused"),
    [
        (answer, LIMIT, False),
        (answer, LIMIT + 1, True),
        (upload, 5 * LIMIT, False),
        (upload, 5 * LIMIT + 1, True),
    ],
)
def test_view_may_allow_more(view: object, size: int, refused: bool) -> None:
    request = RequestFactory().post("/api/x", b"x" * size, content_type="text/plain")
    response = BodyLimitMiddleware(answer).process_view(request, view, (), {})  # type: ignore[arg-type]
    assert (response is not None and response.status_code == 413) is refused


def test_body_without_a_length_is_refused() -> None:
    # Django would take it for empty, and the sender for received.
    request = RequestFactory().post("/api/x", headers={"transfer-encoding": "chunked"})
    response = BodyLimitMiddleware(answer).process_view(request, answer, (), {})
    assert response is not None
    assert response.status_code == 411


@pytest.mark.django_db
def test_wrong_method_gets_a_page_and_the_right_ones(client: Client) -> None:
    response = client.delete("/log-in/")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]
    assert "Method not allowed" in response.content.decode()


def test_wrong_method_on_the_api_gets_json() -> None:
    blank = HttpResponseNotAllowed(["GET"])
    response = ReadableErrorsMiddleware(lambda _: blank)(RequestFactory().put("/api/x"))
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET"
    assert b"Method not allowed" in response.content


def test_answer_with_words_of_its_own_is_left_alone() -> None:
    own = HttpResponse("locked out", status=429)
    assert ReadableErrorsMiddleware(lambda _: own)(RequestFactory().get("/")) is own
