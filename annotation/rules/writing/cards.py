"""The cards of a writing desk: for each claim to write, what is asked, and what is typed so far.

Pure. All of it follows from the protocol's stage and from what was dealt; nothing here knows a
study by name. A card's key is its slot's name, with the place behind it from the second on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.rules.writing.submissions import FittedClaim, Key, Prescriptions, WrittenClaim
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Dealing
from campaigns.protocols.work import INPUT, VERDICT, Factor, Slot, Stage

# Far more than a claim may have, so that too long a one is told so; the rest is cut off.
MOST_TYPED = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    name: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Duty:
    """What was dealt for a claim: "Verdict: Refuted"."""

    factor: str
    label: str
    value: str
    value_label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What its writer says of a claim."""

    name: str
    label: str
    options: tuple[Option, ...]

    @property
    def is_verdict(self) -> bool:
        return self.name == VERDICT


@dataclass(frozen=True, slots=True)
class Card:
    """One claim to write."""

    key: str
    slot: Slot
    place: int
    number: int
    duties: tuple[Duty, ...]
    asks: tuple[Ask, ...]
    bases: tuple[Option, ...]
    example: str
    effect: str | None

    @property
    def label(self) -> str:
        return self.slot.label if self.place == 1 else f"{self.slot.label} ({self.place})"

    @property
    def needs_base(self) -> bool:
        return bool(self.bases) and INPUT not in self.slot.based_on

    @property
    def dealt_verdict(self) -> str:
        return next((duty.value for duty in self.duties if duty.factor == VERDICT), "")


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """What stands in a card."""

    text: str = ""
    base: str = ""
    verdict: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[str, ...] = ()

    def answer(self, ask: str) -> str:
        return self.verdict if ask == VERDICT else self.tags.get(ask, "")

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()

    def as_draft(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "base": self.base,
            "verdict": self.verdict,
            "tags": dict(self.tags),
            "overrides": list(self.overrides),
        }


@dataclass(frozen=True, slots=True)
class EmptyField:
    """What is still to be filled in: in which card, in which field."""

    key: str
    card: str
    field: str
    label: str


class IncompleteClaimsError(Exception):
    """Something is still to be filled in."""

    def __init__(self, missing: Sequence[EmptyField]) -> None:
        super().__init__()
        self.missing = missing


def cards_of(protocol: Protocol, stage: Stage, prescribed: Prescriptions) -> list[Card]:
    """The cards in the order of the slots."""
    cards: list[Card] = []
    for slot in stage.slots:
        dealt = prescribed.get(slot.name, {})
        factors = [protocol.factor(name) for name in slot.factors if name in dealt]
        values = [factor.value(dealt[factor.name]) for factor in factors]
        duties = tuple(
            Duty(factor.name, factor.label, value.name, value.label, value.hint)
            for factor, value in zip(factors, values, strict=True)
        )
        effects = [value.effect for value in values if value.effect is not None]
        examples = [value.example for value in values if value.example]
        for place in range(1, max(slot.least, 1) + 1):
            bases = tuple(
                Option(card.key, card.label) for card in cards if card.slot.name in slot.based_on
            )
            cards.append(
                Card(
                    key=slot.name if place == 1 else f"{slot.name}:{place}",
                    slot=slot,
                    place=place,
                    number=len(cards) + 1,
                    duties=duties,
                    asks=tuple(_ask(protocol, name) for name in slot.asks),
                    bases=bases,
                    example=next(iter([*examples, slot.example]), ""),
                    effect=effects[0] if effects else None,
                )
            )
    return cards


def _ask(protocol: Protocol, name: str) -> Ask:
    if name == VERDICT:
        choices = protocol.verdicts.choices
        options = tuple(Option(one.name, one.label, one.hint) for one in choices)
        return Ask(VERDICT, "Intended verdict", options)
    factor: Factor = protocol.factor(name)
    assert factor.dealt is Dealing.FREE
    return Ask(name, factor.label, tuple(Option(v.name, v.label, v.hint) for v in factor.values))


def read_typed(cards: Iterable[Card], body: Mapping[str, Any]) -> dict[str, ClaimDraft]:
    """By key, what a draft holds; whatever does not fit is left out."""
    claims = body.get("claims")
    claims = claims if isinstance(claims, dict) else {}
    return {card.key: _typed(claims.get(card.key)) for card in cards}


def _typed(sent: object) -> ClaimDraft:
    if not isinstance(sent, dict):
        return ClaimDraft()
    tags, overrides = sent.get("tags"), sent.get("overrides")
    return ClaimDraft(
        text=_text(sent.get("text"))[:MOST_TYPED],
        base=_text(sent.get("base")),
        verdict=_text(sent.get("verdict")),
        tags={str(k): _text(v) for k, v in tags.items()} if isinstance(tags, dict) else {},
        overrides=tuple(_text(one) for one in overrides) if isinstance(overrides, list) else (),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def empty_fields(cards: Sequence[Card], typed: Mapping[str, ClaimDraft]) -> list[EmptyField]:
    """What is still to be filled in, in the order of the cards."""
    missing: list[EmptyField] = []
    for card in cards:
        mine = typed[card.key]
        if mine.is_empty:
            missing.append(EmptyField(card.key, card.label, "text", "the claim"))
        if card.needs_base and not mine.base:
            missing.append(EmptyField(card.key, card.label, "base", "which claim it changes"))
        missing += [
            EmptyField(card.key, card.label, ask.name, ask.label.lower())
            for ask in card.asks
            if not mine.answer(ask.name)
        ]
    return missing


def written_from(cards: Iterable[Card], typed: Mapping[str, ClaimDraft]) -> list[WrittenClaim]:
    """What is typed, as it is handed in."""
    return [
        WrittenClaim(
            slot=card.slot.name,
            text=typed[card.key].text,
            verdict=typed[card.key].verdict,
            tags={
                ask.name: typed[card.key].answer(ask.name)
                for ask in card.asks
                if not ask.is_verdict
            },
            base=_key(typed[card.key].base) if card.bases and typed[card.key].base else None,
            overridden=frozenset(typed[card.key].overrides),
        )
        for card in cards
    ]


def _key(name: str) -> Key:
    slot, _, place = name.partition(":")
    return slot, int(place) if place.isdecimal() and len(place) < 5 else 1


def fitting_while_typing(card: Card, typed: Mapping[str, ClaimDraft]) -> FittedClaim:
    """A claim that may lack answers yet, as the checks look at it."""
    mine = typed[card.key]
    base = _key(mine.base) if mine.base in typed and not typed[mine.base].is_empty else None
    known = {option.name for option in card.bases}
    return FittedClaim(
        slot=card.slot,
        place=card.place,
        text=mine.text.strip(),
        verdict=card.dealt_verdict or mine.verdict,
        tags={},
        base=base if mine.base in known else None,
        prescribed={duty.factor: duty.value for duty in card.duties},
        effect=card.effect,
        overridden=frozenset(mine.overrides),
    )
