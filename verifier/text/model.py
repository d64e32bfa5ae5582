"""The model of pairs: judge a claim by its evidence, store the model, load it again.

Boosted trees over the alignment and a linear model over pairs of words each give probabilities;
their mean is calibrated on pages that neither was fitted on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from verifier.archives import ModelFileError, read_archive, write_archive
from verifier.arrays import Reals
from verifier.forests import BrokenForestError, Forest, forest_from
from verifier.text.alignment import read_text
from verifier.text.features import BUCKETS, PAIR_FEATURES, PairFeatures, pair_features
from verifier.text.linear import LinearModel, linear_from
from verifier.text.rarities import Rarities
from verifier.text.tokens import TextWord

FORMAT = "touchstone-text"
VERSION = 1
SUPPORTS, REFUTES, NOT_ENOUGH = LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
# Not enough is answered only where it is this many times as likely as either verdict: on texts
# unlike those of the training, words that are not found are mostly said in another way.
NOT_ENOUGH_MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class TextJudgement:
    """The verdict on a pair, and the probability of each label."""

    label: str
    probabilities: dict[str, float]


class TextJudge(Protocol):
    """A judge of pairs: the counted model, or it together with a reader."""

    def judge(self, claim: str, evidence: str) -> TextJudgement: ...


@dataclass(frozen=True, slots=True)
class ProbabilityScale:
    """A scale of the log-probabilities, and what is added to each label's."""

    scale: float
    offsets: Reals

    def apply(self, probabilities: Reals) -> Reals:
        """Return calibrated probabilities; the last axis is the labels."""
        return softmax(np.log(np.maximum(probabilities, 1e-12)) * self.scale + self.offsets)


@dataclass(frozen=True, slots=True)
class TextModel:
    """Trees and a linear model over the labels that the training pairs had."""

    labels: tuple[str, ...]
    forests: tuple[Forest, ...]
    linear: LinearModel
    rarities: Rarities
    calibration: ProbabilityScale
    facts: dict[str, Any] = field(default_factory=dict)

    def judge(self, claim: str, evidence: str) -> TextJudgement:
        """Judge a claim by an evidence text. Where either has no words, nothing is known."""
        read_claim, read_evidence = read_text(claim), read_text(evidence)
        probabilities = dict.fromkeys(LABELS, 0.0)
        if not _has_words(read_claim.words) or not _has_words(read_evidence.words):
            return TextJudgement(NOT_ENOUGH, {**probabilities, NOT_ENOUGH: 1.0})
        rarity = lru_cache(maxsize=None)(self.rarities.of)
        features = pair_features(read_claim, read_evidence, rarity)
        judged = self.calibration.apply(self.mean_probabilities(features))
        probabilities.update(zip(self.labels, map(float, judged), strict=True))
        return TextJudgement(likeliest_label(probabilities), probabilities)

    def mean_probabilities(self, features: PairFeatures) -> Reals:
        """Return the mean of both models' probabilities, before calibration."""
        row = features.dense[np.newaxis, :]
        trees = np.array([float(forest.log_odds(row)[0]) for forest in self.forests])
        mean: Reals = (softmax(trees) + softmax(self.linear.scores(features))) / 2
        return mean


def likeliest_label(probabilities: Mapping[str, float]) -> str:
    """Return the verdict, or that there is not enough where that is clearly likelier."""
    verdict = max((SUPPORTS, REFUTES), key=lambda label: probabilities[label])
    is_open = probabilities[NOT_ENOUGH] > NOT_ENOUGH_MARGIN * probabilities[verdict]
    return NOT_ENOUGH if is_open else verdict


def softmax(scores: Reals) -> Reals:
    """Return probabilities from scores; the last axis is the labels."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Reals = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def _has_words(words: list[TextWord]) -> bool:
    return any(word.is_word for word in words)


def save_text_model(model: TextModel, path: Path) -> None:
    """Store a model in one file."""
    write_archive(
        path,
        head={
            "format": FORMAT,
            "version": VERSION,
            "features": PAIR_FEATURES,
            "labels": model.labels,
            "texts": model.rarities.texts,
            "facts": model.facts,
        },
        arrays={
            **{
                name: array
                for place, forest in enumerate(model.forests)
                for name, array in forest.arrays(f"trees{place}").items()
            },
            **model.linear.arrays(),
            "rarities": model.rarities.counts,
            "calibration": np.array([model.calibration.scale, *model.calibration.offsets]),
        },
    )


def load_text_model(path: Path) -> TextModel:
    """Load a model; raise ModelFileError if it is damaged, foreign or from another version."""
    head, arrays = read_archive(path, kind=FORMAT, version=VERSION)
    labels = head.get("labels")
    if head.get("features") != list(PAIR_FEATURES):
        raise ModelFileError("The model was trained with other features.")
    if not isinstance(labels, list) or len(labels) < 2 or not set(labels) <= set(LABELS):
        raise ModelFileError("The model has other labels.")
    counts, calibration = arrays.get("rarities"), arrays.get("calibration")
    texts = head.get("texts")
    if (
        counts is None
        or counts.shape != (BUCKETS,)
        or counts.dtype.kind != "i"
        or not (counts.astype(np.int64) >= 0).all()
        or not isinstance(texts, int)
        or texts < 1
    ):
        raise ModelFileError("The model's counts of words are damaged.")
    if (
        calibration is None
        or calibration.shape != (1 + len(labels),)
        or calibration.dtype.kind != "f"
    ):
        raise ModelFileError("The model's calibration is damaged.")
    scale, *offsets = (float(number) for number in calibration.astype(np.float64))
    try:
        forests = tuple(
            forest_from(arrays, f"trees{place}", width=len(PAIR_FEATURES))
            for place in range(len(labels))
        )
    except BrokenForestError as error:
        raise ModelFileError(str(error)) from error
    return TextModel(
        labels=tuple(labels),
        forests=forests,
        linear=linear_from(arrays, labels=len(labels)),
        rarities=Rarities(counts.astype(np.int32), texts),
        calibration=ProbabilityScale(scale, np.array(offsets)),
        facts=head.get("facts") or {},
    )
