"""The protocols of campaigns."""

from __future__ import annotations

import json
from functools import lru_cache

from campaigns.models import Campaign
from campaigns.protocols.freezing import thaw
from campaigns.protocols.protocol import Protocol


class NoDesignError(Exception):
    """The campaign has no study design yet."""


def protocol_of(campaign: Campaign) -> Protocol:
    """Return the campaign's own, frozen protocol."""
    if campaign.protocol is None:
        raise NoDesignError
    return _thawed(json.dumps(campaign.protocol, sort_keys=True))


@lru_cache(maxsize=64)
def _thawed(frozen: str) -> Protocol:
    # Checking a protocol again takes as long as all queries of a request.
    return thaw(json.loads(frozen))
