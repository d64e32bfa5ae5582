"""Tests of training: it learns, it is reproducible, and it resumes where it was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.verifier.text.examples import examples
from verifier.reader.encoder import Weights
from verifier.reader.tokens import PairTokenizer
from verifier.reader.training import (
    CheckpointPlace,
    TrainingPlan,
    label_probabilities,
    train_reader,
)
from verifier.reader.weights import Encoder, read_encoder
from verifier.text.model import LABELS

PLAN = TrainingPlan(epochs=2, batch=8, peak_rate=3e-3)


class StoppedError(Exception):
    """Somebody cancelled."""


def right(weights: Weights, encoder: Encoder) -> float:
    pairs = examples()
    tokens = PairTokenizer(encoder.tokenizer).encode([(one.claim, one.text) for one in pairs])
    judged = label_probabilities(weights, encoder.shape, tokens).argmax(axis=1)
    return float(
        np.mean([LABELS[row] == one.label for row, one in zip(judged, pairs, strict=True)])
    )


def assert_same(first: Weights, other: Weights) -> None:
    for name, weight in first.items():
        np.testing.assert_array_equal(weight, other[name], err_msg=name)


def test_a_reader_learns_its_pairs(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    plan = TrainingPlan(epochs=40, batch=16, peak_rate=5e-3)
    before = {name: weight.copy() for name, weight in encoder.weights.items()}
    weights = train_reader(examples(), encoder, plan=plan)
    assert right(weights, encoder) > 0.9
    assert_same(before, encoder.weights)


def test_the_order_of_pairs_does_not_matter_and_the_seed_does(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    forth = train_reader(examples(), encoder, plan=PLAN)
    assert_same(forth, train_reader(examples()[::-1], encoder, plan=PLAN))
    other = train_reader(examples(), encoder, plan=PLAN, seed=1)
    assert (forth["head.weight"] != other["head.weight"]).any()


def test_a_stopped_training_resumes_and_ends_the_same(encoder_files: Path, tmp_path: Path) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    place = CheckpointPlace(tmp_path / "checkpoint", every=5)
    seen: list[int] = []

    def stop_at_eight(done: int, total: int) -> None:
        assert total == 16
        if done == 8:
            raise StoppedError

    with pytest.raises(StoppedError):
        train_reader(examples(), encoder, plan=PLAN, progress=stop_at_eight, checkpoints=place)
    resumed = train_reader(
        examples(),
        encoder,
        plan=PLAN,
        progress=lambda done, total: seen.append(done),
        checkpoints=place,
    )
    assert seen == list(range(5, 16))
    assert_same(train_reader(examples(), encoder, plan=PLAN), resumed)


@pytest.mark.parametrize("other", ["seed", "damaged"])
def test_a_checkpoint_of_another_training_is_not_continued(
    encoder_files: Path, tmp_path: Path, other: str
) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    place = CheckpointPlace(tmp_path / "checkpoint", every=5)
    train_reader(examples(), encoder, plan=PLAN, checkpoints=place, seed=3)
    if other == "damaged":
        place.path.write_bytes(place.path.read_bytes()[:999])
    seen: list[int] = []
    train_reader(
        examples(),
        encoder,
        plan=PLAN,
        seed=3 if other == "damaged" else 0,
        progress=lambda done, total: seen.append(done),
        checkpoints=place,
    )
    assert seen[0] == 0


def test_pairs_of_one_label_are_refused(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    with pytest.raises(ValueError, match="two labels"):
        train_reader([one for one in examples() if one.label == "REFUTES"], encoder)


def test_the_rate_rises_and_falls_as_a_cosine() -> None:
    plan = TrainingPlan(peak_rate=1.0, warm_up=0.1)
    rates = [plan.rate(step, 100) for step in range(100)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[9] == rates[10] == pytest.approx(1.0)
    assert rates[55] == pytest.approx(0.5)
    assert rates[99] < 0.001
