"""Every role on every address with every method."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.people import Cast
from tests.permissions.addresses import named_patterns
from tests.permissions.matrix import ANONYMOUS, MATRIX, OTHER_MANAGER, ROLES, Rule
from tests.permissions.rows import make_other_manager
from tests.permissions.world import arguments_by_address

LOG_IN = "/log-in/"


def test_every_address_has_an_entry_and_no_entry_is_left_over() -> None:
    assert sorted(name for name, _ in named_patterns()) == sorted(MATRIX)


@pytest.fixture
def urls(cast: Cast) -> dict[str, str]:
    arguments = arguments_by_address(cast)
    return {name: reverse(name, kwargs=arguments.get(name, {})) for name in MATRIX}


@pytest.fixture
def people(cast: Cast) -> dict[str, User]:
    return {**cast.by_role(), OTHER_MANAGER: make_other_manager()}


@contextmanager
def undone() -> Iterator[None]:
    """Undo what a request wrote, so that one world serves them all."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def send(client: Client, method: str, url: str) -> HttpResponseBase:
    with undone():
        if method == "post" and url.startswith("/api/"):
            return client.post(url, {}, content_type="application/json")
        return getattr(client, method)(url)  # type: ignore[no-any-return]


def was_let_in(response: HttpResponseBase) -> bool:
    """Return whether the view itself answered, even with errors of a form."""
    if response.status_code == 302:
        return not response.headers["Location"].startswith(LOG_IN + "?")
    return response.status_code not in {401, 403, 404, 405} and response.status_code < 500


def is_as_ruled(rule: Rule, method: str, role: str, response: HttpResponseBase) -> bool:
    allowed = getattr(rule, method)
    if allowed is not None:
        return was_let_in(response) == (role in allowed)
    # The address does not take the method; whoever may not know of it is told that first.
    if role in (rule.get or rule.post or frozenset()):
        return response.status_code == 405
    return response.status_code in {302, 401, 403, 404, 405}


@pytest.mark.parametrize("role", [*ROLES, OTHER_MANAGER])
def test_addresses_let_in_exactly_who_may(
    role: str, people: dict[str, User], urls: dict[str, str], log_in: Callable[[User], Client]
) -> None:
    wrong = []
    client = Client() if role == ANONYMOUS else log_in(people[role])
    cookies = client.cookies.output(header="")
    for name, rule in MATRIX.items():
        for method in ("get", "post"):
            response = send(client, method, urls[name])
            # Logging out is undone in the database; the browser's side of it is undone here.
            client.cookies.clear()
            client.cookies.load(cookies)
            if not is_as_ruled(rule, method, role, response):
                wrong.append(f"{method} {name}: {response.status_code}")
    assert wrong == []


def test_pages_take_few_queries(
    people: dict[str, User], urls: dict[str, str], log_in: Callable[[User], Client]
) -> None:
    too_many = []
    for name, rule in MATRIX.items():
        if rule.get is None:
            continue
        role = next(role for role in reversed(ROLES) if role in rule.get)
        client = log_in(people[role])
        send(client, "get", urls[name])
        with CaptureQueriesContext(connection) as queries:
            client.get(urls[name])
        if len(queries) > rule.queries:
            too_many.append((name, len(queries)))
    assert too_many == []


def test_post_without_its_csrf_token_is_refused(cast: Cast, urls: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.administrator, backend="accounts.backends.PeopleBackend")
    accepted = [
        (name, response.status_code)
        for name, rule in MATRIX.items()
        if rule.post is not None
        and (response := send(client, "post", urls[name])).status_code != 403
    ]
    assert accepted == []
