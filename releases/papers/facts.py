"""A release in plain values, as its papers tell of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec import Struct

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.cards import CardAnswers
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.frozen_counts import FrozenCounts

SIMULATED = (
    "Demonstration: claims and verifications were made by programs, not by people. "
    "Do not train or test on it."
)


@dataclass(frozen=True, slots=True)
class Difference:
    """The number of claims that changed since an earlier version."""

    version: int
    added: int
    removed: int
    changed: int


@dataclass(frozen=True, slots=True)
class UsedPage:
    """A page that evidence comes from."""

    title: str
    revision: int


@dataclass(frozen=True, slots=True)
class PublishedGuidelines:
    """A version of the guidelines that people worked by."""

    number: int
    # A day: 2026-03-14.
    published_on: str
    # What is new in it.
    note: str
    # Markdown.
    text: str


class PeopleFacts(Struct, frozen=True, kw_only=True):
    """The annotators in groups of five or more, by the question and the answers."""

    people: int
    # The question; its groups with their sizes; all others together.
    questions: tuple[tuple[str, tuple[tuple[str, int], ...], int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFacts:
    """A release in plain values."""

    campaign: str
    version: int
    note: str
    origin: str
    is_demonstration: bool
    protocol: Protocol
    choices: Choices
    seed: str
    code_version: str
    data_until: str
    # A day: 2026-03-14.
    frozen_on: str
    corpus: str
    source: str
    source_url: str
    licence: str
    # What the manager has told; all empty where nobody was asked.
    card: CardAnswers
    # None where the card does not ask for them.
    people: PeopleFacts | None
    frozen: FrozenCounts
    difference: Difference | None
    # Every version until the release was frozen, the oldest first.
    guidelines: tuple[PublishedGuidelines, ...]
    # Looks pages up by their titles.
    used_pages: Callable[[Iterable[str]], Iterable[UsedPage]]

    @property
    def citation(self) -> str:
        """The text by which the dataset is cited: the manager's, else one by its name."""
        return self.card.citation or f"{self.campaign}, release {self.version} ({self.year})."

    @property
    def year(self) -> str:
        return self.frozen_on[:4]

    @property
    def warning(self) -> str:
        """The sentence that must stand first in all papers; empty where there is none."""
        return SIMULATED if self.frozen.simulated else ""
