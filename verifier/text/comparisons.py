"""Comparisons of the claim's quantities with those that the evidence tells of the same thing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from verifier.text.alignment import Alignment, WordRange
from verifier.text.quantities import (
    LIMITING,
    RAISING,
    Operator,
    Quantity,
)
from verifier.text.relations import are_comparable, relation

COMPARISON_FEATURES = (
    "quantities", "quantities_alone", "relation_least", "relation_most", "relation_mean",
    "relation_open", "any_least", "all_most", "exact_share", "margin", "limited", "equal",
    "distance", "time_relation", "count_relation", "told", "told_more", "told_less",
)  # fmt: skip
# Said of a relation when there is nothing to compare.
_NOTHING = 0.5
_CLAIM_WINDOW = 8
_EVIDENCE_WINDOW = 10


@dataclass(frozen=True, slots=True)
class QuantityComparison:
    """A quantity of the claim beside the one of the evidence that fits best into its place."""

    claimed: Quantity
    told: Quantity
    relation: int
    # How much better it fits than the next.
    margin: float
    # The best and the worst relation to any of the evidence.
    most: int
    least: int
    is_exact: bool


def compare_quantities(alignment: Alignment, sentence: WordRange) -> list[QuantityComparison]:
    """Compare each quantity of the claim for which the evidence has one of its kind."""
    compared: list[QuantityComparison] = []
    for claimed in alignment.claim.quantities:
        told = [one for one in alignment.evidence.quantities if are_comparable(claimed, one)]
        if not told:
            continue
        expected = _expected_place(alignment, claimed)
        fits = sorted(
            (
                ((_fit(alignment, claimed, one, sentence), -abs(one.start - expected)), one)
                for one in told
            ),
            key=lambda fit: (fit[0], -fit[1].start),
        )
        (best, _), chosen = fits[-1]
        relations = [relation(claimed, one) for one in told]
        compared.append(
            QuantityComparison(
                claimed=claimed,
                told=chosen,
                relation=relation(claimed, chosen),
                margin=best - (fits[-2][0][0] if len(fits) > 1 else 0.0),
                most=max(relations),
                least=min(relations),
                is_exact=any(one.value == claimed.value for one in told),
            )
        )
    return compared


def comparison_features(alignment: Alignment, compared: list[QuantityComparison]) -> list[float]:
    """Return the values of COMPARISON_FEATURES."""
    claimed, told = alignment.claim.quantities, alignment.evidence.quantities
    relations = [one.relation for one in compared]
    times = [one.relation for one in compared if one.claimed.is_time]
    counts = [one.relation for one in compared if not one.claimed.is_time]
    exact = sum(one.is_exact for one in compared)
    return [
        len(claimed),
        len(claimed) - len(compared),
        min(relations, default=_NOTHING),
        max(relations, default=_NOTHING),
        sum(relations) / len(relations) if relations else _NOTHING,
        relations.count(0),
        min((one.most for one in compared), default=_NOTHING),
        max((one.least for one in compared), default=_NOTHING),
        exact / len(claimed) if claimed else -1.0,
        min((one.margin for one in compared), default=-1.0),
        sum(one.claimed.operator in LIMITING for one in compared),
        sum(one.claimed.operator == Operator.EQUAL for one in compared),
        max((_distance(one) for one in compared), default=-1.0),
        min(times, default=_NOTHING),
        min(counts, default=_NOTHING),
        len(told),
        sum(one.operator in RAISING for one in told),
        sum(one.operator in LIMITING and one.operator not in RAISING for one in told),
    ]


def _distance(compared: QuantityComparison) -> float:
    claimed, told = compared.claimed.value, compared.told.value
    if compared.claimed.is_time:
        return math.log1p(abs(told - claimed))
    return abs(math.log((told + 1) / (claimed + 1)))


def _expected_place(alignment: Alignment, claimed: Quantity) -> int:
    """Return where the evidence has the content word nearest to a quantity of the claim."""
    words, found = alignment.claim.words, alignment.found
    for step in range(1, 6):
        for at in (claimed.start - step, claimed.end - 1 + step):
            if 0 <= at < len(words) and found[at] >= 0 and words[at].has_content:
                return found[at]
    return 0


def _fit(alignment: Alignment, claimed: Quantity, told: Quantity, sentence: WordRange) -> float:
    """Return how well the words around two quantities agree."""
    words = alignment.claim.words
    fit = 0.0
    first = max(0, claimed.start - _CLAIM_WINDOW)
    for at in range(first, min(len(words), claimed.end + _CLAIM_WINDOW)):
        rarity = alignment.rarities[at]
        if not rarity or claimed.start <= at < claimed.end:
            continue
        far = 1 + 0.3 * _steps(at, claimed)
        for place in alignment.evidence.places.get(words[at].stem, ()):
            steps = _steps(place, told)
            if 0 < steps <= _EVIDENCE_WINDOW:
                side = 1.0 if (at < claimed.start) == (place < told.start) else 0.6
                fit += rarity * side / far / (1 + 0.3 * steps)
    unit = alignment.claim.stem_at(claimed.end)
    if unit.isalpha() and unit == alignment.evidence.stem_at(told.end):
        fit += 1.5
    fit += 0.5 * (claimed.kind == told.kind)
    fit += 0.3 * (claimed.value == told.value)
    fit += 0.5 * (sentence.start <= told.start < sentence.end)
    return fit


def _steps(at: int, quantity: Quantity) -> int:
    return quantity.start - at if at < quantity.start else at - quantity.end + 1
