"""Predicted evidence that may be new: how much of it is judged, and which answer decides. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

from releases.dataset.rules.records import MOST_OTHERS, MOST_SENTENCES
from wiki.parsing.addresses import AddressKind, parse

# Page and address.
ElementPlace = tuple[str, str]
ElementPlaces = tuple[ElementPlace, ...]

MOST_TABLES = 3


def first_elements(evidence: Iterable[ElementPlace]) -> ElementPlaces:
    """Return what of a prediction is judged: five sentences, and 25 elements of three tables."""
    chosen: dict[ElementPlace, None] = {}
    sentences = others = 0
    tables: set[tuple[str, str]] = set()
    for place in evidence:
        address = parse(place[1])
        if place in chosen or not address.may_be_evidence:
            continue
        if address.kind is AddressKind.SENTENCE:
            if sentences < MOST_SENTENCES:
                sentences += 1
                chosen[place] = None
            continue
        table = (place[0], str(address.block))
        if others < MOST_OTHERS and (table in tables or len(tables) < MOST_TABLES):
            others += 1
            tables.add(table)
            chosen[place] = None
    return tuple(chosen)


def is_outside(evidence: Iterable[ElementPlace], sets: Iterable[Iterable[ElementPlace]]) -> bool:
    """Return whether evidence is no gold set, holds none, and is not a part of one."""
    found = frozenset(evidence)
    gold = [frozenset(each) for each in sets]
    return bool(found) and not any(each <= found or found <= each for each in gold)


def filled_up(gold: ElementPlaces, predicted: Sequence[ElementPlace]) -> ElementPlaces:
    """Return a gold set with as much of a prediction as makes it as large as one.

    Sets of one element among sets of many would be known for gold.
    """
    more = [place for place in predicted if place not in gold]
    return gold + tuple(more[: max(0, len(predicted) - len(gold))])


def digest_of(evidence: Iterable[ElementPlace]) -> str:
    """Return a digest of evidence, in whatever order it comes."""
    lines = "\n".join(f"{page}\t{address}" for page, address in sorted(evidence))
    return sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def answers_needed(answers: Sequence[str], asked_for: int) -> int:
    """Return how many more people judge a set: a third one where two disagree."""
    if len(answers) < asked_for:
        return asked_for - len(answers)
    disagree = asked_for == len(answers) == 2 and len(set(answers)) == 2
    return 1 if disagree else 0


def decision(answers: Sequence[str], asked_for: int) -> str:
    """Return the answer of more than half of all; empty while some are missing, or without one."""
    if not answers or answers_needed(answers, asked_for):
        return ""
    answer, count = Counter(answers).most_common(1)[0]
    return answer if 2 * count > len(answers) else ""
