"""Fitting of boosted trees by scikit-learn, turned into arrays. Imported for training only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from verifier.arrays import Reals
from verifier.forests import Forest


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
    model = HistGradientBoostingClassifier(
        max_iter=shape.trees,
        learning_rate=shape.rate,
        max_leaf_nodes=shape.leaves,
        min_samples_leaf=shape.least_rows,
        l2_regularization=shape.penalty,
        early_stopping=False,
        random_state=seed,
    )
    model.fit(rows, labels, sample_weight=weights)
    return _as_arrays(model, rows.shape[1])


# The log-odds of an answer that had no exception among the examples.
SURE = 4.0


def _constant(answer: bool, width: int) -> Forest:
    nothing = np.zeros(0)
    empty = nothing.astype(np.int32)
    baseline = SURE if answer else -SURE
    return Forest(empty, nothing, empty, empty, nothing, empty, baseline, depth=0, width=width)


def _as_arrays(model: HistGradientBoostingClassifier, width: int) -> Forest:
    parts: dict[str, list[NDArray[np.generic]]] = {
        name: [] for name in ("feature", "threshold", "left", "right", "value")
    }
    roots, offset, depth = [], 0, 0
    for (tree,) in model._predictors:
        nodes = tree.nodes
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
        baseline=float(np.ravel(model._baseline_prediction)[0]),
        depth=depth,
        width=width,
    )
