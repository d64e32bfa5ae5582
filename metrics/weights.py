"""Balancing weights of claims: FeverSymmetric's α, which flatten what n-grams say about labels.

Each claim i gets a weight 1 + α_i with α_i ≥ 0. The bias of n-gram j towards label c is the
weighted share of c among the claims that contain j, and the weights minimise

    Σ_j max_c b_j^c + λ ‖α‖²

(Schuster et al., 2019, equations 2 and 3). L-BFGS-B minimises it with the maximum replaced by a
smooth one, whose gradient exists everywhere; what is reported is the objective as written above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from metrics.estimates import FloatArray

LEAST_CLAIMS = 5
STRENGTH = 1e-3
SHARPNESS = 30.0
MOST_STEPS = 200
# The solver stops when a step gains less than this part of the objective.
LEAST_GAIN = 1e-6


@dataclass(frozen=True, slots=True)
class BalancingWeights:
    """The α of every claim, and the objective before and after."""

    alphas: FloatArray
    before: float
    after: float
    # The mean over n-grams of their largest bias, before and after.
    mean_bias_before: float
    mean_bias_after: float
    ngrams: int


def balancing_weights(
    claims: Sequence[Collection[str]],
    labels: Sequence[str],
    *,
    strength: float = STRENGTH,
    least_claims: int = LEAST_CLAIMS,
    most_steps: int = MOST_STEPS,
) -> BalancingWeights:
    """Return the weights of claims, each given by its distinct n-grams and its label."""
    matrix = _matrix(claims, least_claims)
    return solve_weights(matrix, labels, strength=strength, most_steps=most_steps)


def solve_weights(
    matrix: csr_matrix,
    labels: Sequence[str],
    *,
    strength: float = STRENGTH,
    most_steps: int = MOST_STEPS,
) -> BalancingWeights:
    """Return the weights of claims, one a row of a matrix that says which n-grams they have."""
    if matrix.shape[0] != len(labels):
        raise ValueError("Every claim needs one label.")
    problem = _Problem(matrix, _indicators(labels), strength)
    start = np.zeros(len(labels))
    before = problem.objective(start)
    if not problem.ngrams:
        return BalancingWeights(start, before, before, 0.0, 0.0, 0)
    solved = minimize(
        problem.smooth,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, None)] * len(labels),
        options={"maxiter": most_steps, "ftol": LEAST_GAIN},
    )
    alphas: FloatArray = solved.x
    after = problem.objective(alphas)
    if after > before:
        # The smooth maximum is a little larger than the true one: never worse than no weights.
        alphas, after = start, before
    return BalancingWeights(
        alphas=alphas,
        before=before,
        after=after,
        mean_bias_before=float(problem.largest_bias(start).mean()),
        mean_bias_after=float(problem.largest_bias(alphas).mean()),
        ngrams=problem.ngrams,
    )


class _Problem:
    """The objective over a claim × n-gram matrix and claim × label indicators."""

    def __init__(self, matrix: csr_matrix, indicators: FloatArray, strength: float) -> None:
        self._matrix = matrix
        self._transposed = matrix.T.tocsr()
        self._indicators = indicators
        self._strength = strength

    @property
    def ngrams(self) -> int:
        return int(self._matrix.shape[1])

    def bias(self, alphas: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the bias of every n-gram towards every label, and its weighted claims."""
        weights = 1.0 + alphas
        totals = self._transposed @ weights
        by_label = self._transposed @ (self._indicators * weights[:, np.newaxis])
        return by_label / totals[:, np.newaxis], totals

    def largest_bias(self, alphas: FloatArray) -> FloatArray:
        """Return every n-gram's bias towards the label that it favours."""
        largest: FloatArray = self.bias(alphas)[0].max(axis=1)
        return largest

    def objective(self, alphas: FloatArray) -> float:
        """Return the objective as the paper writes it."""
        largest = self.largest_bias(alphas).sum() if self.ngrams else 0.0
        return float(largest + self._strength * alphas @ alphas)

    def smooth(self, alphas: FloatArray) -> tuple[float, FloatArray]:
        """Return the objective with a smooth maximum, and its gradient."""
        bias, totals = self.bias(alphas)
        peak = bias.max(axis=1, keepdims=True)
        powers = np.exp(SHARPNESS * (bias - peak))
        sums = powers.sum(axis=1, keepdims=True)
        value = float((peak + np.log(sums) / SHARPNESS).sum())
        slopes = powers / sums / totals[:, np.newaxis]
        towards = self._matrix @ slopes
        away = self._matrix @ (slopes * bias).sum(axis=1)
        gradient = (self._indicators * towards).sum(axis=1) - away
        value += self._strength * float(alphas @ alphas)
        return value, gradient + 2 * self._strength * alphas


def _matrix(claims: Sequence[Collection[str]], least_claims: int) -> csr_matrix:
    """Return which claim contains which n-gram; n-grams of too few claims are left out."""
    counts = Counter(gram for grams in claims for gram in set(grams))
    columns = {
        gram: column
        for column, gram in enumerate(
            sorted(name for name, number in counts.items() if number >= least_claims)
        )
    }
    pointers, indices = [0], list[int]()
    for grams in claims:
        indices.extend(sorted(columns[gram] for gram in set(grams) if gram in columns))
        pointers.append(len(indices))
    return csr_matrix(
        (np.ones(len(indices)), np.array(indices, dtype=np.int64), np.array(pointers)),
        shape=(len(claims), len(columns)),
    )


def _indicators(labels: Sequence[str]) -> FloatArray:
    names = sorted(set(labels))
    codes = {name: code for code, name in enumerate(names)}
    indicators = np.zeros((len(labels), len(names)))
    indicators[np.arange(len(labels)), [codes[label] for label in labels]] = 1.0
    return indicators
