"""Probes: classifiers that see only a part of an item, to show what that part gives away.

A probe that predicts the verdict from the claim alone, better than the majority does, has found a
bias. The probes are linear models over words and bigrams; larger models find more, so what a probe
finds is a lower bound. All items of a group (a highlight, a page, a quadruple) are in the same
fold, so that a probe cannot score by recognising them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from metrics.estimates import (
    Estimate,
    FloatArray,
    IntArray,
    Patterns,
    Undefined,
    estimate,
    share,
    undefined,
)
from metrics.ngrams import ngrams, tokens_of

FOLDS = 5
BUCKETS = 2**18


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The accuracy of a probe beside that of always answering the most frequent label."""

    accuracy: Estimate
    majority: Estimate
    # Accuracy minus majority, with a bootstrap interval over groups.
    lift: Estimate
    labels: tuple[str, ...]
    # [true label, predicted label]
    confusion: tuple[tuple[int, ...], ...]
    folds: int

    @property
    def is_biased(self) -> bool:
        """Return whether the part gives the label away beyond chance."""
        return self.lift.low is not None and self.lift.low > 0


# Predicts the codes of the test rows from a model fitted to the training rows.
Predictor = Callable[[IntArray, IntArray], IntArray]


def probe_texts(
    texts: Sequence[str],
    labels: Sequence[str],
    groups: Sequence[Hashable],
    *,
    seed: int = 0,
    folds: int = FOLDS,
    weights: FloatArray | None = None,
) -> ProbeResult:
    """Predict labels from the words and bigrams of texts, by cross-validation over groups.

    `weights` are the α of `metrics.weights`: an item counts 1 + α times in training.
    """
    names, codes = _codes(labels)
    vectorizer = HashingVectorizer(
        analyzer=words_and_bigrams, n_features=BUCKETS, alternate_sign=False, norm=None
    )
    hashed: csr_matrix = vectorizer.transform(texts) if texts else csr_matrix((0, BUCKETS))

    def predict(train: IntArray, test: IntArray) -> IntArray:
        scale = TfidfTransformer(sublinear_tf=True).fit(hashed[train])
        model = SGDClassifier(
            loss="log_loss",
            alpha=1e-5,
            average=True,
            max_iter=10,
            tol=None,
            random_state=seed,
            # One thread a label, without the lock of Python.
            n_jobs=2,
        )
        sample_weight = None if weights is None else 1.0 + weights[train]
        model.fit(scale.transform(hashed[train]), codes[train], sample_weight=sample_weight)
        return np.asarray(model.predict(scale.transform(hashed[test])), dtype=np.int64)

    return _cross_validate(predict, names, codes, groups, seed=seed, folds=folds)


def probe_lengths(
    texts: Sequence[str],
    labels: Sequence[str],
    groups: Sequence[Hashable],
    *,
    seed: int = 0,
    folds: int = FOLDS,
) -> ProbeResult:
    """Predict labels from nothing but how long the texts are."""
    names, codes = _codes(labels)
    lengths = np.array([_lengths(text) for text in texts]).reshape(len(texts), -1)

    def predict(train: IntArray, test: IntArray) -> IntArray:
        model = make_pipeline(
            StandardScaler(), PolynomialFeatures(degree=2), LogisticRegression(max_iter=300)
        )
        model.fit(lengths[train], codes[train])
        return np.asarray(model.predict(lengths[test]), dtype=np.int64)

    return _cross_validate(predict, names, codes, groups, seed=seed, folds=folds)


def words_and_bigrams(text: str) -> list[str]:
    """Return the words of a text and the pairs of neighbours among them."""
    tokens = tokens_of(text)
    return [*tokens, *ngrams(tokens, 2)]


def _cross_validate(
    predict: Predictor,
    names: tuple[str, ...],
    codes: IntArray,
    groups: Sequence[Hashable],
    *,
    seed: int,
    folds: int,
) -> ProbeResult:
    group_codes = _group_codes(groups)
    reason = _reason_against(codes, group_codes, folds)
    if reason is not None:
        nothing = undefined(reason, len(codes))
        return ProbeResult(nothing, nothing, nothing, names, (), 0)
    predicted = np.empty_like(codes)
    by_majority = np.empty_like(codes)
    splitter = GroupKFold(n_splits=folds, shuffle=True, random_state=seed)
    for train, test in splitter.split(codes, groups=group_codes):
        frequent = int(np.bincount(codes[train]).argmax())
        by_majority[test] = frequent
        # A fold whose training part has one label only cannot be fitted.
        is_fit = len(np.unique(codes[train])) > 1
        predicted[test] = predict(train, test) if is_fit else frequent
    is_right, is_majority = predicted == codes, by_majority == codes
    width = len(names)
    confusion = np.bincount(codes * width + predicted, minlength=width**2).reshape(width, width)
    return ProbeResult(
        accuracy=share(int(is_right.sum()), len(codes)),
        majority=share(int(is_majority.sum()), len(codes)),
        lift=_lift(is_right.astype(np.int64) - is_majority, group_codes, seed),
        labels=names,
        confusion=tuple(tuple(int(cell) for cell in row) for row in confusion),
        folds=folds,
    )


def _lift(gains: IntArray, groups: IntArray, seed: int) -> Estimate:
    """Return the mean gain of items over the majority; groups are drawn whole."""
    sizes = np.bincount(groups)
    sums = np.bincount(groups, weights=gains).astype(np.int64)
    patterns = Patterns.of(np.stack([sums, sizes], axis=1))
    measured = estimate(patterns, _mean_gain, seed=seed)
    return replace(measured, items=len(gains))


def _mean_gain(patterns: Patterns, weights: FloatArray) -> FloatArray:
    totals = weights @ patterns.rows.astype(np.float64)
    return np.asarray(totals[:, 0] / totals[:, 1])


def _reason_against(codes: IntArray, groups: IntArray, folds: int) -> Undefined | None:
    """Return why there can be no cross-validation, or None."""
    if not len(codes):
        return Undefined.NO_ITEMS
    if len(np.unique(codes)) < 2:
        return Undefined.ONE_CATEGORY
    return Undefined.TOO_FEW_ITEMS if groups.max() + 1 < folds else None


def _lengths(text: str) -> tuple[float, float, float, float]:
    tokens = tokens_of(text)
    digits = sum(any(letter.isdigit() for letter in token) for token in tokens)
    return float(len(text)), float(len(tokens)), float(digits), float(len(text) == 0)


def _codes(labels: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
    names = tuple(sorted(set(labels)))
    position = {name: code for code, name in enumerate(names)}
    return names, np.fromiter((position[label] for label in labels), np.int64, len(labels))


def _group_codes(groups: Sequence[Hashable]) -> IntArray:
    position: dict[Hashable, int] = {}
    codes = [position.setdefault(group, len(position)) for group in groups]
    return np.array(codes, dtype=np.int64)
