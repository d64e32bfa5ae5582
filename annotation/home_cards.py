"""What a campaign's card on the home page says about its data. The app above that makes
datasets says it when Django starts:

show_data(CardPart("releases/home_card.html", releases_on_cards))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Campaign


@dataclass(frozen=True, slots=True)
class CardPart:
    """A template that is given the `card` read for its campaign, and how all of them are read:
    by the campaigns' keys, in queries that do not grow with them.
    """

    template: str
    read: Callable[[Sequence[Campaign]], Mapping[int, Any]]


@dataclass(frozen=True, slots=True)
class FilledPart:
    template: str
    card: Any


_parts: list[CardPart] = []


def show_data(part: CardPart) -> None:
    """One more part for the cards of whoever uses a campaign's data."""
    if part not in _parts:
        _parts.append(part)


def data_parts(campaigns: Sequence[Campaign]) -> dict[int, list[FilledPart]]:
    """What stands on each campaign's card, by its key."""
    read = [(part.template, part.read(campaigns)) for part in _parts] if campaigns else []
    return {
        campaign.pk: [FilledPart(template, cards[campaign.pk]) for template, cards in read]
        for campaign in campaigns
    }
