"""The API: whoever asks, with whatever, by any method."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import tokens
from annotation.models import Attempt, Draft
from campaigns.models import Campaign
from core.api.scopes import Scope
from core.json_column import DEEPEST
from core.models import IdempotencyKey
from tests.annotation.verifying_world import Desk, make_desk, take
from tests.attacks.test_hostile_values import JSON_BODIES
from tests.people import Cast
from tests.permissions.matrix import MATRIX, ROLES
from tests.permissions.test_matrix import undone, was_let_in
from tests.permissions.world import arguments_by_address

pytestmark = pytest.mark.postgres

STREAM = "0b4cb4a3-6b0e-4c55-a3a8-0f5df5cb5d8e"
# Its documentation is a page, for browsers.
API = [name for name in MATRIX if name.startswith("api:") and name != "api:docs"]


def client_of(person: User, *scopes: Scope) -> Client:
    made = tokens.make_api_token(
        person=person, name="script", now=timezone.now(), scopes=scopes or list(Scope)
    )
    return Client(headers={"Authorization": f"Bearer {made.secret}"}, raise_request_exception=False)


@pytest.fixture
def urls(cast: Cast) -> dict[str, str]:
    cache.clear()
    arguments = arguments_by_address(cast)
    return {name: reverse(name, kwargs=arguments.get(name, {})) for name in API}


@pytest.fixture
def desk(db: None) -> Desk:
    cache.clear()
    return make_desk()


def post(client: Client, url: str, body: str | bytes, **headers: str) -> Any:
    return client.post(url, body, content_type="application/json", headers=headers)


# --- who ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES[1:])
def test_a_token_opens_what_its_person_may_open(
    role: str, cast: Cast, urls: dict[str, str]
) -> None:
    reading = client_of(cast.by_role()[role], Scope.READ)
    wrong = []
    for name in API:
        rule = MATRIX[name]
        with undone():
            got = reading.get(urls[name])
        if was_let_in(got) != (rule.get is not None and role in rule.get):
            wrong.append((name, "get", got.status_code))
        for method in ("put", "patch", "delete", "trace"):
            assert getattr(reading, method)(urls[name]).status_code == 405, (method, name)
        if rule.post is None:
            continue
        # Whoever they are and whatever there is: the scope alone refuses.
        sent = post(reading, urls[name], b"{}")
        if (sent.status_code, sent.json()["code"]) != (403, "scope_too_small"):
            wrong.append((name, "post", sent.status_code))
    assert wrong == []


def test_known_tags_and_keys_tell_outsiders_nothing(cast: Cast, urls: dict[str, str]) -> None:
    """Ask as a member, then as a stranger with all that the member was told."""
    member, stranger = client_of(cast.researcher), client_of(cast.stranger)
    for name in ("api:page-detail", "api:element-detail", "api:release-file"):
        tag = member.get(urls[name]).headers["ETag"]
        unchanged = member.get(urls[name], headers={"If-None-Match": tag})
        assert unchanged.status_code in (200, 304)
        assert "private" in unchanged.headers["Cache-Control"]
        nothing = stranger.get(urls[name].replace("Aare", "Nowhere"))
        for headers in (
            {"If-None-Match": tag},
            {"If-None-Match": "*"},
            {"If-Match": tag},
            {"If-Range": tag, "Range": "bytes=0-1"},
        ):
            answer = stranger.get(urls[name], headers=headers)
            assert answer.status_code == 404
            told, other = answer.json(), nothing.json()
            assert told | {"request": ""} == other | {"request": ""}
            assert not answer.has_header("ETag")


def test_a_key_gives_nobody_elses_answer(desk: Desk) -> None:
    first, other = client_of(desk.verifier), client_of(desk.verifiers[1])
    url = f"/api/v1/campaigns/{desk.campaign.public_id}/verify"
    mine = post(first, url, b"", **{"Idempotency-Key": "k"})
    assert mine.status_code == 200
    theirs = post(other, url, b"", **{"Idempotency-Key": "k"})
    assert theirs.json()["attempt"] != mine.json()["attempt"]
    assert not theirs.has_header("Idempotency-Replayed")
    # Nor one's own with a token that may not do it.
    reading = client_of(desk.verifier, Scope.READ)
    refused = post(reading, url, b"", **{"Idempotency-Key": "k"})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_too_small")
    assert IdempotencyKey.objects.count() == 2


# --- how often ---------------------------------------------------------------------------------


def statuses(client: Client, method: str, url: str) -> list[int]:
    return [getattr(client, method)(url).status_code for _ in range(4)]


def test_refused_requests_are_counted_as_well(
    cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    # One window for all of them.
    monkeypatch.setattr("core.api.throttling.time.time", lambda: 6015.0)
    settings.API_REQUESTS_A_MINUTE = 2
    assert statuses(Client(), "get", "/api/v1/me") == [401, 401, 429, 429]
    # From the same place: another token that does not work is no new beginning.
    wrong = Client(headers={"Authorization": "Bearer tst_wrong"})
    assert statuses(wrong, "get", "/api/v1/schema") == [429] * 4
    reading = client_of(cast.manager, Scope.READ)
    cancel = f"/api/v1/jobs/{uuid4()}/cancel"
    assert statuses(reading, "post", cancel) == [403, 403, 429, 429]
    # By another token and by the session of the same person.
    assert statuses(client_of(cast.manager), "get", "/api/v1/me") == [429] * 4
    # Of another person at the same place.
    assert statuses(client_of(cast.annotator), "delete", "/api/v1/me") == [405, 405, 429, 429]


# --- with what ---------------------------------------------------------------------------------


def cursor_of(value: str) -> str:
    return base64.urlsafe_b64encode(value.encode("utf-8", "surrogatepass")).decode().rstrip("=")


CURSORS = (
    *(
        json.dumps([moment, STREAM])
        for moment in (
            "9999-12-31T23:59:59-14:00",
            "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59Z",
            "0001-01-01T00:00:00Z",
            "2026-02-30T00:00:00Z",
        )
    ),
    json.dumps([1e300, STREAM]),
    "[" * 280,
    '"\\ud800"',
    '"\\u0000"',
    "\ud800",
)


def test_cursors_that_nobody_was_given_are_refused(cast: Cast, urls: dict[str, str]) -> None:
    clients = {role: client_of(cast.by_role()[role]) for role in ("administrator", "annotator")}
    lists = set()
    for name in API:
        for role in clients.keys() & (MATRIX[name].get or frozenset()):
            for value in CURSORS:
                answer = clients[role].get(urls[name], {"cursor": cursor_of(value)})
                if name == "api:schema" or answer.json()["code"] == "unknown_parameter":
                    break
                refused = (answer.status_code, answer.json()["code"])
                assert refused == (400, "invalid_parameter"), (value, name)
                lists.add(name)
    assert len(lists) >= 6


@pytest.mark.parametrize("role", ["annotator", "administrator"])
def test_bodies_are_answered_whatever_they_hold(
    role: str, cast: Cast, urls: dict[str, str]
) -> None:
    client = client_of(cast.by_role()[role])
    bodies = (
        *JSON_BODIES,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"reason": "\\u0000"}',
        b"9" * 10_000,
        b"1e999",
        b'"' + b"a" * 1_000_000 + b'"',
    )
    for name in API:
        if MATRIX[name].post is None:
            continue
        for body in bodies:
            with undone():
                answer = post(client, urls[name], body, **{"Idempotency-Key": str(uuid4())})
            assert 400 <= answer.status_code < 500, (name, body[:40], answer.status_code)
            assert answer.headers["Content-Type"] == "application/problem+json"


def nested(depth: int, opening: str) -> str:
    closing, inner = ("]", "") if opening == "[" else ("}", "1")
    return opening * depth + inner + closing * depth


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_draft_that_is_stored_can_be_shown(
    opening: str, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    """Send drafts of every depth: where one request can read them, others must, too."""
    scripts, browser = client_of(desk.verifier), log_in(desk.verifier)
    browser.raise_request_exception = False
    attempt = take(desk).attempt
    at = f"/api/v1/attempts/{attempt.public_id}"
    revision = 0
    for depth in (DEEPEST - 1, DEEPEST, 500, *range(840, 920, 10)):
        body = f'{{"x": {nested(depth, opening)}}}'
        sent = f'{{"stream": "{STREAM}", "draft": {{"revision": {revision}, "body": {body}}}}}'
        by_script = post(scripts, f"{at}/sync", sent)
        by_desk = post(browser, reverse("desk-sync", args=[attempt.public_id]), sent)
        if depth < DEEPEST:
            assert (by_script.status_code, by_desk.status_code) == (200, 200)
            revision = by_script.json()["revision"]
        else:
            assert by_script.status_code in (400, 413)
            assert by_desk.status_code in (400, 413)
        assert scripts.get(at).status_code == 200
        assert browser.get(reverse("verifying-desk", args=[attempt.public_id])).status_code == 200
    assert Draft.objects.get().attempt == Attempt.objects.get(public_id=attempt.public_id)


# --- at once -----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_with_one_key_at_once_one_is_done(desk: Desk) -> None:
    """Send the same write from many threads: it is done once, and nobody gets another answer."""
    cache.clear()
    secret = tokens.make_api_token(
        person=desk.manager, name="x", now=timezone.now(), scopes=[Scope.MANAGE]
    ).secret
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "once"}
    gate = threading.Barrier(6)
    answers: list[Any] = []

    def create() -> None:
        try:
            gate.wait()
            client = Client(headers=headers, raise_request_exception=False)
            answers.append(post(client, "/api/v1/campaigns", b'{"name": "Twice?"}'))
        finally:
            connection.close()

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Campaign.objects.filter(name="Twice?").count() == 1
    made = [answer for answer in answers if answer.status_code == 201]
    assert len({answer.content for answer in made}) == 1
    others = [answer for answer in answers if answer.status_code != 201]
    told = {(answer.status_code, answer.json()["code"]) for answer in others}
    assert told <= {(409, "idempotency_key_in_use")}
    assert len(made) + len(others) == 6
