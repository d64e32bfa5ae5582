"""Webhooks through the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import tokens
from campaigns.models import Campaign, Webhook, WebhookDelivery
from core.api.scopes import Scope
from core.models import IdempotencyKey
from jobs.execution import run_job
from jobs.models import Job
from tests.campaigns.webhooks import allow_this_machine, make_webhook
from tests.core.outgoing.receivers import Receiver, receiving
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db
HOOK: dict[str, Any] = {"url": "https://hooks.example.org/x", "events": ["release.built"]}


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    allow_this_machine(settings)
    with receiving() as opened:
        yield opened


def client_of(person: User, *scopes: Scope) -> Client:
    made = tokens.make_api_token(person=person, name="x", now=timezone.now(), scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def path(cast: Cast, rest: str = "") -> str:
    return f"/api/v1/campaigns/{cast.campaign.public_id}/webhooks{rest}"


def send(client: Client, at: str, body: Any = None, **headers: str) -> Any:
    sent = msgspec.json.encode(body) if body is not None else b""
    return client.post(at, sent, content_type="application/json", headers=headers)


@pytest.mark.django_db(transaction=True)
def test_a_webhook_is_created_tested_and_repeated_as_documented(
    cast: Cast, receiver: Receiver
) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    made = send(client, path(cast), HOOK | {"url": receiver.url})
    assert made.status_code == 201
    webhook = made.json()
    (listed,) = client.get(path(cast)).json()["results"]
    assert listed == webhook | {"secret": None}
    mine = path(cast, f"/{webhook['id']}")
    assert client.get(mine).json() == listed
    ping = send(client, f"{mine}/ping")
    assert (ping.status_code, ping.json()["state"]) == (202, "waiting")
    run_job(Job.objects.get(state="queued").pk, worker="test")
    (delivery,) = client.get(f"{mine}/deliveries").json()["results"]
    assert (delivery["state"], delivery["event"]) == ("delivered", "ping")
    assert delivery["body"]["id"] == delivery["id"] == ping.json()["id"]
    assert [each["status"] for each in delivery["attempts"]] == [204]
    again = send(client, f"{mine}/deliveries/{delivery['id']}/repeat")
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    run_job(Job.objects.get(state="queued").pk, worker="test")
    # The example of the documentation accepts what was sent, and nothing else.
    text = (site.PROJECT_ROOT / "docs/api.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)
    assert len(receiver.requests) == 2
    for _, headers, body in receiver.requests:
        assert names["is_ours"](webhook["secret"], headers, body)
        assert not names["is_ours"](webhook["secret"], headers, body + b" ")
        old = headers | {"webhook-timestamp": "1"}
        assert not names["is_ours"](webhook["secret"], old, body)


def test_a_webhook_is_changed_paused_resumed_and_deleted(cast: Cast) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    webhook, secret = make_webhook(cast, HOOK["url"])
    mine = path(cast, f"/{webhook.public_id}")
    assert send(client, mine, HOOK).json()["events"] == ["release.built"]
    assert send(client, f"{mine}/pause").json()["state"] == "paused"
    for rest in ("pause", "ping"):
        refused = send(client, f"{mine}/{rest}")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_active")
    delivery = WebhookDelivery.objects.create(
        webhook=webhook, event="ping", key="k", body="{}", created_at=NOW, state="failed"
    )
    refused = send(client, f"{mine}/deliveries/{delivery.public_id}/repeat")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_active")
    assert send(client, f"{mine}/resume").json()["state"] == "active"
    assert send(client, f"{mine}/secret").json()["secret"] not in (None, secret)
    assert send(client, f"{mine}/delete").json()["id"] == str(webhook.public_id)
    assert not Webhook.objects.exists()
    assert send(client, f"{mine}/delete").status_code == 404


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"url": "http://hooks.example.org/"}, "address_refused"),
        ({"url": "https://169.254.169.254/"}, "address_refused"),
        ({"url": "https://me@hooks.example.org/"}, "address_refused"),
        ({"events": ["job.exploded"]}, "unknown_event"),
        ({"events": ["ping"]}, "unknown_event"),
        ({"events": []}, "invalid"),
        ({"url": 7}, "invalid"),
        ({"more": 1}, "invalid"),
    ],
)
def test_wrong_webhooks_are_refused(cast: Cast, change: dict[str, Any], code: str) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    refused = send(client, path(cast), HOOK | change)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert not Webhook.objects.exists()
    webhook, _ = make_webhook(cast, HOOK["url"])
    refused = send(client, path(cast, f"/{webhook.public_id}"), HOOK | change)
    assert (refused.status_code, refused.json()["code"]) == (422, code)


def test_an_eleventh_webhook_is_refused_and_secrets_are_not_kept(cast: Cast) -> None:
    client = client_of(cast.manager, Scope.MANAGE)
    refused = send(client, path(cast), HOOK, **{"Idempotency-Key": "k"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_idempotency_key")
    assert not IdempotencyKey.objects.exists()
    for _ in range(10):
        make_webhook(cast, HOOK["url"])
    refused = send(client, path(cast), HOOK)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_webhooks")


def test_nobody_else_reads_or_uses_webhooks(cast: Cast) -> None:
    webhook, _ = make_webhook(cast, HOOK["url"])
    mine = path(cast, f"/{webhook.public_id}")
    reading = client_of(cast.manager)
    assert reading.get(mine).status_code == 200
    assert send(reading, f"{mine}/ping").json()["code"] == "scope_too_small"
    for person, status in ((cast.annotator, 403), (cast.researcher, 403), (cast.stranger, 404)):
        client = client_of(person, Scope.MANAGE)
        assert client.get(f"{mine}/deliveries").status_code == status
        assert send(client, f"{mine}/delete").status_code == status
    lakes = Campaign.objects.create(name="Lakes", created_at=NOW)
    theirs = f"/api/v1/campaigns/{lakes.public_id}/webhooks/{webhook.public_id}"
    administrator = client_of(cast.administrator, Scope.MANAGE)
    assert administrator.get(theirs).status_code == 404
    unknown = f"{mine}/deliveries/{webhook.public_id}/repeat"
    assert send(administrator, unknown).status_code == 404
    assert Webhook.objects.exists()
