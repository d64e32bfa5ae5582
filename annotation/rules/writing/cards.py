"""The cards of a writing desk: one for each claim to write, with what is asked for it.

Pure. Cards follow from the protocol's stage and from what was dealt; nothing here knows a study by
name. A card's key is its slot's name, with the place behind it from the second on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.rules.drafts import ClaimDraft
from annotation.rules.writing.submissions import (
    ClaimPlace,
    FittedClaim,
    Prescriptions,
    WrittenClaim,
)
from campaigns.protocols.enums import Dealing
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import INPUT, VERDICT, Choice, Factor, Slot, Stage, Value


@dataclass(frozen=True, slots=True)
class Option:
    """A choice with its label and hint."""

    name: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Duty:
    """A value that was dealt for a claim: "Verdict: Refuted"."""

    factor: str
    label: str
    value: str
    value_label: str
    hint: str


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """Something that the writer says about a claim: a tag, or the intended verdict.

    The label is that of the tag; the verdict has none here.
    """

    name: str
    label: str
    options: tuple[Option, ...]

    @property
    def is_verdict(self) -> bool:
        return self.name == VERDICT


@dataclass(frozen=True, slots=True)
class Card:
    """A claim to write."""

    key: str
    slot: Slot
    place: int
    number: int
    duties: tuple[Duty, ...]
    questions: tuple[CardQuestion, ...]
    bases: tuple[Option, ...]
    example: str
    effect: str | None

    @property
    def label(self) -> str:
        return self.slot.label if self.place == 1 else f"{self.slot.label} ({self.place})"

    @property
    def may_be_new(self) -> bool:
        return any(base.name == INPUT for base in self.bases)

    @property
    def dealt_verdict(self) -> str:
        return next((duty.value for duty in self.duties if duty.factor == VERDICT), "")


@dataclass(frozen=True, slots=True)
class EmptyField:
    """A field that is still to be filled in: "text", "base", or the name of a question."""

    key: str
    card: str
    field: str
    # Of a question about a tag: what its factor is called.
    label: str = ""
    # Of a base: whether the claim may also be new.
    may_be_new: bool = False


class IncompleteClaimsError(Exception):
    """Fields that are still to be filled in."""

    def __init__(self, fields: Sequence[EmptyField]) -> None:
        super().__init__(", ".join(f"{field.key}: {field.field}" for field in fields))
        self.fields = fields


def cards_of(protocol: Protocol, stage: Stage, prescribed: Prescriptions) -> list[Card]:
    """Return the cards in the order of the slots."""
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
            if bases and INPUT in slot.based_on:
                # It may also be new; its writer says so.
                bases = (Option(INPUT, ""), *bases)
            cards.append(
                Card(
                    key=slot.name if place == 1 else f"{slot.name}:{place}",
                    slot=slot,
                    place=place,
                    number=len(cards) + 1,
                    duties=duties,
                    questions=tuple(_question(protocol, name) for name in slot.asks),
                    bases=bases,
                    example=next(iter([*examples, slot.example]), ""),
                    effect=effects[0] if effects else None,
                )
            )
    return cards


def _question(protocol: Protocol, name: str) -> CardQuestion:
    if name == VERDICT:
        return CardQuestion(VERDICT, "", _options(protocol.verdicts.choices))
    factor: Factor = protocol.factor(name)
    assert factor.dealt is Dealing.FREE
    return CardQuestion(name, factor.label, _options(factor.values))


def _options(choices: Iterable[Choice | Value]) -> tuple[Option, ...]:
    return tuple(Option(choice.name, choice.label, choice.hint) for choice in choices)


def empty_fields(cards: Sequence[Card], drafts: Mapping[str, ClaimDraft]) -> list[EmptyField]:
    """Return the fields that are still to be filled in, in the order of the cards."""
    empty: list[EmptyField] = []
    for card in cards:
        draft = drafts[card.key]
        if draft.is_empty:
            empty.append(EmptyField(card.key, card.label, "text"))
        if card.bases and not draft.base:
            empty.append(EmptyField(card.key, card.label, "base", may_be_new=card.may_be_new))
        empty += [
            EmptyField(card.key, card.label, question.name, question.label)
            for question in card.questions
            if not draft.answer(question.name)
        ]
    return empty


def written_claims(cards: Sequence[Card], drafts: Mapping[str, ClaimDraft]) -> list[WrittenClaim]:
    """Return the drafts as claims that are handed in; raise IncompleteClaimsError."""
    empty = empty_fields(cards, drafts)
    if empty:
        raise IncompleteClaimsError(empty)
    return [_written_claim(card, drafts[card.key]) for card in cards]


def _written_claim(card: Card, draft: ClaimDraft) -> WrittenClaim:
    return WrittenClaim(
        slot=card.slot.name,
        text=draft.text,
        verdict=draft.verdict,
        tags={
            question.name: draft.answer(question.name)
            for question in card.questions
            if not question.is_verdict
        },
        base=_key(draft.base) if card.bases and draft.base != INPUT else None,
        overridden=frozenset(draft.overrides),
    )


def _key(name: str) -> ClaimPlace:
    slot, _, place = name.partition(":")
    return slot, int(place) if place.isdecimal() and len(place) < 5 else 1


def unfinished_claim(card: Card, drafts: Mapping[str, ClaimDraft]) -> FittedClaim:
    """Return a claim that may lack answers yet, as the checks look at it."""
    draft = drafts[card.key]
    known = {option.name for option in card.bases}
    has_base = draft.base in known and draft.base in drafts and not drafts[draft.base].is_empty
    return FittedClaim(
        slot=card.slot,
        place=card.place,
        text=draft.text.strip(),
        verdict=card.dealt_verdict or draft.verdict,
        tags={},
        base=_key(draft.base) if has_base else None,
        prescribed={duty.factor: duty.value for duty in card.duties},
        effect=card.effect,
        overridden=frozenset(draft.overrides),
    )
