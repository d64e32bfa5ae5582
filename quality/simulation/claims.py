"""Claims and judgements that a program makes up from the facts of pages.

Pure, and the same for the same page each time. They show what a finished dataset looks like; their
authors are marked as simulated, and only a demonstration takes them into a release.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.rules.verifying.judgements import Judgement
from annotation.rules.writing.submissions import Prescriptions, WrittenClaim
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import INPUT, VERDICT, Slot, Stage
from quality.simulation.facts import Fact, facts_of, number_of
from wiki.parsing.elements import PageDocument


class TooFewFactsError(Exception):
    """The page states too few facts that a program understands."""


@dataclass(frozen=True, slots=True)
class SimulatedClaim:
    """A claim to be written, and the judgement of an attentive verifier."""

    written: WrittenClaim
    judgement: Judgement


def simulate_claims(
    protocol: Protocol,
    writing: Stage,
    prescribed: Prescriptions,
    pages: Sequence[PageDocument],
    warnings: frozenset[str],
) -> list[SimulatedClaim]:
    """Return a claim for each slot, from the first page and, where it helps, the others."""
    facts = facts_of(pages)
    if len(facts) < len(writing.slots):
        raise TooFewFactsError(pages[0].title)
    verdicts = protocol.verdicts.names
    start = number_of(pages[0].title)
    claims: list[SimulatedClaim] = []
    for number, slot in enumerate(writing.slots):
        dealt = prescribed.get(slot.name, {})
        verdict = dealt.get(VERDICT, verdicts[(start + number) % len(verdicts)])
        claims.append(_simulated(protocol, slot, verdict, facts[number], warnings))
    return claims


def _simulated(
    protocol: Protocol, slot: Slot, verdict: str, fact: Fact, warnings: frozenset[str]
) -> SimulatedClaim:
    # The first verdict of a design says that it is so, the second that it is not.
    place = protocol.verdicts.names.index(verdict)
    text = (fact.true, fact.false, fact.unknown)[min(place, 2)]
    tags = {"challenge": fact.challenge} if "challenge" in slot.asks else {}
    bases = [name for name in slot.based_on if name != INPUT]
    written = WrittenClaim(
        slot=slot.name,
        text=text,
        verdict=verdict if VERDICT in slot.asks else "",
        tags=tags,
        base=(bases[0], 1) if bases and INPUT not in slot.based_on else None,
        overridden=warnings,
    )
    sets = [list(fact.evidence)]
    if fact.also and frozenset(fact.also) != frozenset(fact.evidence):
        sets.append(list(fact.also))
    return SimulatedClaim(
        written,
        Judgement(
            verdict=verdict,
            answer=_answer(protocol, verdict),
            tags={"challenge": fact.challenge},
            sets=sets[: protocol.evidence.sets_for(verdict).most],
        ),
    )


def contrary(protocol: Protocol, judgement: Judgement) -> Judgement:
    """Return the judgement of somebody who slipped: another verdict, from one element."""
    others = [name for name in protocol.verdicts.names[:2] if name != judgement.verdict]
    return Judgement(
        verdict=others[0],
        answer=_answer(protocol, others[0]),
        tags=judgement.tags,
        sets=[list(judgement.sets[-1])[:1]],
    )


def _answer(protocol: Protocol, verdict: str) -> str:
    question = protocol.verdicts.question
    if question is None or verdict not in question.asked_for:
        return ""
    return next(answer.name for answer in question.answers if answer.verdict in (None, verdict))
