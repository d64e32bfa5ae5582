"""Signatures by which a receiver knows our requests, as the Standard Webhooks have them."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence

PREFIX = "whsec_"


def secret_text(key: bytes) -> str:
    """Return a key as it is shown to people."""
    return PREFIX + base64.b64encode(key).decode("ascii")


def signed_headers(
    *, message_id: str, timestamp: int, body: bytes, keys: Sequence[bytes]
) -> dict[str, str]:
    """Return the headers that sign a body, once with each key."""
    content = f"{message_id}.{timestamp}.".encode("ascii") + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_signature(key, content) for key in keys),
    }


def _signature(key: bytes, content: bytes) -> str:
    digest = hmac.digest(key, content, "sha256")
    return "v1," + base64.b64encode(digest).decode("ascii")
