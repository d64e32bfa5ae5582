"""Pages of one person: not kept by browsers and proxies for the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.people import Cast
from tests.permissions.matrix import ANONYMOUS, MATRIX, ROLES
from tests.permissions.world import arguments_by_address

# Their answers are a corpus' titles, for the person who types; a browser asks again and again.
KEPT_FOR_A_MINUTE = {"search:suggest", "desk-suggest"}


@pytest.mark.parametrize("role", ROLES)
def test_no_page_is_kept(role: str, cast: Cast, log_in: Callable[[User], Client]) -> None:
    arguments = arguments_by_address(cast)
    client = Client() if role == ANONYMOUS else log_in(cast.by_role()[role])
    cookies = client.cookies.output(header="")
    kept = {}
    for name, rule in MATRIX.items():
        if rule.get is None:
            continue
        answer = client.get(reverse(name, kwargs=arguments.get(name, {})))
        client.cookies.clear()
        client.cookies.load(cookies)
        told = {part.strip() for part in answer.headers.get("Cache-Control", "").split(",")}
        needed = {"private", "no-store"}
        if name in KEPT_FOR_A_MINUTE and answer.status_code == 200 and "max-age=60" in told:
            needed = {"private"}
        elif answer.has_header("ETag"):
            needed = {"private", "no-cache"}
        if not needed <= told:
            kept[name] = answer.headers.get("Cache-Control")
    assert kept == {}


def test_errors_are_not_kept_either(cast: Cast, log_in: Callable[[User], Client]) -> None:
    client = log_in(cast.annotator)
    for path, status in (("/nothing/", 404), ("/people/", 403), ("/log-out/", 405)):
        answer = client.get(path)
        assert answer.status_code == status
        assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))


def test_static_files_are_kept_by_everybody(client: Client) -> None:
    answer = client.get(staticfiles_storage.url("touchstone/css/tokens.css"))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"
