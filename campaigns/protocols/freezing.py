"""The protocol of a campaign as frozen data: later changes of ours leave it as it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.numbers import Given, with_numbers
from campaigns.protocols.plain import from_plain, to_plain
from campaigns.protocols.protocol import Protocol

# Raised when the concepts change so that older frozen protocols can no longer be read.
FORMAT = 3


def freeze(protocol: Protocol, overrides: Mapping[str, Given] | None = None) -> dict[str, Any]:
    """Return the protocol with these numbers as plain JSON."""
    changes = overrides or {}
    return {
        "format": FORMAT,
        "overrides": {path: str(given) for path, given in sorted(changes.items())},
        "protocol": to_plain(with_numbers(protocol, changes)),
    }


def thaw(frozen: Mapping[str, Any]) -> Protocol:
    """Return the protocol of a campaign, checked again."""
    if frozen.get("format") != FORMAT:
        raise ProtocolError(f"A frozen protocol of format {frozen.get('format')!r} is not known.")
    return from_plain(Protocol, frozen.get("protocol"))
