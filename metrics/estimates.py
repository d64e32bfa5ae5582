"""Figures with their interval, the number of items behind them, and the reason if there is none.

Intervals are percentile bootstraps over items. Items with the same contribution are
interchangeable, so a resample is one multinomial draw over the distinct contributions
("patterns"): a thousand resamples of a hundred thousand items cost milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import hypot
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

RESAMPLES = 1_000
CONFIDENCE = 0.95
NORMAL_QUANTILE = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
# With fewer resamples that have a value, an interval would say nothing.
LEAST_VALID_SHARE = 0.5


class Undefined(StrEnum):
    """The reasons why a figure has no value."""

    NO_ITEMS = "no_items"
    ONE_CATEGORY = "one_category"
    ONE_RATING = "one_rating"
    TOO_FEW_ITEMS = "too_few_items"
    UNEQUAL_RATINGS = "unequal_ratings"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, its interval, and the number of items that it is computed from."""

    value: float | None
    low: float | None = None
    high: float | None = None
    items: int = 0
    undefined: Undefined | None = None

    @property
    def is_defined(self) -> bool:
        return self.value is not None


def undefined(reason: Undefined, items: int = 0) -> Estimate:
    """Return an estimate without a value, for this reason."""
    return Estimate(None, items=items, undefined=reason)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The distinct contributions of items, and how many items make each of them.

    `rows` has one row per pattern; `times` says how many items have it.
    """

    rows: IntArray
    times: IntArray

    @classmethod
    def of(cls, contributions: IntArray) -> Patterns:
        """Group items, one per row, by their contribution."""
        if not len(contributions):
            return cls(contributions, np.zeros(0, dtype=np.int64))
        rows, times = np.unique(contributions, axis=0, return_counts=True)
        return cls(rows, times.astype(np.int64))

    @property
    def items(self) -> int:
        return int(self.times.sum())

    def resample(self, rng: np.random.Generator, resamples: int = RESAMPLES) -> FloatArray:
        """Return how often each pattern is drawn, in one row per resample."""
        drawn = rng.multinomial(self.items, self.times / self.items, size=resamples)
        return drawn.astype(np.float64)


# Maps weights of the patterns, one row per sample, to one figure per row; NaN where undefined.
Coefficient = Callable[[Patterns, FloatArray], FloatArray]


def estimate(
    patterns: Patterns,
    coefficient: Coefficient,
    *,
    seed: int,
    resamples: int = RESAMPLES,
    if_undefined: Undefined = Undefined.ONE_CATEGORY,
) -> Estimate:
    """Return the coefficient over all items with its bootstrap interval."""
    items = patterns.items
    if not items:
        return undefined(Undefined.NO_ITEMS)
    value = float(coefficient(patterns, patterns.times[np.newaxis, :].astype(np.float64))[0])
    if np.isnan(value):
        return undefined(if_undefined, items)
    low, high = _interval(patterns, coefficient, seed=seed, resamples=resamples)
    return Estimate(value, low, high, items)


def _interval(
    patterns: Patterns, coefficient: Coefficient, *, seed: int, resamples: int
) -> tuple[float | None, float | None]:
    if not resamples:
        return None, None
    drawn = coefficient(patterns, patterns.resample(np.random.default_rng(seed), resamples))
    valid = drawn[~np.isnan(drawn)]
    if len(valid) < LEAST_VALID_SHARE * resamples:
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(valid, [tail, 1 - tail])
    return float(low), float(high)


def share(successes: int, items: int) -> Estimate:
    """Return a share with its Wilson interval, which is sound for small counts and near 0 and 1."""
    if not items:
        return undefined(Undefined.NO_ITEMS)
    low, high = wilson(np.array([successes]), np.array([items]))
    return Estimate(successes / items, float(low[0]), float(high[0]), items)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the first share less the second, with Newcombe's interval from those of the two."""
    ends = (first.value, first.low, first.high, second.value, second.low, second.high)
    if any(end is None for end in ends):
        return undefined(Undefined.NO_ITEMS)
    p, low_p, high_p, q, low_q, high_q = (float(end) for end in ends if end is not None)
    return Estimate(
        p - q,
        p - q - hypot(p - low_p, high_q - q),
        p - q + hypot(high_p - p, q - low_q),
        first.items + second.items,
    )


def wilson(successes: NDArray[np.int64], items: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """Return the limits of Wilson's interval for shares; `items` must be above 0."""
    z = NORMAL_QUANTILE
    observed = successes / items
    centre = observed + z * z / (2 * items)
    spread = z * np.sqrt(observed * (1 - observed) / items + z * z / (4 * items * items))
    scale = 1 + z * z / items
    low = np.where(successes == 0, 0.0, (centre - spread) / scale)
    high = np.where(successes == items, 1.0, (centre + spread) / scale)
    return low, high
