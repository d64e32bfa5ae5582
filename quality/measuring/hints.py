"""Hints of the reports on what to look at next, each tested so that noise gives none. Pure.

A hint says where to look. It is no verdict about a person, and nobody's speed gives one. All tests
of the list share a level of 5 %: with no effect at all, at most one campaign in twenty has a hint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from math import exp, lgamma, log

from msgspec import Struct

from quality.measuring.results import (
    AgreementResult,
    BiasResult,
    PersonFigures,
    ReportFigure,
)

LEVEL = 0.05
# One half of the level is for people and pairs, of whom there are four kinds of hints; the other is
# for bias, whose tests are corrected together (`metrics.dependence.correct_together`).
LEVEL_OF_A_KIND = LEVEL / 2 / 4
LEVEL_OF_BIAS = LEVEL / 2
# Fewer judged claims say nothing about a person, a half of their time, or a pair.
LEAST_ITEMS = 20
LEAST_OF_A_PAIR = 10
LEAST_OF_GOLD = 10
# The most hints of one kind, the strongest first.
MOST_OF_A_KIND = 3
# An association below this is too weak to act upon, however certain it is.
LEAST_NPMI = 0.05


class HintKind(StrEnum):
    """The kinds of hints."""

    DRIFT = "drift"
    GOLD_DRIFT = "gold_drift"
    LOW_PERSON = "low_person"
    LOW_PAIR = "low_pair"
    PHRASE = "phrase"
    CLAIM_ONLY = "claim_only"
    PLACE = "place"


class QualityHint(Struct, frozen=True, kw_only=True):
    """A hint: whom or what it is about, and the counts behind it."""

    kind: HintKind
    # The public ids of people.
    people: tuple[str, ...] = ()
    feature: str = ""
    verdict: str = ""
    part: int = 0
    total: int = 0
    # What it is compared with: a share of all, or of an earlier time.
    expected: float = 0.0
    p_value: float = 0.0


def agreement_hints(result: AgreementResult) -> list[QualityHint]:
    """Return people and pairs that agree less than the others, and people who agree less now."""
    overall = result.overall.observed.value
    low_pairs = [] if overall is None else _strongest(_low_pairs(result, overall))
    return [
        *_strongest(_drifts(result.people)),
        *_strongest(_gold_drifts(result.people)),
        *_strongest(_low_people(result.people)),
        *low_pairs,
    ]


def bias_hints(result: BiasResult) -> list[QualityHint]:
    """Return phrases and places of evidence that give verdicts away, and the claim-only probe."""
    hints = []
    probe = result.probes["claim_verdict"]
    if probe.is_biased and probe.accuracy.numerator is not None:
        hints.append(
            QualityHint(
                kind=HintKind.CLAIM_ONLY,
                part=probe.accuracy.numerator,
                total=probe.accuracy.items,
                expected=probe.majority.value or 0.0,
            )
        )
    for kind, pairs in (
        (HintKind.PHRASE, result.ngrams),
        (HintKind.PLACE, result.factors.get("evidence_place", ())),
    ):
        found = [
            pair
            for pair in pairs
            if pair.adjusted <= LEVEL_OF_BIAS
            and pair.npmi.low is not None
            and pair.npmi.low > LEAST_NPMI
        ]
        hints += [
            QualityHint(
                kind=kind,
                feature=pair.feature,
                verdict=pair.label,
                part=pair.together,
                total=pair.conditional.items,
                expected=result.verdicts[pair.label] / result.claims,
                p_value=pair.adjusted,
            )
            for pair in found[:MOST_OF_A_KIND]
        ]
    return hints


def _strongest(hints: Iterable[QualityHint]) -> list[QualityHint]:
    return sorted(hints, key=lambda hint: hint.p_value)[:MOST_OF_A_KIND]


Halves = tuple[ReportFigure, ReportFigure]


def _drifts(people: tuple[PersonFigures, ...]) -> Iterator[QualityHint]:
    """Yield people who agree with the others less in the later half of their claims."""
    halves = [(person.person, person.halves) for person in people]
    yield from _lower_halves(HintKind.DRIFT, halves, LEAST_ITEMS)


def _gold_drifts(people: tuple[PersonFigures, ...]) -> Iterator[QualityHint]:
    """Yield people whose verdicts on gold are right less often in the later half of it."""
    halves = [(person.person, person.gold_halves) for person in people]
    yield from _lower_halves(HintKind.GOLD_DRIFT, halves, LEAST_OF_GOLD)


def _lower_halves(
    kind: HintKind, halves: Iterable[tuple[str, Halves | None]], least: int
) -> Iterator[QualityHint]:
    tested = [
        (person, *both)
        for person, both in halves
        if both is not None and min(half.items for half in both) >= least
    ]
    for person, before, after in tested:
        part, right_before = after.numerator or 0, before.numerator or 0
        p_value = fewer_than_before(right_before, before.items, part, after.items)
        if p_value * len(tested) <= LEVEL_OF_A_KIND:
            yield QualityHint(
                kind=kind,
                people=(person,),
                part=part,
                total=after.items,
                expected=right_before / before.items,
                p_value=p_value,
            )


def _low_people(people: tuple[PersonFigures, ...]) -> Iterator[QualityHint]:
    """Yield people who agree with the majority of the others less than everybody else does."""
    tested = [person for person in people if person.with_majority.items >= LEAST_ITEMS]
    right = sum(person.with_majority.numerator or 0 for person in tested)
    judged = sum(person.with_majority.items for person in tested)
    for person in tested:
        part, total = person.with_majority.numerator or 0, person.with_majority.items
        if judged == total:
            continue
        p_value = fewer_than_before(right - part, judged - total, part, total)
        if p_value * len(tested) <= LEVEL_OF_A_KIND:
            yield QualityHint(
                kind=HintKind.LOW_PERSON,
                people=(person.person,),
                part=part,
                total=total,
                expected=(right - part) / (judged - total),
                p_value=p_value,
            )


def _low_pairs(result: AgreementResult, overall: float) -> Iterator[QualityHint]:
    """Yield pairs that agree about fewer claims than all pairs together."""
    tested = [pair for pair in result.pairs if pair.observed.items >= LEAST_OF_A_PAIR]
    for pair in tested:
        part, total = pair.observed.numerator or 0, pair.observed.items
        p_value = at_most(part, total, overall)
        if p_value * len(tested) <= LEVEL_OF_A_KIND:
            yield QualityHint(
                kind=HintKind.LOW_PAIR,
                people=(pair.first, pair.second),
                part=part,
                total=total,
                expected=overall,
                p_value=p_value,
            )


def at_most(successes: int, trials: int, chance: float) -> float:
    """Return how probably so few of the trials succeed, each with this chance."""
    if chance <= 0 or chance >= 1:
        return 1.0 if chance <= 0 or successes == trials else 0.0
    terms = (
        exp(_choices(trials, number) + number * log(chance) + (trials - number) * log(1 - chance))
        for number in range(successes + 1)
    )
    return min(1.0, sum(terms))


def fewer_than_before(before: int, before_total: int, after: int, after_total: int) -> float:
    """Return Fisher's exact p-value, one-sided: so few successes afterwards by chance."""
    both, total = before + after, before_total + after_total
    least = max(0, both - before_total)
    terms = (
        exp(
            _choices(after_total, number)
            + _choices(before_total, both - number)
            - _choices(total, both)
        )
        for number in range(least, after + 1)
    )
    return min(1.0, sum(terms))


def _choices(total: int, number: int) -> float:
    """Return the logarithm of the number of ways to choose."""
    return lgamma(total + 1) - lgamma(number + 1) - lgamma(total - number + 1)
