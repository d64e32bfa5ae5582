"""A webhook on a receiver of this machine, and a clock."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from campaigns.models import Webhook
from campaigns.services import webhook_deliveries, webhooks
from tests.people import NOW, Cast

EVENTS = ("campaign.opened", "campaign.paused")


@dataclass
class MovedClock:
    """A clock that a test moves."""

    time: datetime = NOW

    def __call__(self) -> datetime:
        return self.time

    def move(self, **by: float) -> datetime:
        self.time += timedelta(**by)
        return self.time


def allow_this_machine(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    settings.WEBHOOK_HTTP = True


def make_webhook(cast: Cast, url: str, *events: str, now: datetime = NOW) -> tuple[Webhook, str]:
    return webhooks.create_webhook(
        campaign=cast.campaign, url=url, events=events or EVENTS, actor=cast.manager, now=now
    )


def send(webhook: Webhook, clock: MovedClock, **more: Any) -> int:
    return webhook_deliveries.send_waiting(webhook_id=webhook.public_id, clock=clock, **more)


def is_signed(secret: str, headers: dict[str, str], body: bytes) -> list[bool]:
    """Return, for each signature, whether it is of this secret: what a receiver computes."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return [each == f"v1,{expected}" for each in headers["webhook-signature"].split()]
