"""Panels that apps above add to the pages of this one, in their modules `contributions`:

add_panel(Panel(Place.RESEARCHER_CARD, "releases/home_card.html", releases_on_cards))

So the home page shows work and releases without this app knowing of either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from django.http import HttpRequest

from core.contributions import load_contributions


class Place(Enum):
    """The places for panels, and the subjects that have one each."""

    # On the home page: one for the annotator, then one for each campaign, by the reader's role.
    ANNOTATOR = auto()
    ANNOTATOR_CARD = auto()
    MANAGER_CARD = auto()
    RESEARCHER_CARD = auto()
    # The item that a question is about: for the managers, and for the asker.
    QUESTION = auto()
    OWN_QUESTION = auto()


@dataclass(frozen=True, slots=True)
class Panel:
    """A template that is given a `card`, and the function that reads all cards of a page.

    `read` returns cards by the key of their subject (a membership, a campaign, a question), in
    queries whose number does not grow with the subjects. A subject without a card has no panel.
    """

    place: Place
    template: str
    read: Callable[[HttpRequest, Sequence[Any]], Mapping[int, Any]]


@dataclass(frozen=True, slots=True)
class FilledPanel:
    """A panel's template with the card of one subject."""

    template: str
    card: Any


_panels: list[Panel] = []


def add_panel(panel: Panel) -> None:
    """Add a panel to its place, once."""
    if panel not in _panels:
        _panels.append(panel)


def panels_for(
    request: HttpRequest, place: Place, subjects: Sequence[Any]
) -> dict[int, list[FilledPanel]]:
    """Return the panels of each subject, by its key."""
    if not subjects:
        return {}
    filled: dict[int, list[FilledPanel]] = {subject.pk: [] for subject in subjects}
    load_contributions()
    for panel in _panels:
        if panel.place is place:
            for key, card in panel.read(request, subjects).items():
                filled[key].append(FilledPanel(panel.template, card))
    return filled
