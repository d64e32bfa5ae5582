"""Deliveries to receivers on this machine: found once, signed, tried again, given up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import msgspec
import pytest
from django.db import connection
from pytest_django import Settings

from campaigns.events import CampaignEvent, Occurrence
from campaigns.job_kinds import look_after_webhooks
from campaigns.models import Campaign, Webhook, WebhookAttempt, WebhookDelivery
from campaigns.services import webhook_deliveries, webhooks
from core.models import AuditEntry
from core.outgoing.addresses import Fault
from core.outgoing.posting import PostReply
from core.services import audit
from jobs.execution import run_job
from jobs.models import Job
from jobs.services import jobs
from tests.campaigns.webhooks import (
    MovedClock,
    allow_this_machine,
    is_signed,
    make_webhook,
    send,
)
from tests.core.outgoing.receivers import Receiver, raw, receiving
from tests.people import NOW, Cast

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
REFUSED = PostReply(503, Fault.STATUS, "busy", 7)
ACCEPTED = PostReply(204, None, "", 7)


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    allow_this_machine(settings)
    with receiving() as opened:
        yield opened


def happen(cast: Cast, clock: MovedClock, action: str = "campaign.open") -> None:
    audit.record(actor=cast.manager, action=action, target=cast.campaign, now=clock())


def look(clock: MovedClock) -> int:
    return webhook_deliveries.collect_events(now=clock.move(seconds=10))


def states(webhook: Webhook) -> list[str]:
    return list(webhook.deliveries.order_by("pk").values_list("state", flat=True))


def test_an_event_arrives_signed(cast: Cast, receiver: Receiver, clock: MovedClock) -> None:
    webhook, secret = make_webhook(cast, receiver.url)
    happen(cast, clock)
    happen(cast, clock, "campaign.closed")  # was not chosen
    assert look(clock) == 1
    assert send(webhook, clock) == 1
    ((path, headers, body),) = receiver.requests
    assert path == "/hook?key=1"
    assert is_signed(secret, headers, body) == [True]
    assert not any(is_signed(secret, headers, body + b" "))
    assert int(headers["webhook-timestamp"]) == int(clock().timestamp())
    delivery = webhook.deliveries.get()
    base = f"/api/v1/campaigns/{cast.campaign.public_id}"
    assert msgspec.json.decode(body) == {
        "id": str(delivery.public_id),
        "event": "campaign.opened",
        "time": NOW.isoformat().replace("+00:00", "Z"),
        "campaign": {"id": str(cast.campaign.public_id), "url": base},
        "object": {"kind": "campaign", "id": str(cast.campaign.public_id), "url": base},
    }
    assert headers["webhook-id"] == str(delivery.public_id)
    assert (delivery.state, delivery.tries, delivery.due_at) == ("delivered", 1, None)
    attempt = delivery.attempts.get()
    assert (attempt.number, attempt.status, attempt.fault) == (1, 204, "")


def test_both_secrets_sign_after_a_change(
    cast: Cast, receiver: Receiver, clock: MovedClock
) -> None:
    webhook, first = make_webhook(cast, receiver.url)
    second = webhooks.rotate_secret(webhook=webhook, actor=cast.manager, now=NOW)
    webhooks.send_ping(webhook=webhook, now=NOW)
    send(webhook, clock)
    ((_, headers, body),) = receiver.requests
    assert is_signed(first, headers, body) == [False, True]
    assert is_signed(second, headers, body) == [True, False]
    assert set(msgspec.json.decode(body)) == {"id", "event", "time", "campaign"}


def test_an_event_is_found_once_however_often_one_looks(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    happen(cast, clock)
    assert [look(clock) for _ in range(3)] == [1, 0, 0]
    # Its transaction committed after the look, with an earlier time.
    happen(cast, MovedClock(clock() - timedelta(minutes=5)), "campaign.paused")
    clock.move(minutes=4)
    assert (look(clock), look(clock)) == (0, 0)
    assert webhook.deliveries.count() == 1
    happen(cast, MovedClock(clock() - timedelta(minutes=4)), "campaign.paused")
    assert (look(clock), look(clock)) == (1, 0)


def test_nothing_from_before_it_existed_or_while_it_was_paused_is_delivered(
    cast: Cast, clock: MovedClock
) -> None:
    happen(cast, MovedClock(NOW - timedelta(seconds=1)))
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    webhooks.pause_webhook(webhook=webhook, actor=cast.manager, now=NOW)
    clock.move(minutes=1)
    happen(cast, clock)
    assert look(clock) == 0
    webhooks.resume_webhook(webhook=webhook, actor=cast.manager, now=clock.move(minutes=1))
    assert look(clock) == 0
    happen(cast, clock)
    assert look(clock) == 1


def test_other_campaigns_and_archived_ones_are_not_told(cast: Cast, clock: MovedClock) -> None:
    make_webhook(cast, "https://hooks.example.org/")
    other = Campaign.objects.create(name="Lakes", created_at=NOW)
    audit.record(actor=None, action="campaign.open", target=other, now=NOW)
    assert look(clock) == 0
    happen(cast, clock)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state="archived", archived_from="draft")
    assert look(clock) == 0


def test_many_events_are_found_in_several_looks(
    cast: Cast, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(campaign: Campaign, since: Any, limit: int) -> list[Occurrence]:
        times = [(number, NOW + timedelta(hours=number)) for number in range(25)]
        found = [Occurrence(str(key), at, "x", "1", "/") for key, at in times if at >= since]
        return found[:limit]

    monkeypatch.setattr(webhook_deliveries, "MOST_A_LOOK", 10)
    event = {"job.failed": CampaignEvent("job.failed", "", find)}
    webhook, _ = make_webhook(cast, "https://hooks.example.org/", "job.failed")
    clock.move(hours=30)
    with mock.patch.object(webhook_deliveries, "known_events", return_value=event):
        assert [look(clock) for _ in range(4)] == [10, 9, 6, 0]
    assert webhook.deliveries.count() == 25


def test_jobs_of_the_campaign_are_told_by_their_end(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(
        cast, "https://hooks.example.org/", "job.cancelled", "job.failed", "job.succeeded"
    )
    mine = {"campaign": str(cast.campaign.public_id)}
    for number, parameters in enumerate([mine, mine, {}, {"campaign": "another"}]):
        job = jobs.enqueue_job(
            kind="jobs.self_test", parameters=parameters, requested_by=None, now=NOW
        )
        if number == 0:
            Job.objects.filter(pk=job.pk).update(state="succeeded", finished_at=clock())
        else:
            jobs.cancel_job(job=job, by=None, now=clock())
    assert look(clock) == 2
    bodies = [msgspec.json.decode(each.body) for each in webhook.deliveries.order_by("event")]
    assert [body["event"] for body in bodies] == ["job.cancelled", "job.succeeded"]
    first = Job.objects.order_by("pk")[0]
    assert bodies[1]["object"] == {
        "kind": "job",
        "id": str(first.public_id),
        "url": f"/api/v1/jobs/{first.public_id}",
        "job": "jobs.self_test",
    }


def test_a_failed_delivery_is_tried_six_times_in_about_a_day(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    webhooks.send_ping(webhook=webhook, now=NOW)
    waits = []
    refuse = mock.Mock(return_value=REFUSED)
    for _ in range(10):
        send(webhook, clock, send=refuse)
        due = webhook.deliveries.get().due_at
        if due is None:
            break
        assert send(webhook, clock, send=refuse) == 0  # too early
        waits.append(due - clock())
        clock.time = due
    assert waits == list(webhook_deliveries.PAUSES)
    assert (clock() - NOW) > timedelta(hours=24)
    assert refuse.call_count == 6
    assert states(webhook) == ["failed"]
    attempts = WebhookAttempt.objects.order_by("number").values_list("number", "status", "excerpt")
    assert list(attempts) == [(number, 503, "busy") for number in range(1, 7)]


def test_a_webhook_rests_after_a_failure_and_then_goes_on(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    for _ in range(3):
        webhooks.send_ping(webhook=webhook, now=NOW)
    refuse = mock.Mock(return_value=REFUSED)
    send(webhook, clock, send=refuse)
    send(webhook, clock, send=refuse)
    assert refuse.call_count == 1
    clock.move(seconds=15)
    accept = mock.Mock(return_value=ACCEPTED)
    assert send(webhook, clock, send=accept) == 2
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.resting_until) == (0, None, None)
    assert sorted(states(webhook)) == ["delivered", "delivered", "waiting"]


def test_a_webhook_that_keeps_failing_is_switched_off(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    refuse = mock.Mock(return_value=REFUSED)
    for _ in range(webhook_deliveries.MOST_FAILURES + 5):
        webhooks.send_ping(webhook=webhook, now=clock())
        send(webhook, clock, send=refuse)
        clock.move(minutes=30)
    webhook.refresh_from_db()
    assert (webhook.state, webhook.failures) == ("active", 25)  # not yet for a day
    clock.move(hours=12)
    webhooks.send_ping(webhook=webhook, now=clock())
    send(webhook, clock, send=refuse)
    webhook.refresh_from_db()
    assert webhook.state == "disabled"
    assert AuditEntry.objects.filter(action="webhook.disabled", actor=None).count() == 1
    calls = refuse.call_count
    clock.move(days=1)
    send(webhook, clock, send=refuse)
    assert refuse.call_count == calls
    webhooks.resume_webhook(webhook=webhook, actor=cast.manager, now=clock())
    send(webhook, clock, send=refuse)
    assert refuse.call_count == calls + 1


def test_a_delivery_is_repeated_with_the_same_id_and_body(
    cast: Cast, receiver: Receiver, clock: MovedClock
) -> None:
    webhook, secret = make_webhook(cast, receiver.url)
    delivery = webhooks.send_ping(webhook=webhook, now=NOW)
    receiver.answer = 500
    send(webhook, clock)
    # It waits; by hand it is sent at once, although the webhook rests.
    receiver.answer = 200
    webhooks.repeat_delivery(delivery=delivery, now=clock())
    assert send(webhook, clock) == 1
    clock.move(hours=1)
    webhooks.repeat_delivery(delivery=delivery, now=clock())
    assert send(webhook, clock) == 1
    assert len({(headers["webhook-id"], body) for _, headers, body in receiver.requests}) == 1
    assert all(all(is_signed(secret, headers, body)) for _, headers, body in receiver.requests)
    found = delivery.attempts.order_by("number").values_list("number", "status")
    assert list(found) == [(1, 500), (2, 200), (3, 200)]


def test_a_redirect_into_this_machine_is_not_followed(
    cast: Cast, receiver: Receiver, clock: MovedClock
) -> None:
    webhook, _ = make_webhook(cast, receiver.url)
    webhooks.send_ping(webhook=webhook, now=NOW)
    with receiving() as inside:
        location = f"HTTP/1.1 307 Go\r\nLocation: {inside.url}\r\n\r\n"
        receiver.answer = raw(location.encode())
        send(webhook, clock)
    assert inside.requests == []
    assert WebhookAttempt.objects.get().fault == "redirect"


def test_an_address_that_is_no_longer_allowed_is_not_called(
    cast: Cast, receiver: Receiver, clock: MovedClock, settings: Settings
) -> None:
    webhook, _ = make_webhook(cast, receiver.url)
    webhooks.send_ping(webhook=webhook, now=NOW)
    settings.WEBHOOK_NETWORKS = []
    send(webhook, clock)
    assert receiver.requests == []
    attempt = WebhookAttempt.objects.get()
    assert (attempt.fault, attempt.status) == ("network", None)


def test_a_worker_that_dies_leaves_its_try_to_a_later_one(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    webhooks.send_ping(webhook=webhook, now=NOW)
    for _ in range(6):
        taken = webhook_deliveries.take_delivery(webhook_id=webhook.public_id, now=clock())
        assert taken is not None
        again = webhook_deliveries.take_delivery(webhook_id=webhook.public_id, now=clock())
        assert again is None
        clock.move(hours=18)
    assert webhook.deliveries.get().tries == 6
    assert webhook_deliveries.take_delivery(webhook_id=webhook.public_id, now=clock()) is None
    assert states(webhook) == ["failed"]


def test_an_outcome_that_comes_too_late_changes_nothing(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    webhooks.send_ping(webhook=webhook, now=NOW)
    first = webhook_deliveries.take_delivery(webhook_id=webhook.public_id, now=clock())
    second = webhook_deliveries.take_delivery(
        webhook_id=webhook.public_id, now=clock.move(minutes=2)
    )
    assert first is not None and second is not None
    webhook_deliveries.keep_reply(delivery=first, reply=REFUSED, now=clock())
    assert not WebhookAttempt.objects.exists()
    webhook_deliveries.keep_reply(delivery=second, reply=ACCEPTED, now=clock())
    assert states(webhook) == ["delivered"]
    webhooks.repeat_delivery(delivery=second, now=clock())
    third = webhook_deliveries.take_delivery(webhook_id=webhook.public_id, now=clock())
    assert third is not None
    webhooks.delete_webhook(webhook=webhook, actor=cast.manager, now=clock())
    webhook_deliveries.keep_reply(delivery=third, reply=ACCEPTED, now=clock())
    assert not WebhookAttempt.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_sends_a_delivery(cast: Cast, clock: MovedClock) -> None:
    webhook, _ = make_webhook(cast, "https://hooks.example.org/")
    for _ in range(3):
        webhooks.send_ping(webhook=webhook, now=NOW)
    sent: list[str] = []

    def accept(url: str, body: bytes, headers: dict[str, str], **more: Any) -> PostReply:
        sent.append(headers["webhook-id"])
        return ACCEPTED

    def work() -> None:
        try:
            for _ in range(3):
                send(webhook, clock, send=accept)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(sent) == len(set(sent)) == 3
    assert states(webhook) == ["delivered"] * 3


@pytest.mark.django_db(transaction=True)
def test_workers_find_request_send_and_forget(
    cast: Cast, receiver: Receiver, clock: MovedClock
) -> None:
    webhook, _ = make_webhook(cast, receiver.url, "campaign.opened")
    make_webhook(cast, "https://hooks.example.org/", "job.failed")
    happen(cast, clock)
    look_after_webhooks(clock.move(seconds=10))
    look_after_webhooks(clock.move(seconds=10))
    job = Job.objects.get()
    assert str(webhook.public_id) in job.exclusive
    assert run_job(job.pk, worker="test", clock=clock)
    job.refresh_from_db()
    assert (job.state, job.result) == ("succeeded", {"Deliveries": 1})
    assert len(receiver.requests) == 1
    look_after_webhooks(clock.move(days=29))
    assert WebhookDelivery.objects.count() == 1
    assert not Job.objects.exists()
    look_after_webhooks(clock.move(days=2))
    assert not WebhookDelivery.objects.exists()
    assert not WebhookAttempt.objects.exists()
