"""Links for workers through the API."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from campaigns.models import WorkerLink
from core.api.scopes import Scope
from core.models import IdempotencyKey
from tests.people import PASSWORD, Cast

LINK = {"name": "Pool", "role": "verifier", "parameter": "pid", "seats": 2, "items": 1}


def client_of(person: User, *scopes: Scope) -> Client:
    made = tokens.make_api_token(person=person, name="x", now=timezone.now(), scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def send(client: Client, cast: Cast, rest: str, body: Any = None, **headers: str) -> Any:
    sent = msgspec.json.encode(body) if body is not None else b""
    path = f"/api/v1/campaigns/{cast.campaign.public_id}/{rest}"
    return client.post(path, sent, content_type="application/json", headers=headers)


def test_a_link_made_by_the_api_lets_a_worker_in(cast: Cast) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    made = send(client, cast, "worker-links", LINK)
    assert made.status_code == 201
    account = {"username": "ben", "name": "", "email": "", "password": PASSWORD}
    browser = Client()
    joined = browser.post(made.json()["address"] + "w7", account | {"password_again": PASSWORD})
    assert joined.status_code == 302
    base = f"/api/v1/campaigns/{cast.campaign.public_id}"
    (worker,) = client.get(f"{base}/workers").json()["results"]
    assert (worker["worker_id"], worker["username"], worker["completed_at"]) == ("w7", "ben", None)
    (link,) = client.get(f"{base}/worker-links").json()["results"]
    assert (link["taken"], link["address"], link["role"]) == (1, None, "verifier")


def test_a_link_is_not_kept_to_be_answered_again(cast: Cast) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    refused = send(client, cast, "worker-links", LINK, **{"Idempotency-Key": "k"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_idempotency_key")
    assert not WorkerLink.objects.exists()
    assert not IdempotencyKey.objects.exists()


def test_a_link_is_revoked_once(cast: Cast) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    made = send(client, cast, "worker-links", LINK).json()
    revoked = send(client, cast, f"worker-links/{made['id']}/revoke")
    assert revoked.json()["revoked_at"] is not None
    again = send(client, cast, f"worker-links/{made['id']}/revoke")
    assert (again.status_code, again.json()["code"]) == (409, "already_revoked")


@pytest.mark.parametrize(
    "change",
    [
        {"role": "manager"},
        {"seats": 0},
        {"seats": "2"},
        {"items": 10_001},
        {"parameter": "a b"},
        {"code": "a b"},
        {"days": 400},
        {"name": ""},
        {"more": 1},
    ],
)
def test_wrong_links_are_refused(cast: Cast, change: dict[str, Any]) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    assert send(client, cast, "worker-links", LINK | change).status_code == 422
    assert not WorkerLink.objects.exists()


def test_reading_does_not_make_links_nor_annotators_read_workers(cast: Cast) -> None:
    assert send(client_of(cast.manager), cast, "worker-links", LINK).status_code == 403
    annotator = client_of(cast.annotator, Scope.MANAGE)
    assert send(annotator, cast, "worker-links", LINK).status_code == 403
    base = f"/api/v1/campaigns/{cast.campaign.public_id}"
    assert annotator.get(f"{base}/workers").status_code == 403
    assert client_of(cast.stranger).get(f"{base}/workers").status_code == 404
    assert not WorkerLink.objects.exists()
