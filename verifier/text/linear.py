"""The sparse linear model: a weight for each pair of words and each label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verifier.archives import ModelFileError
from verifier.arrays import Reals
from verifier.text.features import BUCKETS, PAIR_FEATURES, PairFeatures

# Dense features beyond this many standard deviations are cut, and they count less than word pairs.
_FURTHEST = 4.0
_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights of buckets and of dense features, a row for each label."""

    weights: NDArray[np.float32]
    dense_weights: Reals
    intercepts: Reals
    means: Reals
    scales: Reals

    def scores(self, features: PairFeatures) -> Reals:
        """Return a score for each label."""
        dense = scaled(features.dense, self.means, self.scales)
        scores: Reals = (
            self.weights[:, features.buckets] @ features.weights
            + self.dense_weights @ dense
            + self.intercepts
        )
        return scores

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the arrays to store."""
        return {
            "linear.weights": self.weights,
            "linear.dense": self.dense_weights,
            "linear.intercepts": self.intercepts,
            "linear.means": self.means,
            "linear.scales": self.scales,
        }


def scaled(dense: Reals, means: Reals, scales: Reals) -> Reals:
    """Return dense features in standard deviations, cut and weighted as the model sees them."""
    return np.clip((dense - means) / scales, -_FURTHEST, _FURTHEST) * _SHARE


def linear_from(arrays: Mapping[str, NDArray[np.generic]], *, labels: int) -> LinearModel:
    """Read a linear model from stored arrays; raise ModelFileError unless they fit together."""
    width = len(PAIR_FEATURES)
    shapes = {
        "linear.weights": (labels, BUCKETS),
        "linear.dense": (labels, width),
        "linear.intercepts": (labels,),
        "linear.means": (width,),
        "linear.scales": (width,),
    }
    for name, shape in shapes.items():
        if name not in arrays or arrays[name].shape != shape or arrays[name].dtype.kind != "f":
            raise ModelFileError("The arrays of the linear model do not fit together.")
    if not (arrays["linear.scales"].astype(np.float64) > 0).all():
        raise ModelFileError("The arrays of the linear model do not fit together.")
    return LinearModel(
        weights=arrays["linear.weights"].astype(np.float32),
        dense_weights=arrays["linear.dense"].astype(np.float64),
        intercepts=arrays["linear.intercepts"].astype(np.float64),
        means=arrays["linear.means"].astype(np.float64),
        scales=arrays["linear.scales"].astype(np.float64),
    )
