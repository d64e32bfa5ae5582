"""Boosted trees as plain arrays: fitted by scikit-learn, stored without pickles, read by NumPy.

A forest in arrays can be loaded from an untrusted file, needs no scikit-learn in the web process,
and answers for a few rows faster than the library that fitted it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verifier.arrays import Reals, Wholes


class BrokenForestError(ValueError):
    """The arrays of a forest do not fit together."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees as parallel arrays over all nodes. A leaf is its own child."""

    feature: Wholes
    threshold: Reals
    left: Wholes
    right: Wholes
    value: Reals
    roots: Wholes
    baseline: float
    depth: int
    width: int

    def log_odds(self, rows: Reals) -> Reals:
        """Return the log-odds of the positive class, one for each row of features."""
        if not len(rows):
            return np.zeros(0)
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        lines = np.arange(len(rows))[:, np.newaxis]
        for _ in range(self.depth):
            goes_left = rows[lines, self.feature[at]] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at])
        sums: Reals = self.value[at].sum(axis=1) + self.baseline
        return sums

    def arrays(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """Return the arrays to store, with names that begin with a prefix."""
        return {
            f"{prefix}.feature": self.feature,
            f"{prefix}.threshold": self.threshold,
            f"{prefix}.left": self.left,
            f"{prefix}.right": self.right,
            f"{prefix}.value": self.value,
            f"{prefix}.roots": self.roots,
            f"{prefix}.scalars": np.array([self.baseline, self.depth, self.width]),
        }


def forest_from(arrays: Mapping[str, NDArray[np.generic]], prefix: str, *, width: int) -> Forest:
    """Read a forest from stored arrays; raise BrokenForestError unless all nodes are sound."""
    try:
        baseline, depth, stored_width = (
            float(number) for number in arrays[f"{prefix}.scalars"].astype(np.float64)
        )
        forest = Forest(
            feature=arrays[f"{prefix}.feature"].astype(np.int32),
            threshold=arrays[f"{prefix}.threshold"].astype(np.float64),
            left=arrays[f"{prefix}.left"].astype(np.int32),
            right=arrays[f"{prefix}.right"].astype(np.int32),
            value=arrays[f"{prefix}.value"].astype(np.float64),
            roots=arrays[f"{prefix}.roots"].astype(np.int32),
            baseline=baseline,
            depth=int(depth),
            width=int(stored_width),
        )
    except (KeyError, ValueError, TypeError, OverflowError) as error:
        raise BrokenForestError(str(error)) from error
    _check(forest, width)
    return forest


def _check(forest: Forest, width: int) -> None:
    nodes = len(forest.feature)
    columns = (forest.threshold, forest.left, forest.right, forest.value)
    is_sound = (
        forest.width == width
        and 0 <= forest.depth <= 64
        and all(column.shape == (nodes,) for column in columns)
        and forest.roots.ndim == 1
        and all(
            ((column >= 0) & (column < bound)).all()
            for column, bound in (
                (forest.feature, width),
                (forest.left, nodes),
                (forest.right, nodes),
                (forest.roots, nodes),
            )
        )
        and bool(np.isfinite(forest.value).all())
    )
    if not is_sound:
        raise BrokenForestError("The arrays do not describe trees.")
