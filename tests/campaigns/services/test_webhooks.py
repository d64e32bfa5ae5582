"""Webhooks and their secrets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

from campaigns.models import Webhook, WebhookDelivery
from campaigns.services import webhooks
from core.models import AuditEntry
from core.outgoing.addresses import AddressRefusedError, Fault
from core.outgoing.signatures import secret_text
from tests.campaigns.webhooks import make_webhook
from tests.people import NOW, Cast

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URL = "https://hooks.example.org/touchstone?key=1"


def shown(webhook: Webhook, hours: float = 0) -> list[str]:
    keys = webhooks.keys_of(webhook, NOW + timedelta(hours=hours))
    return [secret_text(key) for key in keys]


def test_a_webhook_is_created_with_a_secret_that_is_stored_nowhere(cast: Cast) -> None:
    webhook, secret = make_webhook(cast, URL, "job.failed", "campaign.opened", "job.failed")
    assert webhook.events == ["campaign.opened", "job.failed"]
    assert (str(webhook), webhook.state) == ("hooks.example.org", "active")
    assert shown(webhook) == [secret]
    stored = " ".join(map(str, Webhook.objects.values_list().get()))
    assert secret.removeprefix("whsec_") not in stored
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target_label) == ("webhook.created", "hooks.example.org")
    assert "key=1" not in str(entry.details)


def test_each_webhook_has_its_own_secret(cast: Cast) -> None:
    assert make_webhook(cast, URL)[1] != make_webhook(cast, URL)[1]


def test_another_key_of_the_site_is_another_secret(cast: Cast, settings: Settings) -> None:
    webhook, secret = make_webhook(cast, URL)
    settings.SECRET_KEY = "another key of the site, long enough"
    assert shown(webhook) != [secret]


def test_the_former_secret_signs_for_a_day(cast: Cast) -> None:
    webhook, first = make_webhook(cast, URL)
    second = webhooks.rotate_secret(webhook=webhook, actor=cast.manager, now=NOW)
    assert second != first
    webhook.refresh_from_db()
    assert shown(webhook, hours=23) == [second, first]
    assert shown(webhook, hours=24) == [second]


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://hooks.example.org/", Fault.SCHEME),
        ("https://127.0.0.1/", Fault.NETWORK),
        ("https://[::ffff:10.0.0.1]/", Fault.NETWORK),
        ("https://2130706433/", Fault.HOST),
        ("https://me:secret@hooks.example.org/", Fault.CREDENTIALS),
        ("https://hooks.example.org:25/", Fault.PORT),
    ],
)
def test_refused_addresses_are_not_stored(cast: Cast, url: str, fault: Fault) -> None:
    with pytest.raises(AddressRefusedError) as refused:
        make_webhook(cast, url)
    assert refused.value.fault == fault
    webhook, _ = make_webhook(cast, URL)
    with pytest.raises(AddressRefusedError):
        webhooks.change_webhook(
            webhook=webhook, url=url, events=["job.failed"], actor=cast.manager, now=NOW
        )
    assert Webhook.objects.get().url == URL


@pytest.mark.parametrize("events", [[], ["ping"], ["job.failed", "job.exploded"]])
def test_unknown_events_are_refused(cast: Cast, events: list[str]) -> None:
    with pytest.raises(webhooks.UnknownEventError):
        webhooks.create_webhook(
            campaign=cast.campaign, url=URL, events=events, actor=cast.manager, now=NOW
        )
    assert not Webhook.objects.exists()


def test_a_campaign_has_ten_webhooks_at_most(cast: Cast) -> None:
    for _ in range(webhooks.MOST_WEBHOOKS):
        make_webhook(cast, URL)
    with pytest.raises(webhooks.TooManyWebhooksError):
        make_webhook(cast, URL)


def test_a_webhook_is_changed_paused_resumed_and_deleted(cast: Cast) -> None:
    webhook, _ = make_webhook(cast, URL)
    by: dict[str, Any] = {"webhook": webhook, "actor": cast.manager, "now": NOW}
    webhooks.change_webhook(url=URL + "2", events=["job.failed"], **by)
    webhooks.pause_webhook(**by)
    with pytest.raises(webhooks.NotActiveError):
        webhooks.pause_webhook(**by)
    with pytest.raises(webhooks.NotActiveError):
        webhooks.send_ping(webhook=webhook, now=NOW)
    later = NOW + timedelta(hours=1)
    webhooks.resume_webhook(**by | {"now": later})
    webhooks.resume_webhook(**by | {"now": later + timedelta(hours=1)})
    webhook.refresh_from_db()
    assert (webhook.url, webhook.events) == (URL + "2", ["job.failed"])
    assert (webhook.state, webhook.listening_since) == ("active", later)
    webhooks.send_ping(webhook=webhook, now=NOW)
    webhooks.delete_webhook(**by)
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == [
        *("webhook.created", "webhook.changed", "webhook.paused"),
        *("webhook.resumed", "webhook.deleted"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "broken"},
        {"seed": ""},
        {"failures": 1},
        {"failing_since": NOW},
        {"former_seed": "a", "rotated_at": None},
    ],
)
def test_the_database_refuses_what_makes_no_sense(cast: Cast, wrong: dict[str, Any]) -> None:
    webhook, _ = make_webhook(cast, URL)
    with pytest.raises(IntegrityError), transaction.atomic():
        Webhook.objects.filter(pk=webhook.pk).update(**wrong)
