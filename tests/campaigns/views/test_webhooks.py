"""Pages of webhooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from campaigns.models import Campaign, Webhook, WebhookDelivery
from jobs.execution import run_job
from jobs.models import Job
from tests.campaigns.webhooks import allow_this_machine, is_signed, make_webhook
from tests.core.outgoing.receivers import Receiver, receiving
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/touchstone"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    allow_this_machine(settings)
    with receiving() as opened:
        yield opened


def address(cast: Cast, webhook: Webhook | None = None, rest: str = "") -> str:
    base = f"/campaigns/{cast.campaign.public_id}/webhooks/"
    return f"{base}{webhook.public_id}/{rest}" if webhook is not None else base


def run_jobs() -> None:
    for job in Job.objects.filter(state="queued").order_by("pk"):
        run_job(job.pk, worker="test")


@pytest.mark.django_db(transaction=True)
def test_a_manager_creates_tests_and_repeats(log_in: LogIn, cast: Cast, receiver: Receiver) -> None:
    client = log_in(cast.manager)
    made = client.post(address(cast), {"url": receiver.url, "events": ["job.failed"]})
    webhook = Webhook.objects.get()
    assert made["Location"] == address(cast, webhook, "secret/")
    secret = client.get(made["Location"]).context["made"]
    assert client.get(made["Location"])["Location"] == address(cast, webhook)
    receiver.answer = 503
    assert client.post(address(cast, webhook, "ping/")).status_code == 302
    run_jobs()
    page = client.get(address(cast, webhook)).content.decode()
    assert "HTTP 503" in page and "The answer was not a success." in page
    assert "the last attempt failed" in page
    receiver.answer = 204
    delivery = WebhookDelivery.objects.get()
    client.post(address(cast, webhook, f"deliveries/{delivery.public_id}/repeat/"))
    run_jobs()
    assert "Delivered" in client.get(address(cast, webhook)).content.decode()
    assert len(receiver.requests) == 2
    assert all(all(is_signed(secret, headers, body)) for _, headers, body in receiver.requests)


def test_the_list_shows_hosts_events_and_states(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    assert "No webhooks yet." in client.get(address(cast)).content.decode()
    make_webhook(cast, f"{URL}?key=1", "job.failed")
    page = client.get(address(cast)).content.decode()
    assert "hooks.example.org" in page and "job.failed" in page and "Active" in page
    assert "key=1" not in page


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"url": "http://hooks.example.org/"}, "The address must begin with https://."),
        ({"url": "https://10.0.0.1/"}, "leads into a network that may not be called"),
        ({"url": "https://0x7f000001/"}, "Write the host as a name"),
        ({"events": ["job.exploded"]}, "job.exploded"),
        ({"events": []}, "This field is required."),
        ({"url": ""}, "This field is required."),
    ],
)
def test_wrong_webhooks_are_refused_and_nothing_is_lost(
    log_in: LogIn, cast: Cast, sent: dict[str, Any], words: str
) -> None:
    client = log_in(cast.manager)
    data = {"url": URL, "events": ["job.failed"]} | sent
    refused = client.post(address(cast), data)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert not Webhook.objects.exists()
    webhook, _ = make_webhook(cast, URL)
    refused = client.post(address(cast, webhook), data)
    assert refused.status_code == 422 and words in refused.content.decode()
    if data["url"]:
        assert data["url"] in refused.content.decode()


def test_an_eleventh_webhook_is_refused(log_in: LogIn, cast: Cast) -> None:
    for _ in range(10):
        make_webhook(cast, URL)
    refused = log_in(cast.manager).post(address(cast), {"url": URL, "events": ["job.failed"]})
    assert refused.status_code == 422
    assert "at most ten webhooks" in refused.content.decode()


def test_a_webhook_is_changed_paused_resumed_and_deleted(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    webhook, secret = make_webhook(cast, URL)
    client.post(address(cast, webhook), {"url": f"{URL}2", "events": ["job.failed"]})
    webhook.refresh_from_db()
    assert (webhook.url, webhook.events) == (f"{URL}2", ["job.failed"])
    for _ in range(2):
        client.post(address(cast, webhook, "pause/"))
    page = client.post(address(cast, webhook, "ping/"), follow=True).content.decode()
    assert "Nothing is sent until the webhook is resumed." in page and "Paused" in page
    assert not WebhookDelivery.objects.exists()
    client.post(address(cast, webhook, "resume/"))
    changed = client.post(address(cast, webhook, "secret/change/"))
    shown = client.get(changed["Location"])
    assert shown.context["made"] != secret
    assert "signed with the former secret as well" in shown.content.decode()
    client.post(address(cast, webhook, "delete/"))
    assert not Webhook.objects.exists()
    assert client.get(address(cast, webhook)).status_code == 404


def test_what_touchstone_switched_off_says_so(log_in: LogIn, cast: Cast) -> None:
    webhook, _ = make_webhook(cast, URL)
    Webhook.objects.update(state="disabled", failures=20, failing_since=NOW)
    delivery = WebhookDelivery.objects.create(
        webhook=webhook, event="job.failed", key="k", body="{}", created_at=NOW, state="failed"
    )
    client = log_in(cast.manager)
    page = client.get(address(cast, webhook)).content.decode()
    assert "Switched off" in page and "failed for more than a day" in page
    refused = client.post(address(cast, webhook, f"deliveries/{delivery.public_id}/repeat/"))
    assert refused.status_code == 302
    assert WebhookDelivery.objects.get().state == "failed"


def test_nobody_else_sees_or_uses_webhooks(log_in: LogIn, cast: Cast) -> None:
    webhook, _ = make_webhook(cast, URL)
    lakes = Campaign.objects.create(name="Lakes", created_at=NOW)
    theirs = f"/campaigns/{lakes.public_id}/webhooks/{webhook.public_id}/"
    for person, status in ((cast.annotator, 403), (cast.researcher, 403), (cast.stranger, 404)):
        client = log_in(person)
        assert client.get(address(cast)).status_code == status
        assert client.get(address(cast, webhook)).status_code == status
        assert client.post(address(cast, webhook, "ping/")).status_code == status
    assert log_in(cast.administrator).get(theirs).status_code == 404
    assert not WebhookDelivery.objects.exists()


def test_webhooks_of_an_archived_campaign_can_only_be_read(log_in: LogIn, cast: Cast) -> None:
    webhook, _ = make_webhook(cast, URL)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state="archived", archived_from="draft")
    client = log_in(cast.manager)
    page = client.get(address(cast, webhook))
    assert page.status_code == 200 and "Send a test" not in page.content.decode()
    assert client.post(address(cast, webhook, "delete/")).status_code == 403
    assert Webhook.objects.exists()
