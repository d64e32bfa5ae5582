"""Inviting many people at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from accounts.models import Invitation, User
from campaigns.models import Campaign, Membership
from campaigns.services import bulk_invitations
from jobs.execution import run_job
from jobs.models import Job
from tests.people import PASSWORD, Cast
from tests.wiki.pages import make_corpus

LogIn = Callable[[User], Client]


def send(client: Client, cast: Cast, people: str = "", **data: Any) -> Any:
    url = f"/campaigns/{cast.campaign.public_id}/invitations/many/"
    return client.post(url, {"people": people, "role": "verifier", **data})


def join(client: Client, path: str, username: str) -> int:
    form = {"username": username, "name": "", "email": ""}
    passwords = {"password": PASSWORD, "password_again": PASSWORD}
    return client.post(path, {**form, **passwords}).status_code


def paths_in(text: str) -> list[str]:
    return re.findall(r"/join/[\w-]+/", text)


def run_jobs() -> None:
    for job in Job.objects.filter(state="queued").order_by("pk"):
        run_job(job.pk, worker="test")


def test_each_line_gets_its_own_link_shown_once(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    response = send(client, cast, "Room 4\n\nben@example.org, Prolific =1\n")
    page = client.get(response["Location"])
    text = page.context["text"]
    notes = [line.split(",")[0] for line in text.splitlines()]
    assert notes == ["Room 4", "Prolific =1"]
    assert len(set(paths_in(text))) == 2
    assert client.get(response["Location"]).status_code == 302
    assert Invitation.objects.exclude(email="").count() == 0  # mail is not set up
    assert not Job.objects.exists()


def test_the_note_stays_with_the_member(log_in: LogIn, client: Client, cast: Cast) -> None:
    manager = log_in(cast.manager)
    response = send(manager, cast, "Pool A 17")
    (path,) = set(paths_in(manager.get(response["Location"]).context["text"]))
    assert join(client, path, "ben") == 302
    assert Membership.objects.get(user__username="ben").note == "Pool A 17"
    assert (
        "Pool A 17" in manager.get(f"/campaigns/{cast.campaign.public_id}/people/").content.decode()
    )


@pytest.mark.django_db(transaction=True)
def test_links_are_mailed_and_their_addresses_forgotten(
    log_in: LogIn, client: Client, cast: Cast, settings: Settings
) -> None:
    settings.MAIL_IS_SET_UP = True
    response = send(log_in(cast.manager), cast, "ben@example.org,Pool A\nzoe@example.org")
    assert response["Location"].endswith("/people/")
    assert mail.outbox == []
    run_jobs()
    assert [message.to for message in mail.outbox] == [["ben@example.org"], ["zoe@example.org"]]
    assert Job.objects.get().result == {"mails": 2}
    (path,) = paths_in(str(mail.outbox[0].body))
    assert join(client, path, "ben") == 302
    invitation = Invitation.objects.get(note="Pool A")
    assert (invitation.email, invitation.accepted_by) == ("", User.objects.get(username="ben"))


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_failed_is_sent_by_the_next_attempt_alone(
    log_in: LogIn, cast: Cast, settings: Settings
) -> None:
    settings.MAIL_IS_SET_UP = True
    send(log_in(cast.manager), cast, "ben@example.org\nzoe@example.org")
    with mock.patch.object(bulk_invitations, "send_mail", side_effect=_once(mail.send_mail)):
        run_jobs()
    Job.objects.update(not_before=None)
    run_jobs()
    assert [message.to for message in mail.outbox] == [["ben@example.org"], ["zoe@example.org"]]


def _once(send_mail: Callable[..., int]) -> Callable[..., int]:
    calls: list[str] = []

    def send(*arguments: Any) -> int:
        calls.append("")
        if len(calls) > 1:
            raise ConnectionRefusedError
        return send_mail(*arguments)

    return send


def test_a_revoked_invitation_is_not_mailed(log_in: LogIn, cast: Cast, settings: Settings) -> None:
    settings.MAIL_IS_SET_UP = True
    manager = log_in(cast.manager)
    send(manager, cast, "ben@example.org")
    invitation = Invitation.objects.get()
    base = f"/campaigns/{cast.campaign.public_id}/invitations"
    manager.post(f"{base}/{invitation.public_id}/revoke/")
    invitation.refresh_from_db()
    assert invitation.email == ""
    bulk_invitations.mail_invitation(
        invitation=invitation, site="http://testserver", now=invitation.created_at
    )
    assert mail.outbox == []


def test_a_file_may_have_a_heading_and_a_byte_order_mark(log_in: LogIn, cast: Cast) -> None:
    file = SimpleUploadedFile("pool.csv", "\ufeffemail,note\r\nben@example.org,Ö 1\r\n".encode())
    assert send(log_in(cast.manager), cast, file=file).status_code == 302
    assert Invitation.objects.get().note == "Ö 1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Paste a list or choose a file"),
        ("\n , \n", "The list is empty."),
        ("a@example.org\na@EXAMPLE.org", "Line 2:"),
        ("Ada\nnot@an@address", "Line 2:"),
        ("a,b,c", "Line 1:"),
        ("a,b", "Line 1:"),
        ("x" * 121, "Line 1:"),
        ("ben\0", "Null characters"),
        ("\n".join(map(str, range(201))), "at most 200 people"),
    ],
)
def test_wrong_lists_invite_nobody(log_in: LogIn, cast: Cast, text: str, told: str) -> None:
    response = send(log_in(cast.manager), cast, text)
    assert response.status_code == 422
    assert told in response.content.decode()
    assert not Invitation.objects.exists()


@pytest.mark.parametrize(
    ("content", "told"), [(b"\xff\xfe", "not in UTF-8"), (b"x" * 100_001, "longer than 100 kB")]
)
def test_wrong_files_invite_nobody(log_in: LogIn, cast: Cast, content: bytes, told: str) -> None:
    response = send(log_in(cast.manager), cast, file=SimpleUploadedFile("pool.csv", content))
    assert response.status_code == 422
    assert told in response.content.decode()
    assert not Invitation.objects.exists()


def test_a_closed_campaign_invites_nobody(log_in: LogIn, cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.CLOSED, corpus=make_corpus(), protocol={}, seed="x"
    )
    response = send(log_in(cast.manager), cast, "Ada")
    assert response["Location"].endswith("/people/")
    assert not Invitation.objects.exists()
