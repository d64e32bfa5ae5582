"""Statements from sentences and lists, and from two places at once. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from annotation.rules.verifying.elements import ElementReference
from campaigns.protocols.enums import Effect
from quality.simulation.grids import flat
from quality.simulation.statements import (
    MULTI_HOP,
    OTHER,
    SimulatedStatement,
    StatementTopic,
    number_word,
)
from wiki.parsing.elements import ListBlock, PageDocument, Section, Sentence

# Not the day of a month, nor the year in a name.
_NUMBER = re.compile(r"(?<![\d.,])\d{2,4}(?![\d,.]\d|\d| [A-Z])")
_VERB = re.compile(r" (is|was|are|were|has|have|had|can|could|will) ")
_PRONOUN = re.compile(r"^(It|He|She) ")
_SMALL_INSIDE = frozenset(
    {"A", "An", "As", "At", "By", "From", "In", "It", "Its", "On", "The", "Among", "Exactly"}
)
_LONGEST, _FEWEST_WORDS = 220, 5
_LONGEST_ITEM = 6
_NAMED_IN_A_LIST = 3


def name_of(page: PageDocument) -> str:
    """Return the title of a page as a sentence names it."""
    return page.title.partition(" (")[0]


def within(sentence: str) -> str:
    """Return a sentence as it continues after a comma: names keep their capital."""
    first, _, rest = sentence.partition(" ")
    return f"{first.lower()} {rest}" if first in _SMALL_INSIDE else sentence


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence of a page that can stand alone, and what it becomes when it is made wrong."""

    page: str
    address: str
    name: str
    text: str
    wrong: str
    # Another sentence of the page, for a claim that says more.
    more: SimulatedStatement | None = None
    challenge: str = OTHER

    def state(self, *, is_true: bool) -> SimulatedStatement:
        evidence = (ElementReference(self.page, self.address),)
        text = self.text if is_true else self.wrong
        return SimulatedStatement(text, is_true, evidence, challenge=self.challenge)

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        match effect:
            case Effect.NEGATED:
                text, count = _VERB.subn(r" \1 not ", base.text, count=1)
                if not count:
                    text = f"It is not the case that {within(base.text)}"
                return replace(base, text=text, is_true=not base.is_true)
            case Effect.REWORDED:
                return replace(base, text=self._reworded(base.text))
            case Effect.WIDER:
                return replace(base, text=_wider(base.text))
            case Effect.NARROWER if self.more is not None:
                return join(base, self.more, self.challenge)
            case Effect.NARROWER:
                return replace(base, text=f"{base.text.rstrip('.')}, as its page says.")
            case _:
                return self.state(is_true=not base.is_true)

    def _reworded(self, text: str) -> str:
        for start in (f"The {self.name} ", f"{self.name} "):
            if text.startswith(start):
                return f"It is {within(start)}that {text.removeprefix(start)}"
        return f"As for {self.name}, {within(text)}"


def _wider(text: str) -> str:
    """Return a sentence that says less: without its last clause, or with a rounded number."""
    start, comma, _ = text.rpartition(", ")
    if comma and len(start.split()) >= _FEWEST_WORDS:
        return f"{start}."
    rounded, count = _NUMBER.subn(lambda match: f"some {match[0]}", text, count=1)
    return rounded if count else f"In some way, {within(text)}"


def sentences_of(page: PageDocument, addresses: Sequence[str] = ()) -> Iterator[StatedSentence]:
    """Yield the sentences that can stand alone, of these addresses or of the whole page."""
    found = list(_sentences(page))
    plain = [each for each in found if not addresses or each.address in addresses]
    for number, each in enumerate(plain):
        others = plain[number + 1 :] + plain[:number]
        yield replace(each, more=others[0].state(is_true=True)) if others else each


def _sentences(page: PageDocument) -> Iterator[StatedSentence]:
    name, in_lead = name_of(page), True
    subject = name
    links = sorted(
        {
            block.text[link.start : link.end]
            for block in page.blocks
            if isinstance(block, Sentence)
            for link in block.links
        }
    )
    for block in page.blocks:
        if isinstance(block, Section):
            in_lead = False
        if not isinstance(block, Sentence) or block.is_hatnote:
            continue
        text = " ".join(block.text.split())
        if in_lead:
            # Beyond the lead a pronoun may mean something else.
            subject = f"The {name}" if text.startswith(f"The {name} ") else subject
            text = _PRONOUN.sub(f"{subject} ", text)
        if not text.endswith(".") or len(text) > _LONGEST or len(text.split()) < _FEWEST_WORDS:
            continue
        wrong = _made_wrong(block, text, links)
        if name not in text or wrong is None:
            continue
        challenge = "entity_disambiguation" if "(" in page.title else OTHER
        yield StatedSentence(page.title, block.address, name, text, wrong, challenge=challenge)


