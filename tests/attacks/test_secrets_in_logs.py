"""Tokens of invitations and resets: in no log, in no form of the address."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import Invitation, User
from accounts.services import tokens
from campaigns.member_roles import MEMBER_ROLES
from campaigns.services import invitations
from config.logs import JsonFormatter, RequestIdFilter, TextFormatter
from core.models import AuditEntry
from core.secret_links import SECRET_ARGUMENTS, SECRET_PATHS, hide_secrets
from jobs.models import Job
from tests.people import Cast
from tests.permissions.addresses import named_patterns


@pytest.fixture(params=[JsonFormatter, TextFormatter])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Everything that is logged, as the site writes it, at the lowest level that it can have."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param())
    handler.addFilter(RequestIdFilter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def links(cast: Cast) -> dict[str, str]:
    """Return the paths of an invitation and of a reset, by their tokens."""
    invited = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["writer"],
        note="A colleague",
        actor=cast.manager,
        now=timezone.now(),
    )
    reset = default_token_generator.make_token(cast.stranger)
    uid = urlsafe_base64_encode(force_bytes(cast.stranger.pk))
    return {
        invited.token: f"/join/{invited.token}/",
        reset: f"/password-reset/{uid}/{reset}/",
    }


def all_encoded(text: str) -> str:
    return "".join(f"%{ord(letter):02X}" for letter in text)


def forms_of(path: str, token: str) -> list[str]:
    """Return an address as links are mistyped, cut, encoded and followed."""
    start = path.removesuffix(f"{token}/")
    return [
        path,
        path.removesuffix("/"),
        f"/{path}",
        path + "more/",
        path.upper().replace(token.upper(), token),
        path + "?next=" + quote(path),
        "/log-in/?next=" + quote(path),
        start + "/" + token + "/",
        start + token + "%0A",
        start.replace("/", "%2F").replace("%2F", "/", 1) + token,
        "/" + all_encoded(path[1:-1]),
        "/" + quote(all_encoded(path[1:-1])),
        start + all_encoded(token) + "/",
        f"/{token}/",
        f"/jion/{token}/",
        f"/static/{token}.js",
    ]


def test_every_form_of_a_link_is_logged_without_its_token(
    client: Client, log: io.StringIO, links: dict[str, str]
) -> None:
    checking = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for token, path in links.items():
        for address in forms_of(path, token):
            client.get(address)
            client.get("/nothing/", headers={"referer": "http://testserver" + address})
            # Refused by the CSRF check, which logs the path and the referrer.
            checking.post(address, {}, headers={"referer": "https://elsewhere.example" + address})
            checking.post(
                address, {}, headers={"origin": "https://evil.example" + address}, secure=True
            )
    written = log.getvalue()
    assert written.count("/join/***") >= 10
    for token in links:
        assert token not in written
        assert all_encoded(token) not in written
        assert quote(all_encoded(token)) not in written


def test_an_error_behind_a_link_is_logged_without_its_token(
    log: io.StringIO, links: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        raise RuntimeError(f"at {request.get_full_path()}")

    monkeypatch.setattr("campaigns.views.invitations._join_new", fail)
    token, path = next(iter(links.items()))
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 500
    written = log.getvalue()
    assert "RuntimeError: at /join/***" in written
    assert token not in written


def test_a_token_of_the_api_is_logged_in_no_place_where_somebody_may_put_it(
    cast: Cast, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tokens.make_api_token(person=cast.manager, name="script", now=timezone.now())
    bearer = {"Authorization": f"Bearer {made.secret}"}
    client = Client(raise_request_exception=False, headers=bearer)
    assert client.get("/api/v1/me").status_code == 200
    corpus = uuid4()
    for address in (
        f"/api/v1/me?token={made.secret}",
        f"/api/v1/{made.secret}",
        f"/api/v1/corpora/{corpus}/pages/{made.secret}",
        f"/api/v1/corpora/{corpus}/pages/{all_encoded(made.secret)}",
        f"/wiki/{made.secret}",
        f"/{made.secret[:-20]}",
        f"/admin/accounts/user/{made.secret}/change/",
    ):
        assert client.get(address).status_code in (302, 400, 403, 404), address
        client.get("/nothing", headers={"referer": f"http://testserver{address}"})

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(f"with {bearer}")

    monkeypatch.setattr("accounts.api.MeView.enter", fail)
    assert client.get("/api/v1/me").status_code == 500
    written = log.getvalue()
    assert "RuntimeError: with" in written
    assert made.secret not in written
    assert made.secret[:20] not in written
    assert all_encoded(made.secret) not in written


def test_joining_and_resetting_leave_no_token_in_the_database(
    cast: Cast, client: Client, links: dict[str, str]
) -> None:
    (token, path), (reset, reset_path) = links.items()
    account = {"username": "ben", "password": "river bank 77", "password_again": "river bank 77"}
    assert client.post(path, account).status_code == 302
    client.get(reset_path, follow=True)
    assert User.objects.filter(username="ben").exists()
    stored = json.dumps(
        [list(model.objects.values()) for model in (AuditEntry, Job, Invitation, User)],
        default=str,
    )
    # The session of the person who opened the link is theirs.
    assert Session.objects.exists()
    assert token not in stored
    assert reset not in stored


def test_pages_with_a_secret_address_give_no_referrer_away(
    client: Client, links: dict[str, str]
) -> None:
    for path in links.values():
        assert client.get(path).headers["Referrer-Policy"] == "strict-origin"
    assert client.get("/log-in/").headers["Referrer-Policy"] == "same-origin"


def test_every_url_with_a_secret_is_known_to_the_logs() -> None:
    secret = [
        route
        for _name, route in named_patterns()
        if any(f"{argument}>" in route for argument in SECRET_ARGUMENTS)
    ]
    assert sorted(route.split("<")[0] for route in secret) == sorted(SECRET_PATHS)


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ("GET /join/abc/ 200", "GET /join/*** 200"),
        ('{"path": "/join/abc", "n": 1}', '{"path": "/join/***", "n": 1}'),
        ("/password-reset/MQ/abc-def/?x=1", "/password-reset/***?x=1"),
        ("%2Fjoin%2Fabc", "%2Fjoin%2F***"),
        ("%252Fjoin%252Fabc and more", "%252Fjoin%252F*** and more"),
        ("to join a campaign", "to join a campaign"),
        ("/password-reset/", "/password-reset/"),
        ("GET /wiki/tst_AbCdEfGhIjKl-_0/ 200", "GET /wiki/tst_***/ 200"),
        ("Bearer tst%5FAbCdEfGhIjKlMn", "Bearer tst%5F***"),
        ("the column tst_new", "the column tst_new"),
    ],
)
def test_what_follows_the_beginning_of_a_secret_link_is_hidden(line: str, hidden: str) -> None:
    assert hide_secrets(line) == hidden


def test_gunicorns_messages_are_written_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gunicorn.config import Config  # type: ignore[import-untyped]

    from config.web_server_log import WebServerLogger

    for kind in ("json", "text"):
        monkeypatch.setenv("TOUCHSTONE_LOG_FORMAT", kind)
        logger = WebServerLogger(Config())
        logger.error("Error handling request %s", "/join/some-secret-token/")
    written = capsys.readouterr().err
    assert written.count("Error handling request /join/***") == 2
    assert "some-secret-token" not in written
