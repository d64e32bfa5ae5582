"""Competence of raters by the model of Dawid and Skene (1979), fitted by expectation maximisation.

The truth of each item is unknown; each rater has a confusion matrix p(given value | true value).
The fit estimates both, and with them how often each rater is right and how sure each item's value
is.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from metrics.estimates import FloatArray
from metrics.ratings import Ratings

MOST_STEPS = 500
TOLERANCE = 1e-5
# Keeps logarithms finite; far below anything that a count can resolve.
TINY = 1e-10


@dataclass(frozen=True, slots=True)
class Competence:
    """The fitted model: confusion matrices, posteriors of items, shares of the categories."""

    categories: tuple[str, ...]
    rater_names: tuple[Hashable, ...]
    item_names: tuple[Hashable, ...]
    # [rater, true category, given category]
    confusion: FloatArray
    # [item, category]
    posterior: FloatArray
    shares: FloatArray
    steps: int
    has_converged: bool

    def accuracy(self, rater: Hashable) -> float:
        """Return how probably this rater is right on an item drawn at random."""
        matrix = self.confusion[self.rater_names.index(rater)]
        return float(np.diagonal(matrix) @ self.shares)

    def most_probable(self, item: Hashable) -> tuple[str, float]:
        """Return the most probable category of an item, and its probability."""
        row = self.posterior[self.item_names.index(item)]
        best = int(row.argmax())
        return self.categories[best], float(row[best])


def fit_competence(
    ratings: Ratings, *, most_steps: int = MOST_STEPS, tolerance: float = TOLERANCE
) -> Competence:
    """Fit the model to ratings, starting from the votes on each item."""
    counts = ratings.counts().astype(np.float64)
    totals = counts.sum(axis=1, keepdims=True)
    posterior = np.divide(
        counts, totals, out=np.full_like(counts, 1 / max(counts.shape[1], 1)), where=totals > 0
    )
    shares, confusion = _maximise(ratings, posterior)
    steps, has_converged = 0, False
    while steps < most_steps and not has_converged:
        steps += 1
        updated = _expect(ratings, shares, confusion)
        has_converged = bool(np.abs(updated - posterior).max(initial=0.0) < tolerance)
        posterior = updated
        shares, confusion = _maximise(ratings, posterior)
    return Competence(
        categories=ratings.categories,
        rater_names=ratings.rater_names,
        item_names=ratings.item_names,
        confusion=confusion,
        posterior=posterior,
        shares=shares,
        steps=steps,
        has_converged=has_converged,
    )


def _maximise(ratings: Ratings, posterior: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the shares and the confusion matrices that explain the posteriors best."""
    width, raters = len(ratings.categories), len(ratings.rater_names)
    cells = ratings.raters * width + ratings.values
    confusion = np.full((raters, width, width), TINY)
    for true in range(width):
        weights = posterior[ratings.items, true]
        given = np.bincount(cells, weights=weights, minlength=raters * width)
        confusion[:, true, :] += given.reshape(raters, width)
    confusion /= confusion.sum(axis=2, keepdims=True)
    shares = posterior.mean(axis=0) if len(posterior) else np.zeros(width)
    return shares, confusion


def _expect(ratings: Ratings, shares: FloatArray, confusion: FloatArray) -> FloatArray:
    """Return the posterior of every item's category under the model."""
    size, width = len(ratings.item_names), len(ratings.categories)
    logarithms = np.log(confusion[ratings.raters, :, ratings.values])
    scores = np.tile(np.log(np.maximum(shares, TINY)), (size, 1))
    for true in range(width):
        scores[:, true] += np.bincount(ratings.items, weights=logarithms[:, true], minlength=size)
    scores -= scores.max(axis=1, keepdims=True, initial=-np.inf)
    likelihoods = np.exp(scores)
    posterior: FloatArray = likelihoods / likelihoods.sum(axis=1, keepdims=True)
    return posterior
