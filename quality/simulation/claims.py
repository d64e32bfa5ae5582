"""Claims that a program writes from the facts of pages, with the right judgement of each.

Pure, and the same for the same page and seed. Their authors are marked as simulated, and only a
demonstration takes them into a release.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from annotation.rules.verifying.judgements import Judgement
from annotation.rules.writing.submissions import ClaimPlace, Prescriptions, WrittenClaim
from campaigns.protocols.enums import Dealing, Effect, StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import INPUT, VERDICT, Slot, Stage
from quality.simulation.grids import grids_of
from quality.simulation.people import SimulatedPerson, answer_for
from quality.simulation.prose import (
    StatedSentence,
    TwoPlaces,
    lists_of,
    pairs_of,
    sentences_of,
    within,
)
from quality.simulation.statements import SimulatedStatement, StatementTopic, topics_of
from wiki.parsing import addresses
from wiki.parsing.elements import PageDocument

# Shares of the verdicts that people choose: as it is, as it is not, open.
_CHOSEN = (50, 42, 8)
_OPEN_OF_MUTATIONS = 0.08
_ADDITIONS = (
    ", as a survey of its visitors in 1987 confirmed.",
    ", which a folk song of the time describes.",
    ", a fact that its first biographer doubted.",
    ", which schoolbooks in the region did not mention before 1950.",
    ", as a local newspaper pointed out at the time.",
    ", which took most observers by surprise.",
)
_CAREFUL = SimulatedPerson(name="careful", error=0.0)


class TooFewFactsError(Exception):
    """The page states too few facts that a program understands."""


class DesignNotSimulatedError(Exception):
    """The design asks for claims that the simulation does not write."""


@dataclass(frozen=True, slots=True)
class SimulatedClaim:
    """A claim to be written, and the right judgement of it."""

    written: WrittenClaim
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class ClaimMaterial:
    """The page of a highlight, pages that it links to, and what is highlighted."""

    page: PageDocument
    others: Sequence[PageDocument]
    addresses: Sequence[str]


def check_design(protocol: Protocol, writing: Stage) -> None:
    """Raise DesignNotSimulatedError where a design asks for what the simulation does not do."""
    for slot in writing.slots:
        dealt = [protocol.factor(name).dealt for name in slot.factors]
        if slot.least > 1 or any(dealing is Dealing.EACH for dealing in dealt):
            raise DesignNotSimulatedError(slot.name)
    # It finds one set, or two, whatever the verdict is.
    for limits in protocol.evidence.sets:
        if not limits.least <= 1 <= limits.most:
            raise DesignNotSimulatedError(
                f"{limits.verdict}: {limits.least} to {limits.most} evidence sets"
            )
    # A program answers no questions about single elements.
    if protocol.stage_for(StageKind.VERIFY) is None or protocol.evidence.minimality:
        raise DesignNotSimulatedError(protocol.name)


def simulate_claims(
    protocol: Protocol,
    writing: Stage,
    prescribed: Prescriptions,
    material: ClaimMaterial,
    warnings: frozenset[str],
    dice: Random,
    writer: SimulatedPerson = _CAREFUL,
) -> list[SimulatedClaim]:
    """Return a claim for each slot, from the highlight and, where it helps, from other pages."""
    topics = _Topics(material, dice)
    session = _Session(protocol, warnings, dice, writer)
    for slot in writing.slots:
        dealt = prescribed.get(slot.name, {})
        base = session.base_for(slot)
        if base is None:
            session.write(slot, dealt, topics)
        else:
            session.change(slot, dealt, base)
    return session.claims


def page_topics(page: PageDocument, dice: Random) -> list[StatementTopic]:
    """Return some topics of a page: of its tables, its sentences and its lists."""
    tables = [topic for grid in grids_of(page) for topic in topics_of(grid, dice)]
    return [*tables[:6], *list(sentences_of(page))[:4], *list(lists_of(page))[:3]]


def left_open(made: SimulatedStatement, dice: Random) -> SimulatedStatement:
    """Return a statement with an addition that no page supports or refutes."""
    return replace(made, text=f"{made.text.rstrip('.')}{dice.choice(_ADDITIONS)}")


class _Topics:
    """The topics of a highlight and its page, each given once."""

    def __init__(self, material: ClaimMaterial, dice: Random) -> None:
        grids = list(grids_of(material.page))
        own = set(material.addresses)
        highlighted: list[StatementTopic] = []
        rest: list[StatementTopic] = []
        for grid in grids:
            made = list(topics_of(grid, dice))
            is_mine = addresses.table(grid.number) in own
            (highlighted if is_mine else rest).extend(made)
        mine = list(sentences_of(material.page, material.addresses))
        highlighted += mine
        sentences = [each for each in sentences_of(material.page) if each.address not in own]
        rest += [*sentences[:6], *lists_of(material.page)]
        self.lead: StatementTopic | None = next(sentences_of(material.page), None)
        tables = [topic for topic in highlighted if not isinstance(topic, StatedSentence)]
        if tables and sentences:
            both = TwoPlaces(
                dice.choice(tables), sentences[0].state(is_true=True), "combining_tables_and_text"
            )
            rest.append(both)
        dice.shuffle(rest)
        self._highlighted = highlighted
        self._rest = rest
        self._pairs: list[StatementTopic] = list(
            pairs_of(highlighted or rest, material.others, dice)
        )
        self._title = material.page.title

    def take(self, slot: Slot, dealt: Mapping[str, str]) -> StatementTopic:
        """Return a topic: of the highlight first, of several pages where that is asked for."""
        beyond = INPUT in slot.based_on
        wants_pages = "several" in dealt.get("scope", "")
        order = [self._highlighted, self._rest]
        if beyond:
            order = [self._pairs, *reversed(order)] if wants_pages else [*reversed(order)]
        for kind in order:
            if kind:
                return kind.pop(0)
        raise TooFewFactsError(self._title)


class _Session:
    """The claims of one highlight while they are written."""

    def __init__(
        self, protocol: Protocol, warnings: frozenset[str], dice: Random, writer: SimulatedPerson
    ) -> None:
        self.claims: list[SimulatedClaim] = []
        self._protocol = protocol
        self._warnings = warnings
        self._dice = dice
        self._writer = writer
        self._bases: dict[str, tuple[StatementTopic, SimulatedStatement]] = {}

    def base_for(self, slot: Slot) -> str | None:
        """Return the slot whose claim is changed; none where a claim may be new."""
        if INPUT in slot.based_on or not slot.based_on:
            return None
        known = [name for name in slot.based_on if name in self._bases]
        if not known:
            raise DesignNotSimulatedError(slot.name)
        return self._dice.choice(known)

    def write(self, slot: Slot, dealt: Mapping[str, str], topics: _Topics) -> None:
        """Write a new claim, true, false or open."""
        verdict = dealt.get(VERDICT, "") or self._chosen()
        place = self._protocol.verdicts.names.index(verdict)
        likes_lead = self._dice.random() < self._writer.first_sentence
        topic = topics.lead if place == 0 and likes_lead and topics.lead is not None else None
        topic = topic or topics.take(slot, dealt)
        made = topic.state(is_true=place != 1)
        if place < 2:
            self._bases[slot.name] = (topic, made)
        self._add(slot, made, is_open=place == 2)

    def change(self, slot: Slot, dealt: Mapping[str, str], base: str) -> None:
        """Change an earlier claim in the way that was dealt."""
        topic, before = self._bases[base]
        made = topic.mutate(before, self._effect(dealt))
        is_open = len(self._protocol.verdicts.names) > 2 and (
            self._dice.random() < _OPEN_OF_MUTATIONS
        )
        self._add(slot, made, is_open=is_open, base=(base, 1))

    def _effect(self, dealt: Mapping[str, str]) -> Effect | None:
        values = [self._protocol.factor(name).value(value) for name, value in dealt.items()]
        return next((value.effect for value in values if value.effect is not None), None)

    def _chosen(self) -> str:
        names = self._protocol.verdicts.names
        return self._dice.choices(names, _CHOSEN[: len(names)])[0]

    def _add(
        self,
        slot: Slot,
        made: SimulatedStatement,
        *,
        is_open: bool,
        base: ClaimPlace | None = None,
    ) -> None:
        names = self._protocol.verdicts.names
        verdict = names[2] if is_open else names[0 if made.is_true else 1]
        if is_open:
            made = left_open(made, self._dice)
        writer, text = self._writer, made.text
        if writer.phrase_verdict == verdict and self._dice.random() < writer.phrase_share:
            text = f"{writer.phrase} {within(text)}"
        intended = verdict
        if self._dice.random() < writer.error / 2:
            intended = self._dice.choice([name for name in names if name != verdict])
        written = WrittenClaim(
            slot=slot.name,
            text=text,
            verdict=intended if VERDICT in slot.asks else "",
            tags=self._tags(slot.asks, made.challenge),
            base=base,
            overridden=self._warnings,
        )
        self.claims.append(SimulatedClaim(written, self._judgement(verdict, made)))

    def _tags(self, asked: Sequence[str], challenge: str) -> dict[str, str]:
        tags = {}
        for name in asked:
            values = self._protocol.tag_values(name)
            if name != VERDICT:
                tags[name] = challenge if challenge in values else values[-1]
        return tags

    def _judgement(self, verdict: str, made: SimulatedStatement) -> Judgement:
        stage = self._protocol.stage_for(StageKind.VERIFY)
        sets = [list(made.evidence)]
        if made.also and frozenset(made.also) != frozenset(made.evidence):
            sets.append(list(made.also))
        return Judgement(
            verdict=verdict,
            answer=answer_for(self._protocol, verdict),
            tags=self._tags(stage.asks if stage else (), made.challenge),
            sets=sets[: self._protocol.evidence.sets_for(verdict).most],
        )
