"""Agreement between raters: Cohen's and Fleiss' kappa, Krippendorff's alpha, by pair and group.

All figures are for nominal values such as verdicts. They are computed from counts, not by a
library, because a bootstrap interval asks for each of them a thousand times; the tests compare
them with scikit-learn, statsmodels and krippendorff to nine digits.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from metrics.estimates import (
    RESAMPLES,
    Estimate,
    FloatArray,
    IntArray,
    Patterns,
    Undefined,
    estimate,
    share,
    undefined,
)
from metrics.ratings import RatingPairs, Ratings

# A pair of raters with fewer items in common is left out of means over pairs.
LEAST_ITEMS_OF_A_PAIR = 10
LOW_AGREEMENT = 0.60
HIGH_AGREEMENT = 0.70


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Cohen's kappa of two raters over the items that both rated."""

    first: Hashable
    second: Hashable
    kappa: Estimate
    # The share of items on which they agree, without correction for chance.
    observed: Estimate


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """A rater's agreement with everybody who rated the same items."""

    rater: Hashable
    kappa: Estimate
    # Mean and deviation of Cohen's kappa over partners with enough items in common.
    mean_of_pairs: float | None
    deviation_of_pairs: float | None
    partners: int


@dataclass(frozen=True, slots=True)
class RaterSpread:
    """The consistency of raters: the spread of their means, and who is low or high.

    As in the paper, a rater's figure is the mean of kappa over their partners.
    """

    mean: float | None
    deviation: float | None
    low: tuple[Hashable, ...]
    high: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Disagreements:
    """Pairs of ratings that differ, and how many of them contain a given category."""

    pairs: int
    containing: Estimate


def fleiss_kappa(
    ratings: Ratings, *, raters: int, seed: int = 0, resamples: int = RESAMPLES
) -> Estimate:
    """Return Fleiss' kappa over the items with exactly this many ratings."""
    if raters < 2:
        return undefined(Undefined.ONE_RATING)
    counts = ratings.counts()
    patterns = Patterns.of(counts[counts.sum(axis=1) == raters])
    return estimate(patterns, _fleiss, seed=seed, resamples=resamples)


def krippendorff_alpha(ratings: Ratings, *, seed: int = 0, resamples: int = RESAMPLES) -> Estimate:
    """Return Krippendorff's alpha for nominal values over all items with two ratings or more."""
    counts = ratings.counts()
    patterns = Patterns.of(counts[counts.sum(axis=1) >= 2])
    return estimate(patterns, _krippendorff, seed=seed, resamples=resamples)


def cohen_kappa(
    first: Sequence[str], second: Sequence[str], *, seed: int = 0, resamples: int = RESAMPLES
) -> Estimate:
    """Return Cohen's kappa of two sequences of values for the same items."""
    if len(first) != len(second):
        raise ValueError("Both raters must have rated the same items.")
    categories = sorted({*first, *second})
    codes = {name: code for code, name in enumerate(categories)}
    a = np.fromiter((codes[value] for value in first), np.int64, len(first))
    b = np.fromiter((codes[value] for value in second), np.int64, len(second))
    return _kappa_of_values(a, b, len(categories), seed=seed, resamples=resamples)


def observed_agreement(ratings: Ratings) -> Estimate:
    """Return the share of pairs of ratings that agree, without correction for chance."""
    pairs = ratings.pairs()
    return share(int((pairs.first_values == pairs.second_values).sum()), len(pairs))


