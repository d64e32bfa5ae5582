"""Agreement on evidence: how alike the elements are that people selected for the same claims."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from metrics.estimates import NORMAL_QUANTILE, Estimate, Undefined, share, undefined
from metrics.selections import ElementSet, compare, elements_of

LARGE_OVERLAP = 0.7


@dataclass(frozen=True, slots=True)
class EvidenceAgreement:
    """The shares over pairs of selections, and the mean of their best F1."""

    pairs: int
    identical: Estimate
    overlapping: Estimate
    proper_subset: Estimate
    best_f1: Estimate


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
