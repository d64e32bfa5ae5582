"""Simulated people: their skill, their habits, and what they make of a claim. Pure.

A plan is data, so that a file can hold it: `manage.py simulate --plan FILE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from campaigns.protocols.protocol import Protocol

_SUNDAY = 6
Share = Annotated[float, Meta(ge=0, le=1)]
PlannedName = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9 _-]+$")]


class EvidenceHabits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ways in which a person selects evidence."""

    # How often all elements are selected that are needed; else one is forgotten.
    complete: Share = 0.85
    # How often one too many is selected: an element beside it.
    extra: Share = 0.1
    # How often a second set is given where there is one.
    alternative: Share = 0.5


class SimulatedPerson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person of a simulated campaign: skill, speed, habits, biases, drift."""

    name: PlannedName
    writes: bool = True
    verifies: bool = True
    # How often a verdict is wrong, and how often for the claims of some verdicts.
    error: Share = 0.1
    errors: dict[str, Share] = {}
    # How often it is wrong later, and from which part of the time on.
    later_error: Share | None = None
    turns_at: Share = 0.5
    # A wrong verdict is this one, where it can be; else any other.
    leans_to: str = ""
    # How long a verification takes on the whole; writing takes four times as long.
    seconds: Annotated[int, Meta(ge=10, le=1800)] = 90
    hours_a_day: Annotated[float, Meta(gt=0, le=12)] = 0.5
    evidence: EvidenceHabits = EvidenceHabits()
    # How often the tag of a claim is the expected one.
    tags: Share = 0.85
    skips: Share = 0.02
    reports: Share = 0.01
    # How often their claims of a verdict begin with a phrase.
    phrase: Annotated[str, Meta(max_length=80)] = ""
    phrase_verdict: str = ""
    phrase_share: Share = 0.0
    # How often their supported claims are about the first sentence of a page.
    first_sentence: Share = 0.0

    def error_for(self, verdict: str, progress: float) -> float:
        """Return how probably they are wrong about a claim of this verdict, at this time."""
        if self.later_error is not None and progress >= self.turns_at:
            return self.later_error
        return self.errors.get(verdict, self.error)


_ALIKE = "Contrary to popular belief,"
# Some are careful, one leans to "refuted", one is careless, one drifts; the refuted claims of
# three begin alike, and two take their supported ones from where a page begins.
TWELVE = (
    SimulatedPerson(name="Ines", error=0.05, seconds=80),
    SimulatedPerson(name="Bram", error=0.06, seconds=110, first_sentence=0.7),
    SimulatedPerson(name="Chiara", error=0.07, seconds=70),
    SimulatedPerson(name="Dmitri", error=0.08, seconds=95, errors={"refuted": 0.12}),
    SimulatedPerson(
        name="Esi",
        error=0.06,
        seconds=85,
        phrase=_ALIKE,
        phrase_verdict="refuted",
        phrase_share=0.9,
    ),
    SimulatedPerson(name="Farid", error=0.09, seconds=120, hours_a_day=0.4),
    SimulatedPerson(name="Grace", error=0.05, seconds=65, hours_a_day=0.7, first_sentence=0.7),
    SimulatedPerson(
        name="Hiro",
        error=0.07,
        seconds=100,
        phrase=_ALIKE,
        phrase_verdict="refuted",
        phrase_share=0.9,
    ),
    SimulatedPerson(name="Ivana", error=0.12, leans_to="refuted", seconds=90),
    SimulatedPerson(
        name="Jonas",
        error=0.5,
        seconds=45,
        evidence=EvidenceHabits(complete=0.5, extra=0.3, alternative=0.1),
        tags=0.5,
    ),
    SimulatedPerson(
        name="Kofi", writes=False, error=0.03, later_error=0.75, seconds=70, hours_a_day=1.0
    ),
    SimulatedPerson(
        name="Lena",
        error=0.06,
        phrase=_ALIKE,
        phrase_verdict="refuted",
        phrase_share=0.9,
        hours_a_day=0.8,
    ),
)


class SimulationPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The people of a simulation, its length, its size and its seed."""

    seed: int = 1
    people: Annotated[tuple[SimulatedPerson, ...], Meta(min_length=2, max_length=200)] = TWELVE
    days: Annotated[int, Meta(ge=1, le=366)] = 14
    # Claims are written from so many; the claims of those `left` are not verified.
    highlights: Annotated[int, Meta(ge=1, le=100_000)] = 90
    left: Annotated[int, Meta(ge=0, le=1000)] = 0
    # The share of disagreements that a simulated manager decides.
    adjudicated: Share = 0.6


def dice_for(seed: int, *parts: object) -> Random:
    """Return dice that roll the same for the same seed and parts, whatever was rolled before."""
    return Random("\0".join(map(str, (seed, *parts))))  # noqa: S311


def working_time(person: SimulatedPerson, seed: int, at: datetime) -> datetime:
    """Return the next moment at which a person works: at their hours, rarely on Sundays."""
    for later in range(8):
        day = (at + timedelta(days=later)).date()
        dice = dice_for(seed, person.name, day)
        begins = datetime.combine(day, time(7 + dice.randrange(10), dice.randrange(60)), at.tzinfo)
        ends = begins + timedelta(hours=person.hours_a_day)
        is_free = dice.random() < (0.7 if day.weekday() == _SUNDAY else 0.25)
        if not is_free and at < ends:
            return max(at, begins)
    return at + timedelta(days=7)


def judge(
    person: SimulatedPerson,
    protocol: Protocol,
    truth: Judgement,
    nearby: Sequence[ElementReference],
    dice: Random,
    progress: float,
) -> Judgement:
    """Return what a person makes of a claim whose right judgement is known."""
    verdict = truth.verdict
    if dice.random() < person.error_for(verdict, progress):
        verdict = _wrong_verdict(person, protocol, verdict, dice)
    most = protocol.evidence.sets_for(verdict).most
    sets = [list(elements) for elements in truth.sets]
    if dice.random() >= person.evidence.alternative:
        sets = sets[:1]
    first = sets[0]
    if len(first) > 1 and dice.random() >= person.evidence.complete:
        first.remove(dice.choice(first))
    beside = [element for element in nearby if element not in first]
    if beside and dice.random() < person.evidence.extra:
        first.append(dice.choice(beside))
    distinct = [
        elements
        for place, elements in enumerate(sets)
        if all(set(elements) != set(earlier) for earlier in sets[:place])
    ]
    return replace(
        truth,
        verdict=verdict,
        answer=answer_for(protocol, verdict),
        tags={
            name: _tag(person, protocol, name, value, dice) for name, value in truth.tags.items()
        },
        sets=distinct[:most],
    )


def answer_for(protocol: Protocol, verdict: str) -> str:
    """Return the answer to the guideline question that fits a verdict; empty if it is not asked."""
    question = protocol.verdicts.question
    if question is None or verdict not in question.asked_for:
        return ""
    return next(answer.name for answer in question.answers if answer.verdict in (None, verdict))


def _wrong_verdict(person: SimulatedPerson, protocol: Protocol, right: str, dice: Random) -> str:
    others = [name for name in protocol.verdicts.names if name != right]
    return person.leans_to if person.leans_to in others else dice.choice(others)


def _tag(person: SimulatedPerson, protocol: Protocol, name: str, value: str, dice: Random) -> str:
    return value if dice.random() < person.tags else dice.choice(protocol.tag_values(name))
