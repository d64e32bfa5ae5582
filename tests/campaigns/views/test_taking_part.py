"""Workers of external platforms join by the id in the address."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, CrowdWorker, Membership, WorkerLink
from campaigns.services import memberships, workers
from core.models import AuditEntry
from tests.people import NOW, PASSWORD, Cast
from tests.wiki.pages import make_corpus

LogIn = Callable[[User], Client]
BEN = {"username": "ben", "name": "", "email": "", "password": PASSWORD, "password_again": PASSWORD}


def make_link(cast: Cast, **changes: Any) -> tuple[WorkerLink, str]:
    given: dict[str, Any] = {
        "campaign": cast.campaign,
        "member_role": MEMBER_ROLES["verifier"],
        "name": "Prolific, March",
        "parameter": "PROLIFIC_PID",
        "seats": 2,
        "items": 1,
        "code": "",
        "lifetime": timedelta(days=3),
        "actor": cast.manager,
        "now": timezone.now(),
    }
    return workers.make_worker_link(**(given | changes))


def address(token: str, worker_id: str = "5f3a") -> str:
    return f"/take-part/{token}/?PROLIFIC_PID={worker_id}&STUDY_ID=1"


def nobody_came() -> bool:
    return not CrowdWorker.objects.exists() and User.objects.count() == 5


def test_a_manager_makes_a_link_that_is_shown_once(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    url = f"/campaigns/{cast.campaign.public_id}/workers/"
    form = {"name": "Pool", "role": "verifier", "parameter": "pid", "seats": 5, "items": 3}
    response = client.post(url, {**form, "days": 7, "code": "C1A2"})
    page = client.get(response["Location"])
    link = WorkerLink.objects.get()
    assert (link.name, link.seats, link.items, link.code) == ("Pool", 5, 3, "C1A2")
    assert link.member_role == MEMBER_ROLES["verifier"]
    assert page.context["address"].endswith("?pid=")
    assert page.context["at_prolific"].endswith("?pid={{%PROLIFIC_PID%}}")
    assert client.get(response["Location"]).status_code == 302
    assert "works until" in client.get(url).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"role": "manager"},
        {"role": "expert"},
        {"parameter": "a b"},
        {"parameter": "7"},
        {"seats": 0},
        {"seats": 10_001},
        {"items": 0},
        {"days": 366},
        {"code": "a b"},
        {"name": ""},
    ],
)
def test_a_wrong_link_is_refused(log_in: LogIn, cast: Cast, change: dict[str, Any]) -> None:
    form = {"name": "Pool", "role": "verifier", "parameter": "pid", "seats": 5, "items": 3}
    url = f"/campaigns/{cast.campaign.public_id}/workers/"
    response = log_in(cast.manager).post(url, {**form, "days": 7, "code": "", **change})
    assert response.status_code == 422
    assert not WorkerLink.objects.exists()


def test_a_worker_joins_under_the_id_in_the_address(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast)
    page = client.get(address(token)).content.decode()
    assert "5f3a" in page
    assert "Rivers" in page
    assert nobody_came()
    response = client.post(address(token), BEN)
    assert response["Location"] == f"/campaigns/{cast.campaign.public_id}/"
    worker = CrowdWorker.objects.get()
    assert (worker.worker_id, worker.person.username) == ("5f3a", "ben")
    assert len(worker.code) == 10
    membership = Membership.objects.get(user=worker.person)
    assert membership.member_role == MEMBER_ROLES["verifier"]
    assert membership.note == "Prolific, March: 5f3a"
    assert AuditEntry.objects.latest("pk").action == "worker.joined"


def test_who_comes_again_gets_to_the_campaign(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast)
    client.post(address(token), BEN)
    response = client.get(address(token))
    assert response["Location"] == f"/campaigns/{cast.campaign.public_id}/"
    assert CrowdWorker.objects.count() == 1


def test_a_code_of_the_study_is_everybodys(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast, code="C1A2")
    client.post(address(token), BEN)
    assert CrowdWorker.objects.get().code == "C1A2"


def test_somebody_logged_in_joins_as_themselves(log_in: LogIn, cast: Cast) -> None:
    _link, token = make_link(cast)
    client = log_in(cast.stranger)
    assert "Join as Sten Stranger" in client.get(address(token)).content.decode()
    assert client.post(address(token)).status_code == 302
    assert CrowdWorker.objects.get().person == cast.stranger


def test_logging_in_comes_back_with_the_worker_id(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast)
    page = client.get(address(token)).content.decode()
    assert f"next=%2Ftake-part%2F{token}%2F%3FPROLIFIC_PID%3D5f3a%26STUDY_ID%3D1" in page


def test_a_worker_id_of_somebody_else_lets_nobody_in(log_in: LogIn, cast: Cast) -> None:
    _link, token = make_link(cast)
    Client().post(address(token), BEN)
    stranger = log_in(cast.stranger)
    assert stranger.get(address(token)).status_code == 409
    assert stranger.post(address(token)).status_code == 409
    assert CrowdWorker.objects.get().person.username == "ben"
    assert not Membership.objects.filter(user=cast.stranger).exists()


def test_a_member_cannot_become_a_worker(log_in: LogIn, cast: Cast) -> None:
    _link, token = make_link(cast)
    assert log_in(cast.annotator).post(address(token)).status_code == 409
    assert nobody_came()


def test_a_removed_worker_stays_known_and_cannot_join_again(log_in: LogIn, cast: Cast) -> None:
    _link, token = make_link(cast)
    client = log_in(cast.stranger)
    client.post(address(token))
    membership = Membership.objects.get(user=cast.stranger)
    memberships.remove_member(membership=membership, actor=cast.manager, now=NOW)
    assert client.post(address(token, "other")).status_code == 409
    assert CrowdWorker.objects.get().worker_id == "5f3a"
    assert not Membership.objects.filter(user=cast.stranger).exists()


@pytest.mark.parametrize(
    "worker_id", ["", "{{%25PROLIFIC_PID%25}}", "a%00b", "a%20b", "%F0%9F%92%A9", "a" * 101, "=1"]
)
def test_no_worker_id_no_account(client: Client, cast: Cast, worker_id: str) -> None:
    _link, token = make_link(cast)
    assert client.get(address(token, worker_id)).status_code == 400
    assert client.post(address(token, worker_id), BEN).status_code == 400
    assert nobody_came()


def test_no_more_join_than_there_are_seats(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast, seats=1)
    assert client.post(address(token, "a"), BEN).status_code == 302
    other = Client().post(address(token, "b"), BEN | {"username": "zoe"})
    assert other.status_code == 410
    assert not User.objects.filter(username="zoe").exists()


@pytest.mark.parametrize("end", ["revoked", "expired", "closed", "demoted", "deactivated"])
def test_links_end(client: Client, cast: Cast, end: str, log_in: LogIn) -> None:
    link, token = make_link(cast)
    if end == "revoked":
        base = f"/campaigns/{cast.campaign.public_id}/workers/links/{link.public_id}/revoke/"
        assert log_in(cast.manager).post(base).status_code == 302
    if end == "expired":
        WorkerLink.objects.update(expires_at=timezone.now())
    if end == "closed":
        Campaign.objects.filter(pk=cast.campaign.pk).update(
            state=Campaign.State.CLOSED, corpus=make_corpus(), protocol={}, seed="x"
        )
    if end == "demoted":
        Membership.objects.filter(user=cast.manager).update(role="researcher")
    if end == "deactivated":
        User.objects.filter(pk=cast.manager.pk).update(is_active=False)
    assert client.get(address(token)).status_code == 410
    assert client.post(address(token), BEN).status_code == 410
    assert nobody_came()


def test_a_refused_account_keeps_the_seat_free(client: Client, cast: Cast) -> None:
    _link, token = make_link(cast)
    assert client.post(address(token), BEN | {"password_again": "x"}).status_code == 422
    assert client.post(address(token), BEN | {"username": "anna"}).status_code == 422
    assert nobody_came()


def test_an_unknown_link_is_not_found(client: Client, cast: Cast) -> None:
    assert client.get(address("x" * 43)).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_of_six_at_once_as_many_get_in_as_there_are_seats(cast: Cast) -> None:
    _link, token = make_link(cast, seats=2)
    gate = threading.Barrier(6)
    statuses: list[int] = []

    def join(number: int) -> None:
        try:
            gate.wait()
            form = BEN | {"username": f"worker{number}"}
            statuses.append(Client().post(address(token, f"w{number}"), form).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=join, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [302, 302, 410, 410, 410, 410]
    assert CrowdWorker.objects.count() == 2
