"""Tests of both models together: the mean of their probabilities, and the ranks of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verifier.text.examples import examples
from verifier.reader.export import as_onnx
from verifier.reader.joint import JointModel
from verifier.reader.model import PairReader
from verifier.reader.weights import read_encoder
from verifier.retrieval.source import SourceSentence
from verifier.text.model import LABELS, NOT_ENOUGH
from verifier.text.training import train_text


@pytest.fixture
def joint(encoder_files: Path) -> JointModel:
    encoder = read_encoder(encoder_files, seed=0)
    reader = PairReader(as_onnx(encoder.weights, encoder.shape), encoder.tokenizer, {})
    return JointModel(train_text(examples()), reader)


def test_a_judgement_is_the_mean_of_both(joint: JointModel) -> None:
    pair = examples()[0]
    counted = joint.counted.judge(pair.claim, pair.text).probabilities
    read = joint.reader.probabilities(pair.claim, pair.text)
    judged = joint.judge(pair.claim, pair.text)
    assert judged.probabilities == {
        label: pytest.approx((counted[label] + read[label]) / 2) for label in LABELS
    }


def test_without_words_nothing_is_known(joint: JointModel) -> None:
    assert joint.judge("Velmar is a town .", "…").probabilities[NOT_ENOUGH] == 1
    assert joint.judge("?", "Velmar is a town .").label == NOT_ENOUGH


class PlannedReader:
    """Leaves open what it was told to."""

    def __init__(self, still_open: dict[str, float]) -> None:
        self._still_open = still_open

    def probabilities(self, claim: str, evidence: str) -> dict[str, float]:
        share = self._still_open[evidence.split()[-1]]
        return {"SUPPORTS": 1 - share, "REFUTES": 0.0, NOT_ENOUGH: share}


def test_both_orders_count_the_same(joint: JointModel) -> None:
    sentences = [
        SourceSentence(page="P", address=f"sentence_{name}", text=name, sections=())
        for name in "abcd"
    ]
    reader = PlannedReader({"a": 0.9, "b": 0.1, "c": 0.8, "d": 0.2})
    ranked = JointModel(joint.counted, reader).rank("x", sentences)  # type: ignore[arg-type]
    assert "".join(one.text for one in ranked) == "badc"
    assert JointModel(joint.counted, reader).rank("x", []) == []  # type: ignore[arg-type]
