"""Claims as their writer hands them in, and whether they fit the protocol and the prescriptions.

Pure. Verdicts, mutations, bases and tags are a protocol's to vary, so they are checked here
against the campaign's frozen one; only texts are left to the checks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from campaigns.protocols.enums import Dealing
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import INPUT, VERDICT, Slot, Stage

BASE_MISSING = "base_missing"
# Slot and place of a claim.
ClaimPlace = tuple[str, int]
# By slot: the values that were dealt, by factor.
Prescriptions = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something in which claims are not what the protocol asks for; `slot` names their slot."""

    code: str
    slot: str
    parameters: Mapping[str, str | int] = field(default_factory=dict)


class MisfitError(Exception):
    """Claims that are not what the protocol asks for, with all their misfits."""

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__(", ".join(f"{misfit.slot}: {misfit.code}" for misfit in misfits))
        self.misfits = misfits


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenClaim:
    """A claim as its writer hands it in."""

    slot: str
    text: str
    verdict: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    base: ClaimPlace | None = None
    # Of factors of which each value is written once: {"mutation": "negation"}.
    values: Mapping[str, str] = field(default_factory=dict)
    # Codes of the warnings that the writer overrides.
    overridden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FittedClaim:
    """A claim that fits, with all that follows from its protocol and prescriptions."""

    slot: Slot
    place: int
    text: str
    verdict: str
    tags: dict[str, str]
    base: ClaimPlace | None
    prescribed: dict[str, str]
    effect: str | None
    overridden: frozenset[str]

    @property
    def key(self) -> ClaimPlace:
        return self.slot.name, self.place


def digest_of(claims: Sequence[WrittenClaim]) -> str:
    """Return a digest that is the same for the same claims sent twice."""
    plain = [
        (claim.slot, claim.text, claim.verdict, sorted(claim.tags.items()), claim.base)
        for claim in claims
    ]
    values = [sorted(claim.values.items()) for claim in claims]
    text = json.dumps([plain, values], ensure_ascii=False)
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def fit_claims(
    protocol: Protocol, stage: Stage, prescribed: Prescriptions, claims: Sequence[WrittenClaim]
) -> list[FittedClaim]:
    """Return the claims with their places, in the order of the slots.

    Bases come before the claims that change them. Raise MisfitError with all misfits.
    """
    known = {slot.name for slot in stage.slots}
    misfits = [
        Misfit("unknown_slot", claim.slot, {"slot": claim.slot})
        for claim in claims
        if claim.slot not in known
    ]
    fitted: dict[ClaimPlace, FittedClaim] = {}
    unfit: set[ClaimPlace | None] = set()
    for slot in stage.slots:
        mine = [claim for claim in claims if claim.slot == slot.name]
        dealt = prescribed.get(slot.name, {})
        for place, claim in enumerate(mine, start=1):
            try:
                made = fit_claim(protocol, slot, place, dealt, claim, fitted)
            except MisfitError as error:
                unfit.add((slot.name, place))
                # A base that is there but does not fit is named itself.
                lost = claim.base in unfit
                misfits += [one for one in error.misfits if not (lost and one.code == BASE_MISSING)]
            else:
                fitted[made.key] = made
        misfits += _misfits_of_numbers(protocol, slot, mine, fitted)
    if misfits:
        raise MisfitError(misfits)
    return list(fitted.values())


def fit_claim(
    protocol: Protocol,
    slot: Slot,
    place: int,
    dealt: Mapping[str, str],
    claim: WrittenClaim,
    earlier: Mapping[ClaimPlace, FittedClaim],
) -> FittedClaim:
    """Return a claim with what follows for it. `earlier`: the claims that it may change.

    Raise MisfitError with all misfits.
    """
    values = {**dealt, **claim.values}
    due = _due_verdict(slot, values, claim, earlier)
    misfits = [
        *_misfits_of_values(protocol, slot, dealt, claim),
        *_misfits_of_verdict(protocol, slot, due, claim),
        *_misfits_of_tags(protocol, slot, claim),
        *_misfits_of_base(slot, claim, earlier),
    ]
    if misfits:
        raise MisfitError(misfits)
    effects = [protocol.factor(name).value(value).effect for name, value in values.items()]
    return FittedClaim(
        slot=slot,
        place=place,
        text=claim.text.strip(),
        verdict=claim.verdict if due is None else due,
        tags={name: claim.tags[name] for name in _asked_tags(slot)},
        base=claim.base,
        prescribed=values,
        effect=next((effect for effect in effects if effect is not None), None),
        overridden=claim.overridden,
    )


