"""What a writer hands in, and whether it is what the protocol and the prescriptions ask for.

Pure. Verdicts, mutations, bases and tags are a protocol's to vary, so they are checked here
against the campaign's frozen one; only texts are left to the checks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Dealing
from campaigns.protocols.work import INPUT, VERDICT, Slot, Stage

# Slot and place of a claim.
Key = tuple[str, int]
# By slot: the values that were dealt, by factor.
Prescriptions = Mapping[str, Mapping[str, str]]


class MisfitError(Exception):
    """What was handed in is not what the protocol asks for; the text says in what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenClaim:
    """A claim as its writer hands it in."""

    slot: str
    text: str
    verdict: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    base: Key | None = None
    # Of factors of which each value is written once: {"mutation": "negation"}.
    values: Mapping[str, str] = field(default_factory=dict)
    # Codes of the warnings that the writer says are fine.
    overridden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FittedClaim:
    """A claim that fits, with all that follows from its protocol and prescriptions."""

    slot: Slot
    place: int
    text: str
    verdict: str
    tags: dict[str, str]
    base: Key | None
    prescribed: dict[str, str]
    effect: str | None
    overridden: frozenset[str]

    @property
    def key(self) -> Key:
        return self.slot.name, self.place


def digest_of(claims: Sequence[WrittenClaim]) -> str:
    """Equal for the same submission sent twice."""
    plain = [
        (one.slot, one.text, one.verdict, sorted(one.tags.items()), one.base) for one in claims
    ]
    values = [sorted(one.values.items()) for one in claims]
    text = json.dumps([plain, values], ensure_ascii=False)
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def fit_claims(
    protocol: Protocol, stage: Stage, prescribed: Prescriptions, claims: Sequence[WrittenClaim]
) -> list[FittedClaim]:
    """The claims with their places, in the order of the slots; bases come before what changes them.

    Raises MisfitError.
    """
    known = {slot.name for slot in stage.slots}
    for one in claims:
        _need(one.slot in known, f"There is no slot “{one.slot}”.")
    fitting: dict[Key, FittedClaim] = {}
    for slot in stage.slots:
        mine = [one for one in claims if one.slot == slot.name]
        for place, one in enumerate(mine, start=1):
            made = fit_claim(protocol, slot, place, prescribed.get(slot.name, {}), one, fitting)
            fitting[made.key] = made
        _check_numbers(protocol, slot, mine, fitting)
    return list(fitting.values())


def fit_claim(
    protocol: Protocol,
    slot: Slot,
    place: int,
    dealt: Mapping[str, str],
    one: WrittenClaim,
    earlier: Mapping[Key, FittedClaim],
) -> FittedClaim:
    """One claim of a slot. `earlier`: the claims that it may change."""
    values = dict(dealt)
    each = [name for name in slot.factors if protocol.factor(name).dealt is Dealing.EACH]
    for name, value in one.values.items():
        _need(name in each, f"{slot.label}: “{name}” is prescribed, not chosen.")
        _need(value in protocol.tag_values(name), f"{slot.label}: there is no {name} “{value}”.")
        values[name] = value
    for name in slot.factors:
        _need(name in values, f"{slot.label}: its {name} is missing.")
    effects = [protocol.factor(name).value(value).effect for name, value in values.items()]
    return FittedClaim(
        slot=slot,
        place=place,
        text=one.text.strip(),
        verdict=_verdict(protocol, slot, values, one, earlier),
        tags=_tags(protocol, slot, one),
        base=_base(slot, one, earlier),
        prescribed=values,
        effect=next((effect for effect in effects if effect is not None), None),
        overridden=one.overridden,
    )


def _verdict(
    protocol: Protocol,
    slot: Slot,
    values: Mapping[str, str],
    one: WrittenClaim,
    earlier: Mapping[Key, FittedClaim],
) -> str:
    if VERDICT in slot.asks:
        _need(
            one.verdict in protocol.verdicts.names,
            f"{slot.label}: there is no verdict “{one.verdict}”.",
        )
        return one.verdict
    if VERDICT in slot.factors:
        due = values[VERDICT]
    elif slot.verdict == INPUT:
        due = earlier[one.base].verdict if one.base is not None and one.base in earlier else ""
    else:
        due = slot.verdict or ""
    # Nobody talks the prescription away by sending another one.
    _need(one.verdict in ("", due), f"{slot.label}: its verdict is prescribed.")
    return due


def _tags(protocol: Protocol, slot: Slot, one: WrittenClaim) -> dict[str, str]:
    asked = [name for name in slot.asks if name != VERDICT]
    for name in one.tags:
        _need(name in asked, f"{slot.label}: “{name}” is not asked for.")
    for name in asked:
        value = one.tags.get(name, "")
        _need(value in protocol.tag_values(name), f"{slot.label}: there is no {name} “{value}”.")
    return {name: one.tags[name] for name in asked}


def _base(slot: Slot, one: WrittenClaim, earlier: Mapping[Key, FittedClaim]) -> Key | None:
    slots = [name for name in slot.based_on if name != INPUT]
    if one.base is None:
        _need(not slots or INPUT in slot.based_on, f"{slot.label}: which claim does it change?")
        return None
    _need(one.base[0] in slots, f"{slot.label}: it does not change “{one.base[0]}”.")
    _need(one.base in earlier, f"{slot.label}: the claim that it changes is missing.")
    return one.base


def _check_numbers(
    protocol: Protocol, slot: Slot, mine: Sequence[WrittenClaim], fitting: Mapping[Key, FittedClaim]
) -> None:
    each = [name for name in slot.factors if protocol.factor(name).dealt is Dealing.EACH]
    bounds = f"{slot.label}: from {slot.least} to {slot.most} claims are asked for"
    if not each:
        _need(slot.least <= len(mine) <= slot.most, f"{bounds}, not {len(mine)}.")
        return
    bases: list[Key | None] = [key for key in fitting if key[0] in slot.based_on] or [None]
    written = Counter((one.base, *(one.values.get(name) for name in each)) for one in mine)
    for base in bases:
        for name in each:
            for value in protocol.tag_values(name):
                count = sum(n for key, n in written.items() if key[0] == base and value in key[1:])
                _need(slot.least <= count <= slot.most, f"{bounds} of “{value}”, not {count}.")


def _need(holds: bool, message: str) -> None:
    if not holds:
        raise MisfitError(message)
