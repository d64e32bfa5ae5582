"""The protocols of campaigns."""

from __future__ import annotations

import json
from functools import lru_cache

from django.db.models import TextField
from django.db.models.functions import Cast

from campaigns.models import Campaign
from campaigns.protocols.freezing import thaw
from campaigns.protocols.protocol import Protocol

_KEPT = "_thawed_protocol"


class NoDesignError(Exception):
    """The campaign has no study design yet."""


def protocol_of(campaign: Campaign) -> Protocol:
    """Return the campaign's own, frozen protocol."""
    frozen = campaign.protocol
    if frozen is None:
        raise NoDesignError
    # Kept with the instance: a request asks several times, and writing JSON costs as much as a
    # query.
    kept = campaign.__dict__.get(_KEPT)
    if kept is None or kept[0] is not frozen:
        kept = (frozen, _thawed(json.dumps(frozen, sort_keys=True)))
        campaign.__dict__[_KEPT] = kept
    protocol: Protocol = kept[1]
    return protocol


def protocol_text(field: str) -> Cast:
    """Return the expression that reads a protocol as text, for `protocol_in`.

    Reading and writing its JSON costs a request as much as two queries.
    """
    return Cast(field, TextField())


def protocol_in(text: str | None) -> Protocol:
    """Return the frozen protocol that a column has, read as text."""
    if text is None:
        raise NoDesignError
    return _thawed(text)


@lru_cache(maxsize=64)
def _thawed(frozen: str) -> Protocol:
    # Checking a protocol again takes as long as all queries of a request.
    return thaw(json.loads(frozen))
