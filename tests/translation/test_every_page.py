"""Every page, in a language that shows which texts do not go through gettext."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse, HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, ngettext, pgettext

from accounts.models import User
from tests.people import Cast
from tests.permissions.matrix import ANONYMOUS, MATRIX, ROLES
from tests.permissions.test_matrix import send
from tests.permissions.world import arguments_by_address
from tests.translation.pseudo import CLOSE, OPEN, pseudo_language, stored_texts, untranslated


@pytest.mark.parametrize("role", ROLES)
def test_nothing_on_a_page_misses_translation(
    role: str, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    arguments = arguments_by_address(cast)
    data = stored_texts()
    client = Client() if role == ANONYMOUS else log_in(cast.by_role()[role])
    cookies = client.cookies.output(header="")
    missed: dict[str, list[str]] = {}
    with pseudo_language():
        # The tables of Django's admin name models and columns as the database does; the page about
        # the API shows its description, which scripts read in English.
        for name in (name for name in MATRIX if not name.startswith(("admin:", "api:docs"))):
            url = reverse(name, kwargs=arguments.get(name, {}))
            for method in ("get", "post"):
                response = send(client, method, url)
                client.cookies.clear()
                client.cookies.load(cookies)
                if left := untranslated_in(response, data):
                    missed[f"{method} {name}"] = left
    assert missed == {}


def untranslated_in(response: HttpResponseBase, data: list[str]) -> list[str]:
    """Return what an answer says to people without gettext."""
    if not isinstance(response, HttpResponse) or not response.content.strip():
        return []
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("text/html"):
        return untranslated(response.content.decode(), data)
    if kind.startswith("application/json") and "/api/" not in response.request["PATH_INFO"]:  # type: ignore[attr-defined]
        parts = "".join(html_for_people(json.loads(response.content)))
        return untranslated(f"<div>{parts}</div>", data) if parts else []
    return []


def html_for_people(answer: Any) -> Iterator[str]:
    """Yield what scripts show of an answer: every `message` and `html`, however deep."""
    if isinstance(answer, list):
        for item in answer:
            yield from html_for_people(item)
    elif isinstance(answer, dict):
        for key, value in answer.items():
            if key == "html" and isinstance(value, str):
                yield value
            elif key == "message" and isinstance(value, str):
                yield f"<p>{escape(value)}</p>"
            else:
                yield from html_for_people(value)


def test_a_text_that_misses_translation_is_found() -> None:
    page = f"""<title>{OPEN}Home{CLOSE} · Touchstone</title><h1>{OPEN}Hello, Anna{CLOSE}</h1>
      <p>Planted</p><button aria-label="Planted, too">{OPEN}Go <b>on</b>{CLOSE}</button>
      <p>Anna Annotator: 12</p><p lang="en">diagnosis</p>"""
    assert untranslated(f"<html><body>{page}</body></html>", ["Anna Annotator"]) == [
        "Planted",
        "Planted, too",
    ]


def test_texts_inside_an_answer_for_scripts_are_read() -> None:
    answer = {
        "message": "One & two",
        "problems": [{"at": "verdict", "message": "Planted"}, {"html": "<p>Planted, too</p>"}],
        "findings": {"a": [{"code": "long", "message": "Deep"}]},
    }
    parts = list(html_for_people(answer))
    assert parts == ["<p>One &amp; two</p>", "<p>Planted</p>", "<p>Planted, too</p>", "<p>Deep</p>"]
    assert untranslated(f"<div>{''.join(parts)}</div>", ["One & two"]) == [
        *("Planted", "Planted, too", "Deep"),
    ]


def test_problems_of_a_judgement_miss_no_translation(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    address = reverse("verify-confirm", kwargs=arguments_by_address(cast)["verify-confirm"])
    data = stored_texts()
    with pseudo_language():
        answer = log_in(cast.annotator).post(
            address, {"verdict": "none", "sets": []}, content_type="application/json"
        )
    assert answer.json()["problems"][0]["message"].startswith(OPEN)
    assert untranslated_in(answer, data) == []


def test_lazy_and_plural_messages_are_in_brackets() -> None:
    with pseudo_language():
        assert gettext("Save") == f"{OPEN}Save{CLOSE}"
        assert ngettext("%d claim", "%d claims", 2) % 2 == f"{OPEN}2 claims{CLOSE}"
        assert pgettext("month", "May") == f"{OPEN}May{CLOSE}"
    assert gettext("Save") == "Save"
