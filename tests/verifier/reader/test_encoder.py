"""Tests of the encoder: its gradients against differences, and padding that changes nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from verifier.arrays import Reals
from verifier.reader.encoder import WORDS, Dropout, EncoderShape, ForwardPass, TokenBatch, Weights
from verifier.reader.tokens import as_batch
from verifier.reader.weights import read_encoder

PAIRS = [([2, 7, 9, 3, 11, 12, 3], [0, 0, 0, 0, 1, 1, 1]), ([2, 8, 3, 9, 3], [0, 0, 0, 1, 1])]


def doubled(weights: Weights) -> Weights:
    """Return weights in double precision, in which differences are exact enough."""
    return {name: weight.astype(np.float64) for name, weight in weights.items()}


def loss(weights: Weights, shape: EncoderShape, batch: TokenBatch, slope: Reals) -> float:
    reading = ForwardPass(weights, shape, batch, Dropout(0.3, np.random.default_rng(4)))
    return float((reading.scores * slope).sum())


def test_gradients_are_those_of_differences(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=1)
    weights, batch = doubled(encoder.weights), as_batch(PAIRS)
    slope = np.random.default_rng(2).normal(size=(2, 3))
    reading = ForwardPass(weights, encoder.shape, batch, Dropout(0.3, np.random.default_rng(4)))
    found, words = reading.gradients(slope)  # type: ignore[arg-type]
    assert found.keys() | {WORDS} == weights.keys()
    random = np.random.default_rng(3)
    step = 1e-5
    for name, weight in weights.items():
        for _ in range(3):
            place = tuple(int(random.integers(size)) for size in weight.shape)
            if name == WORDS:
                row = int(random.integers(len(words.rows)))
                place = (int(words.rows[row]), place[1])
                gradient = words.values[row, place[1]]
            else:
                gradient = found[name][place]
            kept = weight[place]
            weight[place] = kept + step
            above = loss(weights, encoder.shape, batch, slope)
            weight[place] = kept - step
            below = loss(weights, encoder.shape, batch, slope)
            weight[place] = kept
            expected = (above - below) / (2 * step)
            assert gradient == pytest.approx(expected, rel=1e-3, abs=1e-6), (name, place)


def test_padding_changes_no_score(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=1)
    together = ForwardPass(encoder.weights, encoder.shape, as_batch(PAIRS)).scores
    for row, pair in enumerate(PAIRS):
        alone = ForwardPass(encoder.weights, encoder.shape, as_batch([pair])).scores
        np.testing.assert_allclose(together[row], alone[0], rtol=1e-4, atol=1e-5)
