"""Selections of evidence: how alike two are, and how well one meets gold.

A selection is one or more alternative sets; its elements are those of all sets together. The
overlap of two selections is the share of the smaller one that is in the other, so that a proper
subset overlaps completely. (The FEVEROUS paper does not define its overlap; its figures agree with
this: 42% identical and 27% subsets among 74% with an overlap of 70% or more.)

Without NumPy: the pages that grade people need this, and only reports need the rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

ElementSet = frozenset[Hashable]


@dataclass(frozen=True, slots=True)
class Overlap:
    """The likeness of two selections of evidence for the same claim."""

    is_identical: bool
    is_proper_subset: bool
    overlap: float
    best_f1: float


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
