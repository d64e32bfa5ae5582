"""Bodies of deliveries: ids and addresses, nothing that people wrote and nobody's name."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.urls import reverse

from campaigns.events import Occurrence
from campaigns.models import Campaign


def body_of(
    delivery: UUID, event: str, campaign: Campaign, at: datetime, about: Occurrence | None = None
) -> str:
    """Return the body of a delivery. Its addresses are paths on this site."""
    body: dict[str, Any] = {
        "id": delivery,
        "event": event,
        "time": at,
        "campaign": {
            "id": campaign.public_id,
            "url": reverse("api:campaign-detail", args=[campaign.public_id]),
        },
    }
    if about is not None:
        body["object"] = {"kind": about.kind, "id": about.id, "url": about.url, **about.facts}
    return msgspec.json.encode(body).decode()
