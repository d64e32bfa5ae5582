"""Members and invitations through the API."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Invitation, User
from accounts.services import tokens
from campaigns.models import Campaign, Membership
from core.api.scopes import Scope
from core.models import AuditEntry
from jobs.models import Job
from tests.people import PASSWORD, Cast
from tests.wiki.pages import make_corpus


def client_of(person: User, *scopes: Scope) -> Client:
    made = tokens.make_api_token(person=person, name="x", now=timezone.now(), scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


@pytest.fixture
def manager(cast: Cast) -> Client:
    return client_of(cast.manager, Scope.MANAGE)


def base(cast: Cast) -> str:
    return f"/api/v1/campaigns/{cast.campaign.public_id}"


def send(client: Client, cast: Cast, rest: str, body: Any = None, **headers: str) -> Any:
    sent = msgspec.json.encode(body) if body is not None else b""
    path = f"{base(cast)}/{rest}"
    return client.post(path, sent, content_type="application/json", headers=headers)


def invite(client: Client, cast: Cast, *people: dict[str, str], role: str = "verifier") -> Any:
    return send(client, cast, "invitations", {"role": role, "people": people})


def test_an_invitation_made_by_the_api_lets_one_person_in(cast: Cast, manager: Client) -> None:
    made = invite(manager, cast, {"note": "Ben, from the lab"}, {"note": "Cleo"})
    assert made.status_code == 201, made.content
    ben, cleo = made.json()["invitations"]
    assert (made.json()["mailed"], ben["state"], ben["role"]) == (0, "open", "verifier")
    account = {"username": "ben", "name": "", "email": "", "password": PASSWORD}
    joined = Client().post(ben["address"], account | {"password_again": PASSWORD})
    assert joined.status_code == 302
    member = manager.get(f"{base(cast)}/members").json()["results"][0]
    assert (member["username"], member["note"]) == ("ben", "Ben, from the lab")
    assert (member["writes_claims"], member["verifies_claims"]) == (False, True)
    listed = manager.get(f"{base(cast)}/invitations").json()["results"]
    states = {one["id"]: (one["state"], one["address"]) for one in listed}
    assert states == {ben["id"]: ("used", None), cleo["id"]: ("open", None)}


def test_who_has_an_address_is_mailed_where_mail_is_set_up(
    cast: Cast, manager: Client, settings: Settings
) -> None:
    person = {"note": "Ben", "email": "ben@example.org"}
    assert invite(manager, cast, person).json()["mailed"] == 0
    settings.MAIL_IS_SET_UP = True
    made = invite(manager, cast, person).json()
    assert (made["invitations"], made["mailed"]) == ([], 1)
    assert Job.objects.get().kind == "campaigns.mail_invitations"


def test_an_invitation_is_revoked_once(cast: Cast, manager: Client) -> None:
    (made,) = invite(manager, cast, {"note": "Ben"}).json()["invitations"]
    revoked = send(manager, cast, f"invitations/{made['id']}/revoke")
    assert revoked.json()["state"] == "revoked"
    again = send(manager, cast, f"invitations/{made['id']}/revoke")
    assert (again.status_code, again.json()["code"]) == (409, "already_closed")
    assert send(manager, cast, f"invitations/{cast.campaign.public_id}/revoke").status_code == 404


@pytest.mark.parametrize(
    "people",
    [
        [],
        [{"note": " "}],
        [{"note": "x" * 121}],
        [{"note": "Ben", "email": "ben"}],
        [{"note": "Ben", "email": "b@x.org"}, {"note": "Bo", "email": "B@x.org"}],
        [{"note": "Ben", "role": "manager"}],
        [{"email": "ben@example.org"}],
        [{"note": "Ben"}] * 201,
    ],
)
def test_wrong_lists_invite_nobody(cast: Cast, manager: Client, people: list[Any]) -> None:
    assert invite(manager, cast, *people).status_code == 422
    assert not Invitation.objects.exists()


def test_invitations_are_neither_machines_nor_kept_nor_made_when_closed(
    cast: Cast, manager: Client
) -> None:
    ben = {"note": "Ben"}
    assert invite(manager, cast, ben, role="machine").status_code == 422
    body = {"role": "writer", "people": [ben]}
    kept = send(manager, cast, "invitations", body, **{"Idempotency-Key": "k"})
    assert (kept.status_code, kept.json()["code"]) == (400, "invalid_idempotency_key")
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.CLOSED, corpus=make_corpus(), protocol={}, seed="x"
    )
    closed = invite(manager, cast, ben)
    assert (closed.status_code, closed.json()["code"]) == (409, "not_open")
    assert not Invitation.objects.exists()


def test_a_member_gets_another_role_and_is_removed(cast: Cast, manager: Client) -> None:
    member = Membership.objects.get(campaign=cast.campaign, user=cast.annotator)
    at = f"members/{member.public_id}"
    changed = send(manager, cast, f"{at}/role", {"role": "researcher"})
    assert (changed.json()["role"], changed.json()["verifies_claims"]) == ("researcher", False)
    assert send(manager, cast, f"{at}/role", {"role": "machine"}).status_code == 422
    assert send(manager, cast, f"{at}/remove").json()["username"] == cast.annotator.username
    assert send(manager, cast, f"{at}/remove").status_code == 404
    assert not Membership.objects.filter(pk=member.pk).exists()
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"member.changed", "member.removed"} <= actions


def test_nobody_ends_their_own_membership(cast: Cast, manager: Client) -> None:
    mine = Membership.objects.get(campaign=cast.campaign, user=cast.manager)
    for rest, body in (("role", {"role": "researcher"}), ("remove", None)):
        refused = send(manager, cast, f"members/{mine.public_id}/{rest}", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "own_membership")
    mine.refresh_from_db()
    assert mine.role == "manager"


def test_only_managers_with_the_scope_invite_and_remove(cast: Cast) -> None:
    member = Membership.objects.get(campaign=cast.campaign, user=cast.researcher)
    for person, scopes, status in (
        (cast.manager, (Scope.ANNOTATE,), 403),
        (cast.annotator, (Scope.MANAGE,), 403),
        (cast.stranger, (Scope.MANAGE,), 404),
    ):
        client = client_of(person, *scopes)
        assert invite(client, cast, {"note": "Ben"}).status_code == status
        assert send(client, cast, f"members/{member.public_id}/remove").status_code == status
    assert client_of(cast.annotator).get(f"{base(cast)}/invitations").status_code == 403
    assert not Invitation.objects.exists()
    assert Membership.objects.filter(pk=member.pk).exists()
