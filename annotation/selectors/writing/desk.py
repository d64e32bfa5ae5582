"""The writing desk: a highlight, its cards, and the quotas of the campaign."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from annotation.models import Attempt, Deck, Draft, Highlight
from annotation.rules.writing.cards import Card, cards_of
from annotation.selectors.desk.attempts import highlight_of
from annotation.selectors.writing.highlights import prescriptions_of
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import SOURCE, Stage


@dataclass(frozen=True, slots=True)
class QuotaMeter:
    """The number of times a value was dealt in the campaign, against its share."""

    label: str
    dealt: int
    total: int
    share: float

    @property
    def percent(self) -> float:
        return 100 * self.dealt / self.total if self.total else 0.0

    @property
    def wanted(self) -> float:
        return 100 * self.share


@dataclass(frozen=True, slots=True)
class Quota:
    """The values of a deck with their meters."""

    label: str
    meters: list[QuotaMeter]


@dataclass(frozen=True, slots=True)
class WritingDesk:
    """A highlight that somebody holds, with the cards of the claims to write from it."""

    attempt: Attempt
    stage: Stage
    source_label: str
    cards: list[Card]
    draft: Draft | None
    lease_until: datetime | None

    @property
    def is_lost(self) -> bool:
        """Return whether somebody else has it; gold and calibration have no lease to lose."""
        return self.lease_until is None and self.attempt.purpose == Attempt.Purpose.WRITE


def writing_desk_of(attempt: Attempt, protocol: Protocol, stage: Stage) -> WritingDesk:
    """Return the desk of an attempt: its cards, its draft and its lease (none if it is lost)."""
    highlight = highlight_of(attempt)
    held = (
        highlight.state == Highlight.State.HELD
        and highlight.holder_id == attempt.annotator_id
        and highlight.lease == attempt.lease
    )
    return WritingDesk(
        attempt=attempt,
        stage=stage,
        source_label=protocol.source(highlight.source).label,
        cards=cards_of(protocol, stage, prescriptions_of(highlight)),
        draft=Draft.objects.filter(attempt=attempt).first(),
        lease_until=highlight.lease_until if held else None,
    )


def quotas_of(campaign_id: int, protocol: Protocol) -> list[Quota]:
    """Return what was dealt so far, deck by deck.

    Not what is dealt to highlights: people shall not know what others see.
    """
    labels = {
        SOURCE: (gettext("Highlights"), {source.name: source.label for source in protocol.sources})
    }
    for factor in protocol.factors:
        labels[factor.name] = (factor.label, {value.name: value.label for value in factor.values})
    quotas = []
    decks = Deck.objects.filter(campaign=campaign_id, ended_at=None).order_by("pk")
    for deck in decks:
        if deck.factor not in labels:
            continue
        label, values = labels[deck.factor]
        total = sum(deck.counts.values())
        quotas.append(
            Quota(
                label,
                [
                    QuotaMeter(
                        values.get(value, value), deck.counts.get(value, 0), total, float(share)
                    )
                    for value, share in deck.exact_shares.items()
                ],
            )
        )
    return quotas
