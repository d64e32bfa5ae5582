"""Logging in and out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import CountedTries, User
from tests.people import PASSWORD, Cast


def try_to_log_in(client: Client, username: str, password: str = PASSWORD, **more: str) -> int:
    data = {"username": username, "password": password, **more}
    return client.post("/log-in/", data).status_code


def test_right_password_logs_in_and_goes_home(client: Client, cast: Cast) -> None:
    response = client.post("/log-in/", {"username": "anna", "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(cast.annotator.pk)


@pytest.mark.parametrize("username", ["ANNA", "Anna", " anna "])
def test_user_names_have_no_case(client: Client, cast: Cast, username: str) -> None:
    assert try_to_log_in(client, username) == 302


@pytest.mark.postgres
def test_user_names_have_no_case_beyond_ascii(client: Client, db: None) -> None:
    User.objects.create_user("Örjan", PASSWORD)
    assert try_to_log_in(client, "ÖRJAN") == 302


def test_unknown_name_wrong_password_and_deactivated_account_look_the_same(cast: Cast) -> None:
    User.objects.filter(pk=cast.stranger.pk).update(is_active=False)
    answers = set()
    for username, password in [("nobody", PASSWORD), ("anna", "wrong"), ("sten", PASSWORD)]:
        response = Client().post("/log-in/", {"username": username, "password": password})
        answers.add((response.status_code, str(response.context["form"].errors)))
    assert len(answers) == 1
    status, text = answers.pop()
    assert status == 422
    assert "Wrong user name or password" in text
    assert not Session.objects.exists()


def test_eighth_wrong_password_locks_out_also_the_right_one(client: Client, cast: Cast) -> None:
    assert [try_to_log_in(client, "anna", "wrong") for _ in range(7)] == [422] * 7
    assert try_to_log_in(client, "anna", "wrong") == 429
    response = client.post("/log-in/", {"username": "anna", "password": PASSWORD})
    assert response.status_code == 429
    assert b"Wait a minute" in response.content
    assert "_auth_user_id" not in client.session


def test_changing_the_case_does_not_escape_the_lock_out(client: Client, cast: Cast) -> None:
    spellings = ["anna", "Anna", "aNna", "anNa", "annA", "ANna", "AnNa", "AnnA"]
    assert [try_to_log_in(client, name, "wrong") for name in spellings] == [422] * 7 + [429]
    assert CountedTries.objects.get(kind="name and place").tries == 8


def test_lock_out_of_an_unknown_name_looks_the_same(client: Client, cast: Cast) -> None:
    assert [try_to_log_in(client, "nobody", "wrong") for _ in range(8)] == [422] * 7 + [429]


def test_lock_out_is_for_one_name_only(client: Client, cast: Cast) -> None:
    for _ in range(8):
        try_to_log_in(client, "anna", "wrong")
    assert try_to_log_in(client, "mara") == 302


def test_next_leads_back_on_this_site(client: Client, cast: Cast) -> None:
    data = {"username": "anna", "password": PASSWORD, "next": "/account/"}
    assert client.post("/log-in/", data)["Location"] == "/account/"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil"]
)
def test_next_never_leads_elsewhere(client: Client, cast: Cast, elsewhere: str) -> None:
    data = {"username": "anna", "password": PASSWORD, "next": elsewhere}
    assert client.post("/log-in/", data)["Location"] == "/"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"username": "anna"},
        {"username": "an\0na", "password": PASSWORD},
        {"username": "anna", "password": "\0"},
        {"username": "a" * 61, "password": PASSWORD},
        {"username": "anna", "password": "x" * 1001},
        {"username": "\ud800", "password": "x"},
    ],
)
def test_odd_input_is_refused_by_the_form(client: Client, cast: Cast, data: dict[str, str]) -> None:
    body = {key: value.encode("utf-8", "surrogatepass") for key, value in data.items()}
    response = client.post("/log-in/", body)
    assert response.status_code == 422
    assert not Session.objects.exists()


def test_log_out_takes_a_post(log_in: Callable[[User], Client], cast: Cast) -> None:
    client = log_in(cast.annotator)
    assert client.get("/log-out/").status_code == 405
    assert "_auth_user_id" in client.session
    response = client.post("/log-out/")
    assert (response.status_code, response["Location"]) == (302, "/log-in/")
    assert "_auth_user_id" not in client.session


def test_log_in_without_csrf_token_is_refused(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    assert try_to_log_in(client, "anna") == 403
    assert not Session.objects.exists()


def test_somebody_logged_in_is_sent_home(log_in: Callable[[User], Client], cast: Cast) -> None:
    response = log_in(cast.annotator).get("/log-in/")
    assert (response.status_code, response["Location"]) == (302, "/")


def test_pages_ask_to_log_in_first(client: Client, db: None) -> None:
    response = client.get("/account/")
    assert (response.status_code, response["Location"]) == (302, "/log-in/?next=/account/")


def test_demo_lists_its_log_ins(client: Client, db: None, settings: Settings) -> None:
    settings.DEMO = True
    page = client.get("/log-in/").content.decode()
    assert [page.count(f'data-demo-user="{person.username}"') for person in DEMO_PEOPLE] == [1] * 5


def test_no_demo_log_ins_elsewhere(client: Client, db: None, settings: Settings) -> None:
    settings.DEMO = False
    page = client.get("/log-in/").content.decode()
    assert "touchstone-demo" not in page
    assert "demo-log-in" not in page


def test_deactivating_ends_open_sessions(log_in: Callable[[User], Client], cast: Cast) -> None:
    client = log_in(cast.annotator)
    assert client.get("/account/").status_code == 200
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    assert client.get("/account/").status_code == 302


def test_log_in_page_runs_no_query(
    client: Client, db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(0):
        client.get("/log-in/")


def test_after_a_wrong_password_the_password_has_the_focus(client: Client, cast: Cast) -> None:
    first = client.get("/log-in/").content.decode()
    sent = {"username": cast.annotator.username, "password": "wrong"}
    again = client.post("/log-in/", sent).content.decode()
    focused = re.compile(r'<input[^>]*name="(\w+)"[^>]*autofocus')
    assert focused.findall(first) == ["username"]
    assert focused.findall(again) == ["password"]
