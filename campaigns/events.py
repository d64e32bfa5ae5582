"""Events of a campaign that webhooks are told about. An app above adds its own in `contributions`:

add_event(CampaignEvent("release.built", _("A release was built"), find_built_releases))

Nothing is pushed: an event is a row that its app writes anyway, and is found there by its time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.functional import Promise

from campaigns.models import Campaign
from core.contributions import load_contributions


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event that happened to a thing, which has an address in the API."""

    # The same however often it is found, and of no other occurrence of the event.
    key: str
    at: datetime
    kind: str
    id: str
    url: str
    # More about the thing: nothing that people wrote, and nobody's name.
    facts: Mapping[str, Any] = field(default_factory=dict)


# Returns the first so many occurrences since a time, in the order of their times.
OccurrenceFinder = Callable[[Campaign, datetime, int], list[Occurrence]]


@dataclass(frozen=True, slots=True)
class CampaignEvent:
    """A kind of event: its name in payloads, a label, and what finds it."""

    name: str
    label: str | Promise
    find: OccurrenceFinder


_events: dict[str, CampaignEvent] = {}


def add_event(event: CampaignEvent) -> None:
    """Add an event, once."""
    _events[event.name] = event


def known_events() -> dict[str, CampaignEvent]:
    """Return all events by their names, in alphabetical order."""
    load_contributions()
    return dict(sorted(_events.items()))
