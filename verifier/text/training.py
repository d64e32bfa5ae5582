"""Training of the text model: features, both models, and calibration on pages held out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from verifier.arrays import Reals
from verifier.fitting import ForestShape, OnProgress, fit_class_forests
from verifier.text.alignment import ReadText, read_text
from verifier.text.features import BUCKETS, PAIR_FEATURES, PairFeatures, bucket_of, pair_features
from verifier.text.linear import LinearModel, scaled
from verifier.text.model import LABELS, ProbabilityScale, TextModel
from verifier.text.rarities import Rarities, count_rarities
from verifier.text.sampling import TextExample

TREES = ForestShape(trees=200, leaves=24, rate=0.08, least_rows=40)
# Of the linear model: the inverse of its penalty, and its steps.
LOOSENESS = 0.5
STEPS = 60
# One page in this many is held out for the calibration, if that gives enough pairs.
HELD_OUT = 10
LEAST_HELD_OUT = 100


def train_text(
    examples: Iterable[TextExample],
    *,
    seed: int = 0,
    progress: OnProgress | None = None,
    shape: ForestShape = TREES,
) -> TextModel:
    """Train a model. The order of the examples does not matter."""
    ordered = sorted(
        examples, key=lambda pair: (pair.page or pair.claim, pair.claim, pair.text, pair.label)
    )
    present = {example.label for example in ordered}
    labels = tuple(label for label in LABELS if label in present)
    if len(labels) < 2:
        raise ValueError("Training needs pairs of at least two labels.")
    rarities, features = _describe(ordered, progress)
    targets = np.array([labels.index(example.label) for example in ordered])
    weights = np.array([example.weight for example in ordered])
    held = np.array(
        [bucket_of(one.page or one.claim) % HELD_OUT == 0 for one in ordered], dtype=bool
    )
    if not _can_hold_out(targets, held, len(labels)):
        held[:] = False
    fitted = np.flatnonzero(~held)
    model = TextModel(
        labels=labels,
        forests=tuple(
            fit_class_forests(
                np.stack([features[row].dense for row in fitted]),
                targets[fitted],
                shape=shape,
                seed=seed,
                weights=weights[fitted],
            )
        ),
        linear=_fit_linear([features[row] for row in fitted], targets[fitted], weights[fitted]),
        rarities=rarities,
        calibration=ProbabilityScale(1.0, np.zeros(len(labels))),
        facts={"pairs": len(ordered), "held_out": int(held.sum())},
    )
    if not held.any():
        return model
    rows = np.flatnonzero(held)
    probabilities = np.stack([model.mean_probabilities(features[row]) for row in rows])
    calibration = _calibrate(probabilities, targets[rows])
    return TextModel(
        labels=labels,
        forests=model.forests,
        linear=model.linear,
        rarities=rarities,
        calibration=calibration,
        facts=model.facts,
    )


def _can_hold_out(targets: NDArray[np.int64], held: NDArray[np.bool_], labels: int) -> bool:
    return bool(
        held.sum() >= LEAST_HELD_OUT
        and len(set(targets[held])) == labels
        and len(set(targets[~held])) == labels
    )


def _describe(
    examples: list[TextExample], progress: OnProgress | None
) -> tuple[Rarities, list[PairFeatures]]:
    texts: dict[str, ReadText] = {}
    for example in examples:
        for text in (example.claim, example.text):
            if text not in texts:
                texts[text] = read_text(text)
    rarities = count_rarities(texts.values())
    rarity = lru_cache(maxsize=None)(rarities.of)
    features: list[PairFeatures] = []
    for number, example in enumerate(examples):
        features.append(pair_features(texts[example.claim], texts[example.text], rarity))
        if progress is not None and number % 500 == 0:
            progress(number, len(examples))
    return rarities, features


def _fit_linear(
    features: list[PairFeatures], targets: NDArray[np.int64], weights: Reals
) -> LinearModel:
    dense = np.stack([one.dense for one in features])
    means, scales = dense.mean(axis=0), dense.std(axis=0) + 1e-6
    ends = np.cumsum([0, *(len(one.buckets) for one in features)])
    pairs = csr_matrix(
        (
            np.concatenate([one.weights for one in features]),
            np.concatenate([one.buckets for one in features]),
            ends,
        ),
        shape=(len(features), BUCKETS),
    )
    rows = hstack([pairs, csr_matrix(scaled(dense, means, scales))], format="csr")
    fitted = LogisticRegression(C=LOOSENESS, max_iter=STEPS, tol=1e-3)
    fitted.fit(rows, targets, sample_weight=weights)
    coefficients, intercepts = fitted.coef_, fitted.intercept_
    if len(coefficients) == 1:
        # Of two labels scikit-learn tells the second one's weights only.
        coefficients = np.concatenate([np.zeros_like(coefficients), coefficients])
        intercepts = np.concatenate([np.zeros_like(intercepts), intercepts])
    return LinearModel(
        weights=coefficients[:, :BUCKETS].astype(np.float32),
        dense_weights=coefficients[:, BUCKETS : BUCKETS + len(PAIR_FEATURES)].copy(),
        intercepts=intercepts,
        means=means,
        scales=scales,
    )


def _calibrate(probabilities: Reals, targets: NDArray[np.int64]) -> ProbabilityScale:
    """Find the scale and the offsets under which the true labels are likeliest."""
    labels = probabilities.shape[1]

    def loss(parameters: Reals) -> float:
        judged = ProbabilityScale(parameters[0], parameters[1:]).apply(probabilities)
        true = judged[np.arange(len(targets)), targets]
        return float(-np.log(np.maximum(true, 1e-12)).mean() + 1e-4 * (parameters[1:] ** 2).sum())

    found = minimize(loss, np.array([1.0, *np.zeros(labels)]), method="L-BFGS-B")
    return ProbabilityScale(float(found.x[0]), found.x[1:].copy())
