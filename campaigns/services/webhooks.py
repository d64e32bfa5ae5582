"""Webhooks of a campaign: created, changed, paused, deleted; their secrets; deliveries by hand."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection
from datetime import datetime, timedelta
from ipaddress import ip_network

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import User
from campaigns.events import known_events
from campaigns.models import Campaign, Webhook, WebhookDelivery
from campaigns.models.webhooks import PING
from campaigns.services.campaigns import hold_campaign
from campaigns.services.webhook_bodies import body_of
from core.outgoing.addresses import Policy, read_target
from core.outgoing.signatures import secret_text
from core.services import audit

MOST_WEBHOOKS = 10
# How long the former secret signs as well, so that receivers can be changed in between.
FORMER_SECRET_SIGNS = timedelta(days=1)


class TooManyWebhooksError(Exception):
    """The campaign has as many webhooks as it may have."""


class UnknownEventError(Exception):
    """There is no event of this name, or none was chosen."""


class NotActiveError(Exception):
    """Nothing is sent to a webhook that is paused or switched off."""


def site_policy() -> Policy:
    """Return the addresses that the settings of the site allow."""
    networks = tuple(ip_network(network) for network in settings.WEBHOOK_NETWORKS)
    return Policy(networks, allows_http=settings.WEBHOOK_HTTP)


@transaction.atomic
def create_webhook(
    *, campaign: Campaign, url: str, events: Collection[str], actor: User, now: datetime
) -> tuple[Webhook, str]:
    """Create a webhook and return it with its secret, which is shown once.

    Raise AddressRefusedError for an address that may not be called. Where its host's name leads is
    checked each time that something is sent.
    """
    hold_campaign(campaign)
    if campaign.webhooks.count() >= MOST_WEBHOOKS:
        raise TooManyWebhooksError
    read_target(url, site_policy())
    webhook = Webhook.objects.create(
        campaign=campaign,
        url=url,
        events=_known(events),
        seed=secrets.token_hex(32),
        created_by=actor,
        created_at=now,
        listening_since=now,
        looked_at=now,
    )
    _record(webhook, actor, "webhook.created", now)
    return webhook, secret_text(_key_of(webhook.seed))


@transaction.atomic
def change_webhook(
    *, webhook: Webhook, url: str, events: Collection[str], actor: User, now: datetime
) -> None:
    """Change the address and the events of a webhook."""
    read_target(url, site_policy())
    webhook.url, webhook.events = url, _known(events)
    webhook.save(update_fields=["url", "events"])
    _record(webhook, actor, "webhook.changed", now)


@transaction.atomic
def pause_webhook(*, webhook: Webhook, actor: User, now: datetime) -> None:
    """Send nothing more; what happens meanwhile is not delivered later."""
    active = Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ACTIVE)
    if not active.update(state=Webhook.State.PAUSED):
        raise NotActiveError
    _record(webhook, actor, "webhook.paused", now)


@transaction.atomic
def resume_webhook(*, webhook: Webhook, actor: User, now: datetime) -> None:
    """Send again, what was waiting and what happens from now on."""
    resting = Webhook.objects.filter(pk=webhook.pk).exclude(state=Webhook.State.ACTIVE)
    resumed = resting.update(
        state=Webhook.State.ACTIVE,
        listening_since=now,
        looked_at=now,
        failures=0,
        failing_since=None,
        resting_until=None,
    )
    if resumed:
        _record(webhook, actor, "webhook.resumed", now)


@transaction.atomic
def rotate_secret(*, webhook: Webhook, actor: User, now: datetime) -> str:
    """Give a webhook another secret and return it. For a day, the former one signs as well."""
    webhook.former_seed, webhook.seed = webhook.seed, secrets.token_hex(32)
    webhook.rotated_at = now
    webhook.save(update_fields=["former_seed", "seed", "rotated_at"])
    _record(webhook, actor, "webhook.secret_changed", now)
    return secret_text(_key_of(webhook.seed))


@transaction.atomic
def delete_webhook(*, webhook: Webhook, actor: User, now: datetime) -> None:
    """Delete a webhook with its deliveries."""
    _record(webhook, actor, "webhook.deleted", now)
    webhook.delete()


@transaction.atomic
def send_ping(*, webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Create a delivery that says nothing, as a test."""
    _wake(webhook)
    public_id = uuid.uuid4()
    return WebhookDelivery.objects.create(
        public_id=public_id,
        webhook=webhook,
        event=PING,
        key=f"{PING}:{public_id}",
        body=body_of(public_id, PING, webhook.campaign, now),
        created_at=now,
        due_at=now,
    )


@transaction.atomic
def repeat_delivery(*, delivery: WebhookDelivery, now: datetime) -> None:
    """Send a delivery again, or at once if it waits. Receivers see the same id."""
    _wake(delivery.webhook)
    mine = WebhookDelivery.objects.filter(pk=delivery.pk)
    if not mine.filter(state=WebhookDelivery.State.WAITING).update(due_at=now):
        mine.update(state=WebhookDelivery.State.WAITING, tries=0, due_at=now)


def keys_of(webhook: Webhook, now: datetime) -> list[bytes]:
    """Return the keys that sign now, the latest first."""
    keys = [_key_of(webhook.seed)]
    if webhook.rotated_at is not None and now < webhook.rotated_at + FORMER_SECRET_SIGNS:
        keys.append(_key_of(webhook.former_seed))
    return keys


def _key_of(seed: str) -> bytes:
    return salted_hmac("campaigns.webhooks", seed, algorithm="sha256").digest()


def _known(events: Collection[str]) -> list[str]:
    if not events or not set(events) <= known_events().keys():
        raise UnknownEventError
    return sorted(set(events))


def _wake(webhook: Webhook) -> None:
    """Let a webhook that rests after a failure send at once."""
    active = Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ACTIVE)
    if not active.update(resting_until=None):
        raise NotActiveError


def _record(webhook: Webhook, actor: User, action: str, now: datetime) -> None:
    details = {"campaign": webhook.campaign.name, "events": webhook.events}
    audit.record(actor=actor, action=action, target=webhook, now=now, details=details)
