"""Tests of a trained reader: 8 bits answer as all bits do, and bad files are refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.verifier.text.examples import examples
from verifier.archives import ModelFileError
from verifier.reader.export import as_onnx
from verifier.reader.model import (
    PairReader,
    ReaderNotInstalledError,
    load_reader,
    save_reader,
)
from verifier.reader.tokens import PairTokenizer
from verifier.reader.training import TrainingPlan, label_probabilities, train_reader
from verifier.reader.weights import read_encoder
from verifier.text.model import LABELS


@pytest.fixture
def reader_file(encoder_files: Path, tmp_path: Path) -> Path:
    encoder = read_encoder(encoder_files, seed=0)
    path = tmp_path / "reader.model"
    graph = as_onnx(encoder.weights, encoder.shape)
    save_reader(path, graph=graph, tokenizer=encoder.tokenizer, facts={"pairs": 3})
    return path


def test_eight_bits_answer_as_full_precision_does(encoder_files: Path) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    plan = TrainingPlan(epochs=20, batch=16, peak_rate=5e-3)
    weights = train_reader(examples(), encoder, plan=plan)
    reader = PairReader(as_onnx(weights, encoder.shape), encoder.tokenizer, {})
    tokenizer = PairTokenizer(encoder.tokenizer)
    for pair in examples():
        tokens = tokenizer.encode([(pair.claim, pair.text)])
        [exact] = label_probabilities(weights, encoder.shape, tokens)
        read = reader.probabilities(pair.claim, pair.text)
        assert list(read.values()) == pytest.approx(list(exact), abs=0.1)


@pytest.mark.parametrize(
    "text",
    ["", "x " * 9000, "\ud800 \x00 <b>'; --", "山" * 500, "🙂"],
    ids=["empty", "long", "broken", "characters", "emoji"],
)
def test_any_text_has_an_answer(reader_file: Path, text: str) -> None:
    reader = load_reader(reader_file)
    assert reader.facts == {"pairs": 3}
    for pair in ((text, "Velmar is a town ."), ("Velmar is a town .", text), (text, text)):
        read = reader.probabilities(*pair)
        assert list(read) == list(LABELS)
        assert sum(read.values()) == pytest.approx(1)


@pytest.mark.parametrize("part", ["graph", "tokenizer"])
def test_a_damaged_part_is_refused(encoder_files: Path, tmp_path: Path, part: str) -> None:
    encoder = read_encoder(encoder_files, seed=0)
    parts = {"graph": as_onnx(encoder.weights, encoder.shape), "tokenizer": encoder.tokenizer}
    parts[part] = parts[part][:-50]
    path = tmp_path / "reader.model"
    save_reader(path, facts={}, **parts)
    with pytest.raises(ModelFileError):
        load_reader(path)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "reader.model"
    path.write_bytes(b"PK")
    with pytest.raises(ModelFileError):
        load_reader(path)


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_without_its_packages_a_reader_says_so(
    reader_file: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ReaderNotInstalledError):
        load_reader(reader_file)