def pair_agreements(
    ratings: Ratings, *, seed: int = 0, resamples: int = RESAMPLES
) -> list[PairAgreement]:
    """Return the agreement of every two raters who have an item in common, in a fixed order."""
    pairs = ratings.pairs()
    if not len(pairs):
        return []
    size = len(ratings.rater_names)
    keys = pairs.first_raters * size + pairs.second_raters
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    agreements = []
    for key, chosen in zip(found, np.split(order, starts[1:]), strict=True):
        a, b = pairs.first_values[chosen], pairs.second_values[chosen]
        agreements.append(
            PairAgreement(
                first=ratings.rater_names[int(key) // size],
                second=ratings.rater_names[int(key) % size],
                kappa=_kappa_of_values(
                    a, b, len(ratings.categories), seed=seed, resamples=resamples
                ),
                observed=share(int((a == b).sum()), len(a)),
            )
        )
    return agreements


def rater_agreements(
    ratings: Ratings,
    pairs: Sequence[PairAgreement],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    least_items: int = LEAST_ITEMS_OF_A_PAIR,
) -> list[RaterAgreement]:
    """Return every rater's agreement with the others, from their ratings and their pairs."""
    partners: dict[Hashable, list[float]] = {}
    for pair in pairs:
        if pair.kappa.value is not None and pair.kappa.items >= least_items:
            partners.setdefault(pair.first, []).append(pair.kappa.value)
            partners.setdefault(pair.second, []).append(pair.kappa.value)
    both_ways = _both_ways(ratings.pairs())
    agreements = []
    for code, name in enumerate(ratings.rater_names):
        chosen = both_ways.first_raters == code
        if not chosen.any():
            continue
        kappas = partners.get(name, [])
        agreements.append(
            RaterAgreement(
                rater=name,
                kappa=_pooled_kappa(
                    both_ways, chosen, len(ratings.categories), seed=seed, resamples=resamples
                ),
                mean_of_pairs=fmean(kappas) if kappas else None,
                deviation_of_pairs=stdev(kappas) if len(kappas) > 1 else None,
                partners=len(kappas),
            )
        )
    return agreements


def rater_spread(raters: Sequence[RaterAgreement]) -> RaterSpread:
    """Return how far raters differ in their mean agreement, and who is below .60 or above .70."""
    means = {
        rater.rater: rater.mean_of_pairs for rater in raters if rater.mean_of_pairs is not None
    }
    return RaterSpread(
        mean=fmean(means.values()) if means else None,
        deviation=stdev(means.values()) if len(means) > 1 else None,
        low=tuple(name for name, mean in means.items() if mean < LOW_AGREEMENT),
        high=tuple(name for name, mean in means.items() if mean > HIGH_AGREEMENT),
    )


def alpha_by_group(
    ratings: Ratings,
    groups: Mapping[Hashable, str],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> dict[str, Estimate]:
    """Return Krippendorff's alpha for each group of items; items without a group are left out."""
    of_items = np.array([groups.get(name, "") for name in ratings.item_names], dtype=object)
    return {
        group: krippendorff_alpha(ratings.select(of_items == group), seed=seed, resamples=resamples)
        for group in sorted({str(name) for name in of_items} - {""})
    }


def disagreements_with(ratings: Ratings, category: str) -> Disagreements:
    """Return how many of the pairs that disagree contain this category."""
    pairs = ratings.pairs()
    differ = pairs.first_values != pairs.second_values
    number = int(differ.sum())
    if category not in ratings.categories:
        return Disagreements(number, share(0, number))
    code = ratings.categories.index(category)
    has = (pairs.first_values == code) | (pairs.second_values == code)
    return Disagreements(number, share(int((has & differ).sum()), number))


def _fleiss(patterns: Patterns, weights: FloatArray) -> FloatArray:
    """Return Fleiss' kappa for each row of weights; all patterns have as many ratings."""
    rows = patterns.rows.astype(np.float64)
    raters = rows[0].sum()
    agreeing = (np.square(rows).sum(axis=1) - raters) / (raters * (raters - 1))
    items = weights.sum(axis=1)
    observed = weights @ agreeing / items
    shares = weights @ rows / (items * raters)[:, np.newaxis]
    return _corrected(observed, np.square(shares).sum(axis=1))


def _krippendorff(patterns: Patterns, weights: FloatArray) -> FloatArray:
    """Return Krippendorff's alpha for each row of weights; all patterns have two ratings."""
    rows = patterns.rows.astype(np.float64)
    ratings = rows.sum(axis=1)
    differing = (np.square(ratings) - np.square(rows).sum(axis=1)) / (ratings - 1)
    totals = weights @ rows
    number = totals.sum(axis=1)
    observed = weights @ differing / number
    expected = (np.square(number) - np.square(totals).sum(axis=1)) / (number * (number - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - observed / expected, np.nan)


def _cohen(patterns: Patterns, weights: FloatArray) -> FloatArray:
    """Return Cohen's kappa for each row of weights; a pattern is a flattened table of pairs."""
    width = round(patterns.rows.shape[1] ** 0.5)
    tables = (weights @ patterns.rows.astype(np.float64)).reshape(-1, width, width)
    totals = tables.sum(axis=(1, 2))
    observed = np.trace(tables, axis1=1, axis2=2) / totals
    margins = tables.sum(axis=2) * tables.sum(axis=1)
    return _corrected(observed, margins.sum(axis=1) / np.square(totals))


def _corrected(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """Return agreement corrected for chance; NaN where chance alone explains everything."""
    # Rounding must not turn an expectation of 1 into a kappa.
    is_defined = expected < 1 - 1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(is_defined, (observed - expected) / (1 - expected), np.nan)


def _kappa_of_values(
    first: IntArray, second: IntArray, categories: int, *, seed: int, resamples: int
) -> Estimate:
    if not len(first):
        return undefined(Undefined.NO_ITEMS)
    times = np.bincount(first * categories + second, minlength=categories**2)
    used = np.flatnonzero(times)
    patterns = Patterns(np.eye(categories**2, dtype=np.int64)[used], times[used].astype(np.int64))
    return estimate(patterns, _cohen, seed=seed, resamples=resamples)


def _pooled_kappa(
    pairs: RatingPairs, chosen: np.ndarray, categories: int, *, seed: int, resamples: int
) -> Estimate:
    """Return a rater's kappa against all others, resampled by item.

    An item that three people rated gives two pairs, which are drawn together.
    """
    _, items = np.unique(pairs.items[chosen], return_inverse=True)
    cells = pairs.first_values[chosen] * categories + pairs.second_values[chosen]
    width = categories**2
    size = int(items.max()) + 1
    tables = np.bincount(items * width + cells, minlength=size * width).reshape(size, width)
    return estimate(Patterns.of(tables.astype(np.int64)), _cohen, seed=seed, resamples=resamples)


def _both_ways(pairs: RatingPairs) -> RatingPairs:
    """Return every pair twice, each rater being first once."""
    return RatingPairs(
        np.concatenate([pairs.items, pairs.items]),
        np.concatenate([pairs.first_raters, pairs.second_raters]),
        np.concatenate([pairs.second_raters, pairs.first_raters]),
        np.concatenate([pairs.first_values, pairs.second_values]),
        np.concatenate([pairs.second_values, pairs.first_values]),
    )