def _made_wrong(block: Sentence, text: str, links: Sequence[str]) -> str | None:
    number = _NUMBER.search(text)
    if number is not None:
        return f"{text[: number.start()]}{int(number[0]) + 7}{text[number.end() :]}"
    for link in block.links:
        said = block.text[link.start : link.end]
        others = [other for other in links if other not in text and other[:1].isupper()]
        if said in text and said[:1].isupper() and others:
            return text.replace(said, others[len(said) % len(others)], 1)
    return None


@dataclass(frozen=True, slots=True)
class NamedItems:
    """Entries of a list under a heading, and one that is not among them."""

    page: str
    name: str
    heading: str
    items: tuple[tuple[str, str], ...]
    total: int
    stranger: str

    def state(self, *, is_true: bool) -> SimulatedStatement:
        return self._made(
            f"{self._names(is_true=is_true)} are among the {self.heading} of {self.name}.",
            is_true=is_true,
        )

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        names = self._names(is_true=base.is_true)
        first = self.items[0][0] if base.is_true else self.stranger
        where = f"the {self.heading} of {self.name}"
        match effect:
            case Effect.NEGATED:
                text = f"{first} is missing among {where}."
                return replace(base, text=text, is_true=not base.is_true)
            case Effect.REWORDED:
                return replace(base, text=f"{where[:1].upper()}{where[1:]} include {names}.")
            case Effect.WIDER:
                return replace(base, text=f"{first} is one of {where}.")
            case Effect.NARROWER:
                text = f"{names} are among the {number_word(self.total)} {self.heading} of"
                return replace(base, text=f"{text} {self.name}.")
            case _:
                return self.state(is_true=not base.is_true)

    def _names(self, *, is_true: bool) -> str:
        names = [text for text, _ in self.items]
        if not is_true:
            names[0] = self.stranger
        return f"{', '.join(names[:-1])} and {names[-1]}"

    def _made(self, text: str, *, is_true: bool) -> SimulatedStatement:
        evidence = tuple(ElementReference(self.page, address) for _, address in self.items)
        return SimulatedStatement(text, is_true, evidence, challenge="search_terms_not_in_claim")


def lists_of(page: PageDocument) -> Iterator[NamedItems]:
    """Yield the lists of a page under a heading, whose entries are short names."""
    heading = ""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for block in page.blocks:
        if isinstance(block, Section):
            heading = flat(block.text)
        elif isinstance(block, ListBlock) and block.parent is None and heading:
            items = [
                (flat(item.text), item.address)
                for item in block.items
                if item.level == 0 and not item.is_term
            ]
            short = [
                (text, address)
                for text, address in items
                if 1 <= len(text.split()) <= _LONGEST_ITEM and text[:1].isupper()
            ]
            if heading.casefold() != "see also" and len(short) >= _NAMED_IN_A_LIST:
                found.append((heading, short))
    for place, (heading, items) in enumerate(found):
        others = [text for other, rest in found if other != heading for text, _ in rest]
        known = {text for text, _ in items}
        stranger = next((text for text in others if text not in known), name_of(page))
        small = heading[:1].lower() + heading[1:]
        start = place % (len(items) - _NAMED_IN_A_LIST + 1)
        yield NamedItems(
            page.title,
            name_of(page),
            small,
            tuple(items[start : start + _NAMED_IN_A_LIST]),
            len(items),
            stranger,
        )


def join(
    first: SimulatedStatement, second: SimulatedStatement, challenge: str
) -> SimulatedStatement:
    """Return two statements as one sentence."""
    return SimulatedStatement(
        f"{first.text.rstrip('.')}, and {within(second.text)}",
        first.is_true and second.is_true,
        tuple(dict.fromkeys((*first.evidence, *second.evidence))),
        challenge=challenge,
    )


@dataclass(frozen=True, slots=True)
class TwoPlaces:
    """A topic together with something that another place says."""

    first: StatementTopic
    second: SimulatedStatement
    challenge: str = MULTI_HOP

    def state(self, *, is_true: bool) -> SimulatedStatement:
        return join(self.first.state(is_true=is_true), self.second, self.challenge)

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        before = self.first.state(is_true=base.is_true)
        return join(self.first.mutate(before, effect), self.second, self.challenge)


def pairs_of(
    topics: Sequence[StatementTopic], others: Sequence[PageDocument], dice: Random
) -> Iterator[TwoPlaces]:
    """Yield topics joined with the first sentence of other pages."""
    for page in others:
        leads = list(sentences_of(page))
        if leads and topics:
            yield TwoPlaces(dice.choice(topics), leads[0].state(is_true=True))
