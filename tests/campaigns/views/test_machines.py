"""The machines of a campaign on the page of its people, and by the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services import tokens
from campaigns.models import Campaign, Membership
from campaigns.services import memberships
from core.api.scopes import Scope
from core.models import IdempotencyKey
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus

LogIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db


def people_of(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/people/"


def machines_at(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/machines/"


def machine_in(cast: Cast) -> Membership:
    return Membership.objects.get(campaign=cast.campaign, user__is_machine=True)


def close(cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.CLOSED, corpus=make_corpus(), protocol={}, seed="x"
    )


def test_a_machine_is_added_and_its_token_shown_once(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    response = client.post(machines_at(cast), {"name": "Model 1"}, follow=True)
    secret = response.context["secret"]
    assert secret in response.content.decode()
    assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code
    again = client.get(response.request["PATH_INFO"], follow=True)
    assert "was shown once" in again.content.decode()
    page = client.get(people_of(cast)).content.decode()
    assert (secret in page, "Model 1" in page) == (False, True)
    assert "Model 1 (machine)" in page
    assert f"/members/{machine_in(cast).public_id}/role/" not in page


@pytest.mark.parametrize("name", ["", " ", "x" * 121, "a\0b"])
def test_odd_names_are_refused(log_in: LogIn, cast: Cast, name: str) -> None:
    response = log_in(cast.manager).post(machines_at(cast), {"name": name})
    assert response.status_code == 422
    assert not User.objects.filter(is_machine=True).exists()


def test_a_new_token_takes_the_place_of_the_old_one(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    first = client.post(machines_at(cast), {"name": "Model 1"}, follow=True).context["secret"]
    at = f"{machines_at(cast)}{machine_in(cast).public_id}/token/renew/"
    second = client.post(at, follow=True).context["secret"]
    assert first != second
    assert ApiToken.objects.filter(revoked_at=None).count() == 1


def test_a_removed_machine_has_no_page(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    client.post(machines_at(cast), {"name": "Model 1"})
    machine = machine_in(cast)
    at = f"{machines_at(cast)}{machine.public_id}/token/"
    memberships.remove_member(membership=machine, actor=cast.manager, now=NOW)
    assert client.get(at).status_code == 404
    page = client.post(at + "renew/", follow=True)
    assert "no longer in this campaign" in page.content.decode()


def test_a_person_is_no_machine_whose_token_is_renewed(log_in: LogIn, cast: Cast) -> None:
    annotator = Membership.objects.get(user=cast.annotator)
    log_in(cast.manager).post(f"{machines_at(cast)}{annotator.public_id}/token/renew/")
    assert not ApiToken.objects.exists()


def test_roles_of_people_and_machines_are_not_exchanged(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    client.post(machines_at(cast), {"name": "Model 1"})
    base = f"/campaigns/{cast.campaign.public_id}/members/"
    annotator = Membership.objects.get(user=cast.annotator)
    assert client.post(f"{base}{annotator.public_id}/role/", {"role": "machine"}).status_code == 422
    page = client.post(
        f"{base}{machine_in(cast).public_id}/role/", {"role": "manager"}, follow=True
    )
    assert "A machine stays a machine." in page.content.decode()
    assert machine_in(cast).role == "machine"


def test_nobody_is_invited_as_a_machine(log_in: LogIn, cast: Cast) -> None:
    at = f"/campaigns/{cast.campaign.public_id}/invitations/"
    response = log_in(cast.manager).post(at, {"note": "Ben", "role": "machine"})
    assert response.status_code == 422


def test_a_closed_campaign_adds_none(log_in: LogIn, cast: Cast) -> None:
    close(cast)
    client = log_in(cast.manager)
    page = client.post(machines_at(cast), {"name": "Model 1"}, follow=True).content.decode()
    assert "This campaign is closed" in page
    assert "Add a machine" not in page
    assert not User.objects.filter(is_machine=True).exists()


def api_client(person: User, *scopes: Scope) -> Client:
    made = tokens.make_api_token(person=person, name="x", now=timezone.now(), scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def test_managers_add_machines_by_the_api(cast: Cast) -> None:
    base = f"/api/v1/campaigns/{cast.campaign.public_id}"
    manager = api_client(cast.manager, Scope.MANAGE)

    def send(path: str, body: object = None, **headers: str) -> Any:
        sent = msgspec.json.encode(body) if body is not None else b""
        return manager.post(f"{base}/{path}", sent, "application/json", headers=headers)

    made = send("machines", {"name": "Model 1"})
    assert made.status_code == 201
    machine = made.json()
    me = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {machine['token']}"})
    assert me.json()["username"] == machine["username"]
    (listed,) = [
        member
        for member in manager.get(f"{base}/members").json()["results"]
        if member["id"] == machine["id"]
    ]
    assert (listed["role"], listed["name"]) == ("machine", "Model 1")
    renewed = send(f"machines/{machine['id']}/token")
    assert renewed.json()["token"] != machine["token"]
    kept = send("machines", {"name": "Model 2"}, **{"Idempotency-Key": "k"})
    assert kept.json()["code"] == "invalid_idempotency_key"
    assert send("machines", {"name": " "}).json()["code"] == "name_refused"
    person = Membership.objects.get(user=cast.annotator)
    assert send(f"machines/{person.public_id}/token").status_code == 404
    close(cast)
    assert send("machines", {"name": "Model 2"}).json()["code"] == "not_open"
    assert User.objects.filter(is_machine=True).count() == 1
    assert not IdempotencyKey.objects.exists()
