"""Agreement on evidence: how alike the elements are that two people selected for the same claim.

A selection is one or more alternative sets; its elements are those of all sets together. The
overlap of two selections is the share of the smaller one that is in the other, so that a proper
subset overlaps completely. (The FEVEROUS paper does not define its overlap; its figures agree with
this: 42 % identical and 27 % subsets among 74 % with an overlap of 70 % or more.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from metrics.estimates import NORMAL_QUANTILE, Estimate, Undefined, share, undefined

ElementSet = frozenset[Hashable]
LARGE_OVERLAP = 0.7


@dataclass(frozen=True, slots=True)
class Overlap:
    """The likeness of two selections of evidence for the same claim."""

    is_identical: bool
    is_proper_subset: bool
    overlap: float
    best_f1: float


@dataclass(frozen=True, slots=True)
class EvidenceAgreement:
    """The shares over pairs of selections, and the mean of their best F1."""

    pairs: int
    identical: Estimate
    overlapping: Estimate
    proper_subset: Estimate
    best_f1: Estimate


@dataclass(frozen=True, slots=True)
class EvidenceScore:
    """One selection measured against gold: the best of all pairs of sets."""

    precision: float
    recall: float
    # How many of the gold sets are wholly inside the selection.
    complete_sets: int

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def elements_of(sets: Iterable[ElementSet]) -> ElementSet:
    """Return the elements of all sets together."""
    return frozenset[Hashable]().union(*sets)


def compare(first: Sequence[ElementSet], second: Sequence[ElementSet]) -> Overlap:
    """Compare two selections; two empty ones are identical."""
    a, b = elements_of(first), elements_of(second)
    smaller = min(len(a), len(b))
    if not smaller:
        return Overlap(a == b, bool(a) != bool(b), float(a == b), float(a == b))
    return Overlap(
        is_identical=a == b,
        is_proper_subset=a < b or b < a,
        overlap=len(a & b) / smaller,
        best_f1=max(f1(one, other) for one in first if one for other in second if other),
    )


def f1(first: ElementSet, second: ElementSet) -> float:
    """Return the F1 of two sets, which is the same in both directions."""
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 1.0


def score_against(selected: Sequence[ElementSet], gold: Sequence[ElementSet]) -> EvidenceScore:
    """Measure a selection against the gold set that fits it best.

    The best fit is the highest F1; among equals, the highest recall. A selection without elements
    has found nothing, unless there was nothing to find.
    """
    chosen = [one for one in selected if one]
    wanted = [one for one in gold if one]
    if not wanted:
        return EvidenceScore(0.0 if chosen else 1.0, 1.0, 0)
    everything = elements_of(chosen)
    complete = sum(one <= everything for one in wanted)
    if not chosen:
        return EvidenceScore(0.0, 0.0, complete)
    best = max(
        (f1(one, target), len(one & target) / len(target), len(one & target) / len(one))
        for one in chosen
        for target in wanted
    )
    return EvidenceScore(precision=best[2], recall=best[1], complete_sets=complete)


def evidence_agreement(
    claims: Iterable[Sequence[Sequence[ElementSet]]],
    *,
    keep: Callable[[Hashable], bool] | None = None,
) -> EvidenceAgreement:
    """Return the agreement over every two selections of each claim.

    A claim is the sequence of its selections. With `keep`, only these elements count, and pairs
    in which neither selection has any of them are left out.
    """
    overlaps = []
    for selections in claims:
        kept = [_kept(selection, keep) for selection in selections]
        for first, second in combinations(kept, 2):
            if keep is None or elements_of(first) or elements_of(second):
                overlaps.append(compare(first, second))
    number = len(overlaps)
    return EvidenceAgreement(
        pairs=number,
        identical=share(sum(pair.is_identical for pair in overlaps), number),
        overlapping=share(sum(pair.overlap >= LARGE_OVERLAP for pair in overlaps), number),
        proper_subset=share(sum(pair.is_proper_subset for pair in overlaps), number),
        best_f1=mean_estimate([pair.best_f1 for pair in overlaps]),
    )


def _kept(
    selection: Sequence[ElementSet], keep: Callable[[Hashable], bool] | None
) -> list[ElementSet]:
    if keep is None:
        return list(selection)
    return [frozenset(element for element in one if keep(element)) for one in selection]


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return a mean with its interval by the normal approximation."""
    if not values:
        return undefined(Undefined.NO_ITEMS)
    array = np.asarray(values)
    mean = float(array.mean())
    if len(values) < 2:
        return Estimate(mean, items=len(values))
    margin = NORMAL_QUANTILE * float(array.std(ddof=1)) / len(values) ** 0.5
    return Estimate(mean, max(mean - margin, 0.0), min(mean + margin, 1.0), len(values))
