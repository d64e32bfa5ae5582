"""Tests of the encoder's files: what is missing, damaged or of another size is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from verifier.reader.packages import can_train, missing_packages
from verifier.reader.weights import EncoderFilesError, packaged_encoder, read_encoder


def test_the_installed_encoder_is_read_and_its_head_drawn_by_seed(encoder_files: Path) -> None:
    assert can_train()
    first, same, other = (packaged_encoder(seed=seed) for seed in (1, 1, 2))
    assert (first.shape.layers, first.shape.width) == (2, 16)
    np.testing.assert_array_equal(first.weights["head.weight"], same.weights["head.weight"])
    assert (first.weights["head.weight"] != other.weights["head.weight"]).any()


def test_packages_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.reader.packages.find_spec", lambda name: None)
    assert not can_train()
    assert "onnxruntime" in missing_packages()


@pytest.mark.parametrize("damage", ["missing", "cut", "foreign", "header"])
def test_damaged_files_are_refused(encoder_files: Path, damage: str) -> None:
    file, config = encoder_files / "model.safetensors", encoder_files / "config.json"
    if damage == "missing":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-200])
    elif damage == "header":
        file.write_bytes(b"\xff" * 40)
    else:
        stored = json.loads(config.read_text())
        config.write_text(json.dumps({**stored, "num_hidden_layers": 3}))
    with pytest.raises(EncoderFilesError):
        read_encoder(encoder_files, seed=0)