def _misfit(code: str, slot: Slot, **parameters: str | int) -> Misfit:
    return Misfit(code, slot.name, {"slot": slot.label, **parameters})


def _each_factors(protocol: Protocol, slot: Slot) -> list[str]:
    """Return the factors of a slot of which each value is written once."""
    return [name for name in slot.factors if protocol.factor(name).dealt is Dealing.EACH]


def _asked_tags(slot: Slot) -> list[str]:
    return [name for name in slot.asks if name != VERDICT]


def _misfits_of_values(
    protocol: Protocol, slot: Slot, dealt: Mapping[str, str], claim: WrittenClaim
) -> Iterator[Misfit]:
    each = _each_factors(protocol, slot)
    for name, value in claim.values.items():
        if name not in each:
            yield _misfit("value_prescribed", slot, factor=name)
        elif value not in protocol.tag_values(name):
            yield _misfit("unknown_value", slot, factor=name, value=value)
    for name in slot.factors:
        if name not in dealt and name not in claim.values:
            yield _misfit("value_missing", slot, factor=name)


def _due_verdict(
    slot: Slot,
    values: Mapping[str, str],
    claim: WrittenClaim,
    earlier: Mapping[ClaimPlace, FittedClaim],
) -> str | None:
    """Return the verdict that follows from the slot; none if the writer chooses it."""
    if VERDICT in slot.asks:
        return None
    if VERDICT in slot.factors:
        return values.get(VERDICT, "")
    if slot.verdict == INPUT:
        base = earlier.get(claim.base) if claim.base is not None else None
        return base.verdict if base else ""
    return slot.verdict or ""


def _misfits_of_verdict(
    protocol: Protocol, slot: Slot, due: str | None, claim: WrittenClaim
) -> Iterator[Misfit]:
    if due is None:
        if claim.verdict not in protocol.verdicts.names:
            yield _misfit("unknown_verdict", slot, verdict=claim.verdict)
    # Nobody talks the prescription away by sending another verdict.
    elif claim.verdict not in ("", due):
        yield _misfit("verdict_prescribed", slot)


def _misfits_of_tags(protocol: Protocol, slot: Slot, claim: WrittenClaim) -> Iterator[Misfit]:
    asked = _asked_tags(slot)
    for name in claim.tags:
        if name not in asked:
            yield _misfit("tag_not_asked", slot, tag=name)
    for name in asked:
        value = claim.tags.get(name, "")
        if value not in protocol.tag_values(name):
            yield _misfit("unknown_value", slot, factor=name, value=value)


def _misfits_of_base(
    slot: Slot, claim: WrittenClaim, earlier: Mapping[ClaimPlace, FittedClaim]
) -> Iterator[Misfit]:
    slots = [name for name in slot.based_on if name != INPUT]
    if claim.base is None:
        if slots and INPUT not in slot.based_on:
            yield _misfit("no_base", slot)
    elif claim.base[0] not in slots:
        yield _misfit("wrong_base", slot, base=claim.base[0])
    elif claim.base not in earlier:
        yield _misfit(BASE_MISSING, slot)


def _misfits_of_numbers(
    protocol: Protocol,
    slot: Slot,
    mine: Sequence[WrittenClaim],
    fitted: Mapping[ClaimPlace, FittedClaim],
) -> Iterator[Misfit]:
    each = _each_factors(protocol, slot)
    bounds = {"least": slot.least, "most": slot.most}
    if not each:
        if not slot.least <= len(mine) <= slot.most:
            yield _misfit("wrong_number", slot, **bounds, count=len(mine))
        return
    bases: list[ClaimPlace | None] = [key for key in fitted if key[0] in slot.based_on] or [None]
    written = Counter((claim.base, *(claim.values.get(name) for name in each)) for claim in mine)
    for base in bases:
        for name in each:
            for value in protocol.tag_values(name):
                count = sum(n for key, n in written.items() if key[0] == base and value in key[1:])
                if not slot.least <= count <= slot.most:
                    yield _misfit("wrong_number_of_value", slot, **bounds, value=value, count=count)
