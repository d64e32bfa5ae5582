"""Deliveries to webhooks: found, sent, tried again, given up, forgotten.

A worker takes a delivery by an update that names the tries so far, and writes its outcome the same
way. So each try is one worker's, and one that dies leaves a delivery that is tried again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from msgspec import Struct

from campaigns.events import Occurrence, known_events
from campaigns.models import Campaign, Webhook, WebhookAttempt, WebhookDelivery
from campaigns.services.webhook_bodies import body_of
from campaigns.services.webhooks import keys_of, site_policy
from core.outgoing.posting import PostReply, post
from core.outgoing.signatures import signed_headers
from core.services import audit
from jobs.models import UNFINISHED, Job, JobState
from jobs.runs import Clock
from jobs.services import jobs

SEND_WEBHOOK = "campaigns.send_webhook"
# After each failed try: a minute, ten, an hour and so on. All of them take about a day.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=5),
    timedelta(hours=18),
)
MOST_TRIES = len(PAUSES) + 1
# A webhook is switched off when so many attempts failed in a row, over at least this time.
MOST_FAILURES = 20
FAILING_FOR = timedelta(days=1)
_FIRST_REST = timedelta(seconds=15)
_LONGEST_REST = timedelta(minutes=10)
KEPT = timedelta(days=30)
# Of one webhook, in one job; then others have their turn.
MOST_A_RUN = 50
LONGEST_RUN = timedelta(minutes=1)

_LOOK_EVERY = timedelta(seconds=10)
_WEBHOOKS_A_LOOK = 20
# A transaction may commit after events that are later: what was found before is found again.
_LOOK_BACK = timedelta(minutes=10)
MOST_A_LOOK = 2000
_FORGET_AT_ONCE = 500
_ARCHIVED = (Campaign.State.ARCHIVED, Campaign.State.DELETING)


class SendParameters(Struct):
    """The parameters of a job that sends what waits for a webhook."""

    webhook: uuid.UUID
    # Its host, for the list of jobs.
    host: str = ""


# --- finding events ---------------------------------------------------------------------------
def collect_events(*, now: datetime) -> int:
    """Create the deliveries of what happened lately; return how many there are."""
    listening = _active().filter(looked_at__lte=now - _LOOK_EVERY).order_by("looked_at", "pk")
    webhooks = list(listening.select_related("campaign")[:_WEBHOOKS_A_LOOK])
    return sum(collect_events_for(webhook=webhook, now=now) for webhook in webhooks)


@transaction.atomic
def collect_events_for(*, webhook: Webhook, now: datetime) -> int:
    """Create the deliveries of one webhook; if two workers look at once, one of them does it."""
    mine = Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ACTIVE)
    if not mine.filter(looked_at=webhook.looked_at).update(looked_at=now):
        return 0
    since = max(webhook.listening_since, webhook.looked_at - _LOOK_BACK, now - KEPT)
    events = known_events()
    found: dict[str, tuple[str, Occurrence]] = {}
    seen_until = now
    for name in webhook.events:
        if name not in events:
            continue
        occurrences = events[name].find(webhook.campaign, since, MOST_A_LOOK)
        found |= {f"{name}:{each.key}": (name, each) for each in occurrences}
        if len(occurrences) == MOST_A_LOOK:
            seen_until = min(seen_until, occurrences[-1].at)
    if seen_until < now:
        mine.update(looked_at=seen_until)
    # No more than the look back and one look hold.
    known = WebhookDelivery.objects.filter(webhook=webhook, created_at__gte=since)
    stored = set(known.values_list("key", flat=True))
    new = [
        _delivery(webhook, key, name, each, now)
        for key, (name, each) in found.items()
        if key not in stored
    ]
    WebhookDelivery.objects.bulk_create(new, batch_size=200, ignore_conflicts=True)
    return len(new)


def _delivery(
    webhook: Webhook, key: str, event: str, about: Occurrence, now: datetime
) -> WebhookDelivery:
    public_id = uuid.uuid4()
    return WebhookDelivery(
        public_id=public_id,
        webhook=webhook,
        event=event,
        key=key,
        body=body_of(public_id, event, webhook.campaign, about.at, about),
        created_at=now,
        due_at=now,
    )


# --- sending ----------------------------------------------------------------------------------
def request_sending(*, now: datetime) -> None:
    """Enqueue a job for each webhook that something waits for."""
    due = WebhookDelivery.objects.filter(
        webhook=OuterRef("pk"), state=WebhookDelivery.State.WAITING, due_at__lte=now
    )
    for webhook in _awake(now).filter(Exists(due)).order_by("pk"):
        enqueue_sending(webhook=webhook, now=now)


def enqueue_sending(*, webhook: Webhook, now: datetime) -> None:
    """Enqueue the job that sends to a webhook, unless there is one."""
    key = f"{SEND_WEBHOOK}:{webhook.public_id}"
    if Job.objects.filter(exclusive=key, state__in=UNFINISHED).exists():
        return
    try:
        jobs.enqueue_job(
            kind=SEND_WEBHOOK,
            parameters=SendParameters(webhook.public_id, str(webhook)),
            requested_by=None,
            now=now,
            exclusive=key,
        )
    except jobs.AlreadyQueuedError:
        return


def send_waiting(
    *,
    webhook_id: uuid.UUID,
    clock: Clock,
    before_each: Callable[[], None] = lambda: None,
    send: Callable[..., PostReply] = post,
) -> int:
    """Send what is due for a webhook, until one fails; return how many were accepted."""
    accepted = 0
    until = clock() + LONGEST_RUN
    for _turn in range(MOST_A_RUN):
        before_each()
        now = clock()
        delivery = take_delivery(webhook_id=webhook_id, now=now) if now < until else None
        if delivery is None:
            break
        body = delivery.body.encode()
        headers = signed_headers(
            message_id=str(delivery.public_id),
            timestamp=int(now.timestamp()),
            body=body,
            keys=keys_of(delivery.webhook, now),
        )
        headers["Content-Type"] = "application/json"
        reply = send(delivery.webhook.url, body, headers, policy=site_policy())
        keep_reply(delivery=delivery, reply=reply, now=clock())
        if reply.fault is not None:
            break
        accepted += 1
    return accepted


def take_delivery(*, webhook_id: uuid.UUID, now: datetime) -> WebhookDelivery | None:
    """Take the delivery that is due first, for one try; None if nothing may be sent now."""
    webhook = _awake(now).filter(public_id=webhook_id).first()
    if webhook is None:
        return None
    due = WebhookDelivery.objects.filter(
        webhook=webhook, state=WebhookDelivery.State.WAITING, due_at__lte=now
    )
    # Whoever took the last try of these died.
    due.filter(tries__gte=MOST_TRIES).update(state=WebhookDelivery.State.FAILED, due_at=None)
    delivery = due.order_by("due_at", "pk").first()
    if delivery is None:
        return None
    tries = delivery.tries + 1
    mine = due.filter(pk=delivery.pk, tries=delivery.tries)
    if not mine.update(tries=tries, due_at=now + _pause_after(tries)):
        return None
    delivery.tries, delivery.webhook = tries, webhook
    return delivery


@transaction.atomic
def keep_reply(*, delivery: WebhookDelivery, reply: PostReply, now: datetime) -> None:
    """Store the outcome of a try, for the delivery and its webhook."""
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook.pk).first()
    taken = WebhookDelivery.objects.filter(
        pk=delivery.pk, state=WebhookDelivery.State.WAITING, tries=delivery.tries
    )
    if webhook is None or not taken.update(**_outcome(delivery, reply, now)):
        return  # It was deleted meanwhile, or somebody else took the next try.
    last = delivery.attempts.aggregate(last=Max("number"))["last"] or 0
    WebhookAttempt.objects.create(
        delivery=delivery,
        number=last + 1,
        at=now,
        milliseconds=reply.milliseconds,
        status=reply.status,
        fault=reply.fault.value if reply.fault is not None else "",
        excerpt=reply.excerpt,
    )
    mine = Webhook.objects.filter(pk=webhook.pk)
    if reply.fault is None:
        mine.update(failures=0, failing_since=None, resting_until=None)
        return
    rest = min(_FIRST_REST * (1 << min(webhook.failures, 20)), _LONGEST_REST)
    mine.update(
        failures=F("failures") + 1,
        failing_since=Coalesce("failing_since", now),
        resting_until=now + rest,
    )
    is_lasting = mine.filter(failures__gte=MOST_FAILURES, failing_since__lte=now - FAILING_FOR)
    if is_lasting.filter(state=Webhook.State.ACTIVE).update(state=Webhook.State.DISABLED):
        audit.record(actor=None, action="webhook.disabled", target=webhook, now=now)


def _outcome(delivery: WebhookDelivery, reply: PostReply, now: datetime) -> dict[str, Any]:
    if reply.fault is None:
        return {"state": WebhookDelivery.State.DELIVERED, "due_at": None}
    if delivery.tries >= MOST_TRIES:
        return {"state": WebhookDelivery.State.FAILED, "due_at": None}
    return {"due_at": now + _pause_after(delivery.tries)}


def _pause_after(tries: int) -> timedelta:
    return PAUSES[min(tries, len(PAUSES)) - 1]


def _active() -> QuerySet[Webhook]:
    """Return the webhooks that are told about events."""
    return Webhook.objects.filter(state=Webhook.State.ACTIVE).exclude(campaign__state__in=_ARCHIVED)


def _awake(now: datetime) -> QuerySet[Webhook]:
    """Return the webhooks to which something may be sent now."""
    return _active().filter(Q(resting_until__isnull=True) | Q(resting_until__lte=now))


# --- forgetting -------------------------------------------------------------------------------
def forget_old_deliveries(*, now: datetime) -> None:
    """Delete old deliveries with their attempts, and the jobs that sent them."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT).values_list("pk", flat=True)
    # On SQLite even a write that changes nothing waits for the only write lock.
    if found := list(old[:_FORGET_AT_ONCE]):
        WebhookDelivery.objects.filter(pk__in=found).delete()
    ended = Job.objects.filter(
        kind=SEND_WEBHOOK, state=JobState.SUCCEEDED, finished_at__lt=now - timedelta(days=1)
    ).values_list("pk", flat=True)
    if sent := list(ended[:_FORGET_AT_ONCE]):
        Job.objects.filter(pk__in=sent).delete()
