"""Changing a password, and setting a new one when it is forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from accounts.services import passwords, people
from jobs.execution import run_job
from jobs.models import Job
from tests.people import PASSWORD, Cast

NEW = "a brand new phrase"
LogIn = Callable[[User], Client]


@pytest.fixture
def mail_works(settings: Settings) -> None:
    settings.MAIL_IS_SET_UP = True


def set_new(client: Client, path: str, password: str = NEW, again: str = NEW) -> int:
    """Open a link and send the form behind it."""
    response = client.get(path)
    if response.status_code != 302:
        return response.status_code
    data = {"new_password1": password, "new_password2": again}
    return client.post(response["Location"], data).status_code


def run_mail_jobs() -> list[str]:
    """Run every job that waits, as a worker would, and say what became of it."""
    for job in Job.objects.filter(state="queued").order_by("pk"):
        run_job(job.pk, worker="test")
    return list(Job.objects.order_by("pk").values_list("state", flat=True))


def password_of(person: User) -> str:
    return User.objects.get(pk=person.pk).password


def test_changing_needs_the_current_password(log_in: LogIn, cast: Cast) -> None:
    before = password_of(cast.annotator)
    data = {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW}
    response = log_in(cast.annotator).post("/account/password/", data)
    assert response.status_code == 422
    assert b"not your current password" in response.content
    assert password_of(cast.annotator) == before


def test_changing_keeps_this_browser_and_logs_out_the_others(log_in: LogIn, cast: Cast) -> None:
    here, elsewhere = log_in(cast.annotator), log_in(cast.annotator)
    data = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/account/password/", data).status_code == 302
    assert User.objects.get(pk=cast.annotator.pk).check_password(NEW)
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("password", "again"),
    [
        ("short", "short"),
        (NEW, "another phrase"),
        ("1234567890123", "1234567890123"),
        ("password123", "password123"),
        ("anna annotator", "anna annotator"),
        ("x" * 1001, "x" * 1001),
    ],
)
def test_weak_or_differing_passwords_are_refused(
    log_in: LogIn, cast: Cast, password: str, again: str
) -> None:
    before = password_of(cast.annotator)
    data = {"old_password": PASSWORD, "new_password1": password, "new_password2": again}
    assert log_in(cast.annotator).post("/account/password/", data).status_code == 422
    assert password_of(cast.annotator) == before


@pytest.mark.postgres
def test_no_password_is_set_for_somebody_deactivated_meanwhile(cast: Cast) -> None:
    read_before = User.objects.get(pk=cast.annotator.pk)
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    with pytest.raises(people.PasswordChangedError):
        people.set_password(person=read_before, password=NEW)
    assert password_of(cast.annotator) == read_before.password


@pytest.mark.postgres
def test_of_two_who_use_a_link_at_once_one_sets_the_password(cast: Cast) -> None:
    first, second = (User.objects.get(pk=cast.annotator.pk) for _ in range(2))
    people.set_password(person=first, password=NEW)
    with pytest.raises(people.PasswordChangedError):
        people.set_password(person=second, password="another phrase")
    assert User.objects.get(pk=cast.annotator.pk).check_password(NEW)


def test_whoever_comes_second_is_told_that_the_link_is_gone(client: Client, cast: Cast) -> None:
    path = passwords.reset_path(person=cast.annotator)
    form_path = client.get(path)["Location"]
    with mock.patch.object(people, "set_password", side_effect=people.PasswordChangedError):
        data = {"new_password1": NEW, "new_password2": NEW}
        assert client.post(form_path, data).status_code == 410


def test_without_mail_the_page_points_to_an_administrator(client: Client, db: None) -> None:
    response = client.get("/password-reset/")
    assert b"Ask an administrator" in response.content
    assert b"<form class" not in response.content


def test_without_mail_asking_sends_nothing(client: Client, cast: Cast) -> None:
    assert client.post("/password-reset/", {"email": "anna@example.org"}).status_code == 200
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_works")
def test_known_and_unknown_addresses_get_the_same_answer(client: Client, cast: Cast) -> None:
    User.objects.filter(pk=cast.stranger.pk).update(is_active=False)
    answers = {
        (response.status_code, response["Location"])
        for email in ("anna@example.org", "nobody@example.org", "sten@example.org")
        for response in [client.post("/password-reset/", {"email": email})]
    }
    assert answers == {(302, "/password-reset/sent/")}
    assert mail.outbox == []
    assert run_mail_jobs() == ["succeeded"] * 3
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


@pytest.mark.usefixtures("mail_works")
def test_known_and_unknown_addresses_cost_the_same_queries(client: Client, cast: Cast) -> None:
    counts = set()
    for email in ("anna@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            client.post("/password-reset/", {"email": email})
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.mark.usefixtures("mail_works")
def test_a_mail_server_that_is_down_is_tried_again_behind_the_scenes(
    client: Client, cast: Cast
) -> None:
    client.post("/password-reset/", {"email": "anna@example.org"})
    with mock.patch.object(passwords, "send_mail", side_effect=ConnectionRefusedError):
        assert run_mail_jobs() == ["queued"]
    Job.objects.update(not_before=None)
    assert run_mail_jobs() == ["succeeded"]
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


@pytest.mark.usefixtures("mail_works")
def test_asking_twice_sends_one_mail_and_keeps_no_address(client: Client, cast: Cast) -> None:
    for email in ("anna@example.org", "Anna@Example.org"):
        assert client.post("/password-reset/", {"email": email}).status_code == 302
    job = Job.objects.get()
    assert "example.org" not in f"{job.parameters} {job.exclusive}"


@pytest.mark.usefixtures("mail_works")
def test_a_flood_of_requests_leaves_the_queue_usable(client: Client, cast: Cast) -> None:
    for number in range(25):
        response = client.post("/password-reset/", {"email": f"a{number}@example.org"})
        assert response.status_code == 302
    assert Job.objects.count() == 20


@pytest.mark.usefixtures("mail_works")
def test_somebody_deactivated_meanwhile_gets_no_mail(client: Client, cast: Cast) -> None:
    client.post("/password-reset/", {"email": "anna@example.org"})
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    assert run_mail_jobs() == ["succeeded"]
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_works")
@pytest.mark.parametrize("email", ["", "no address", "a\0@example.org", "a" * 250 + "@example.org"])
def test_odd_addresses_are_refused_by_the_form(client: Client, db: None, email: str) -> None:
    assert client.post("/password-reset/", {"email": email}).status_code == 422
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_works")
def test_mailed_link_sets_the_password_once(client: Client, cast: Cast) -> None:
    client.post("/password-reset/", {"email": "ANNA@example.org"})
    run_mail_jobs()
    body = str(mail.outbox[0].body)
    (path,) = re.findall(r"http://testserver(/password-reset/\S+)", body)
    assert "Your user name is anna." in body
    assert set_new(client, path) == 302
    assert User.objects.get(pk=cast.annotator.pk).check_password(NEW)
    assert set_new(Client(), path, "another phrase", "another phrase") == 410
    assert User.objects.get(pk=cast.annotator.pk).check_password(NEW)


def test_link_expires_after_a_day(client: Client, cast: Cast) -> None:
    made = datetime.now(UTC).replace(tzinfo=None) - timedelta(hours=25)
    with mock.patch.object(default_token_generator, "_now", return_value=made):
        path = passwords.reset_path(person=cast.annotator)
    before = password_of(cast.annotator)
    assert set_new(client, path) == 410
    assert password_of(cast.annotator) == before


def test_link_dies_at_the_next_log_in(client: Client, cast: Cast) -> None:
    path = passwords.reset_path(person=cast.annotator)
    client.post("/log-in/", {"username": "anna", "password": PASSWORD})
    assert set_new(Client(), path) == 410


def test_link_of_a_deactivated_person_is_void(client: Client, cast: Cast) -> None:
    path = passwords.reset_path(person=cast.annotator)
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    before = password_of(cast.annotator)
    assert set_new(client, path) == 410
    assert password_of(cast.annotator) == before


@pytest.mark.parametrize(
    "path",
    [
        "/password-reset/MQ/set-password/",
        "/password-reset/MQ/abc-def/",
        "/password-reset/!!/x/",
        "/password-reset/OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk/x-y/",
        "/password-reset/AA/x%00y/",
    ],
)
def test_made_up_links_are_gone(client: Client, cast: Cast, path: str) -> None:
    assert client.get(path).status_code == 410
    assert client.post(path, {"new_password1": NEW, "new_password2": NEW}).status_code == 410


def test_differing_passwords_keep_the_link_alive(client: Client, cast: Cast) -> None:
    path = passwords.reset_path(person=cast.annotator)
    assert set_new(client, path, NEW, "something else") == 422
    assert set_new(client, path) == 302


def test_a_new_password_lifts_the_lock_out(client: Client, cast: Cast) -> None:
    for username in ("Anna", "mara"):
        for _ in range(8):
            client.post("/log-in/", {"username": username, "password": "wrong"})
    path = passwords.reset_path(person=cast.annotator)
    assert set_new(client, path) == 302
    answers = [
        client.post("/log-in/", {"username": username, "password": password}).status_code
        for username, password in [("mara", PASSWORD), ("Anna", NEW)]
    ]
    assert answers == [429, 302]


def test_a_refused_new_password_keeps_the_lock_out(client: Client, cast: Cast) -> None:
    for _ in range(8):
        client.post("/log-in/", {"username": "anna", "password": "wrong"})
    path = passwords.reset_path(person=cast.annotator)
    assert set_new(client, path, NEW, "something else") == 422
    response = client.post("/log-in/", {"username": "anna", "password": PASSWORD})
    assert response.status_code == 429
