"""Fitting of boosted trees by scikit-learn, turned into arrays. Imported for training only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from verifier.arrays import Reals
from verifier.forests import Forest

# Called with the number of examples read and of all.
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ForestShape:
    """The number of trees, their size, and how fast they learn."""

    trees: int
    leaves: int
    rate: float
    least_rows: int
    penalty: float = 1.0


def fit_forest(
    rows: Reals,
    labels: NDArray[np.bool_],
    *,
    shape: ForestShape,
    seed: int,
    weights: Reals | None = None,
) -> Forest:
    """Fit boosted trees for a yes-or-no question and return them as arrays.

    If all answers are the same, the forest has no trees and says so.
    """
    if not len(labels) or labels.all() or not labels.any():
        return _constant(bool(len(labels) and labels[0]), rows.shape[1])
    model = _booster(shape, seed).fit(rows, labels, sample_weight=weights)
    return _as_arrays(model, rows.shape[1])


def fit_class_forests(
    rows: Reals,
    labels: NDArray[np.int64],
    *,
    shape: ForestShape,
    seed: int,
    weights: Reals | None = None,
) -> list[Forest]:
    """Fit boosted trees for several labels: a forest of scores for each of 0, 1, 2…"""
    model = _booster(shape, seed).fit(rows, labels, sample_weight=weights)
    width = rows.shape[1]
    if len(model.classes_) == 2:
        # The score of the second label is its log-odds against the first.
        return [_flat(0.0, width), _as_arrays(model, width)]
    return [_as_arrays(model, width, label=place) for place in range(len(model.classes_))]


def _booster(shape: ForestShape, seed: int) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=shape.trees,
        learning_rate=shape.rate,
        max_leaf_nodes=shape.leaves,
        min_samples_leaf=shape.least_rows,
        l2_regularization=shape.penalty,
        early_stopping=False,
        random_state=seed,
    )


# The log-odds of an answer that had no exception among the examples.
SURE = 4.0


def _constant(answer: bool, width: int) -> Forest:
    return _flat(SURE if answer else -SURE, width)


def _flat(baseline: float, width: int) -> Forest:
    nothing = np.zeros(0)
    empty = nothing.astype(np.int32)
    return Forest(empty, nothing, empty, empty, nothing, empty, baseline, depth=0, width=width)


def _as_arrays(model: HistGradientBoostingClassifier, width: int, *, label: int = 0) -> Forest:
    parts: dict[str, list[NDArray[np.generic]]] = {
        name: [] for name in ("feature", "threshold", "left", "right", "value")
    }
    roots, offset, depth = [], 0, 0
    for trees in model._predictors:
        nodes = trees[label].nodes
        size = len(nodes)
        own = np.arange(offset, offset + size)
        is_leaf = nodes["is_leaf"].astype(bool)
        parts["feature"].append(np.where(is_leaf, 0, nodes["feature_idx"]))
        parts["threshold"].append(np.where(is_leaf, 0.0, nodes["num_threshold"]))
        parts["left"].append(np.where(is_leaf, own, nodes["left"] + offset))
        parts["right"].append(np.where(is_leaf, own, nodes["right"] + offset))
        parts["value"].append(nodes["value"])
        roots.append(offset)
        offset += size
        depth = max(depth, int(nodes["depth"].max()))
    return Forest(
        feature=np.concatenate(parts["feature"]).astype(np.int32),
        threshold=np.concatenate(parts["threshold"]).astype(np.float64),
        left=np.concatenate(parts["left"]).astype(np.int32),
        right=np.concatenate(parts["right"]).astype(np.int32),
        value=np.concatenate(parts["value"]).astype(np.float64),
        roots=np.array(roots, dtype=np.int32),
        baseline=float(np.ravel(model._baseline_prediction)[label]),
        depth=depth,
        width=width,
    )
