"""Tests of the text model: what it learns, its file, and bad input."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.verifier.text.examples import examples
from verifier.archives import ModelFileError
from verifier.fitting import ForestShape
from verifier.text.model import LABELS, TextModel, load_text_model, save_text_model
from verifier.text.training import train_text

SMALL = ForestShape(trees=20, leaves=6, rate=0.2, least_rows=4)
EVIDENCE = "Nerva is a town on the Olm . It was founded in 1912 ."


@pytest.fixture(scope="module")
def model() -> TextModel:
    return train_text(examples(), shape=SMALL)


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("Nerva was founded in 1912 .", "SUPPORTS"),
        ("Nerva was founded in 1915 .", "REFUTES"),
        ("Nerva was founded after 1950 .", "REFUTES"),
        ("Nerva has a famous orchestra .", "NOT ENOUGH INFO"),
    ],
)
def test_a_town_that_was_never_seen_is_judged(model: TextModel, claim: str, label: str) -> None:
    judged = model.judge(claim, EVIDENCE)
    assert judged.label == label
    assert list(judged.probabilities) == list(LABELS)
    assert sum(judged.probabilities.values()) == pytest.approx(1)


def test_a_stored_model_judges_as_before(model: TextModel, tmp_path: Path) -> None:
    path = tmp_path / "text.model"
    save_text_model(model, path)
    loaded = load_text_model(path)
    assert loaded.facts == {"pairs": 64, "held_out": 0}
    for example in examples():
        assert loaded.judge(example.claim, example.text) == model.judge(example.claim, example.text)
    assert [file.name for file in tmp_path.iterdir()] == ["text.model"]


def test_two_labels_are_enough(tmp_path: Path) -> None:
    pairs = [example for example in examples() if example.label != "NOT ENOUGH INFO"]
    model = train_text(pairs, shape=SMALL)
    assert model.labels == ("SUPPORTS", "REFUTES")
    assert model.judge("Nerva was founded in 1915 .", EVIDENCE).label == "REFUTES"
    assert model.judge("Nerva was founded in 1912 .", EVIDENCE).label == "SUPPORTS"
    save_text_model(model, tmp_path / "two.model")
    assert load_text_model(tmp_path / "two.model").labels == model.labels


def test_one_label_is_refused() -> None:
    with pytest.raises(ValueError, match="at least two labels"):
        train_text([example for example in examples() if example.label == "SUPPORTS"])


_TRAIN = """
import sys
from pathlib import Path
from tests.verifier.text.examples import examples
from tests.verifier.text.test_model import SMALL
from verifier.text.model import save_text_model
from verifier.text.training import train_text
save_text_model(train_text(examples()[::-1], shape=SMALL), Path(sys.argv[1]))
"""


def test_the_model_does_not_depend_on_hashes_or_on_the_order(
    model: TextModel, tmp_path: Path
) -> None:
    # Two seeds, so that one of them is not that of this process.
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    subprocess.run(
        [sys.executable, "-c", _TRAIN, str(tmp_path / "other.model")],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": other},
        cwd=Path(__file__).parents[3],
    )
    save_text_model(model, tmp_path / "own.model")
    assert (tmp_path / "own.model").read_bytes() == (tmp_path / "other.model").read_bytes()


def _changed(path: Path, name: str, array: np.ndarray) -> Path:
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    arrays[name] = array
    changed = path.with_name("changed.model")
    with changed.open("wb") as file:
        np.savez_compressed(file, **arrays)
    return changed


def test_damaged_and_foreign_files_are_refused(model: TextModel, tmp_path: Path) -> None:
    path = tmp_path / "text.model"
    save_text_model(model, path)
    (tmp_path / "cut.model").write_bytes(path.read_bytes()[:2_000])
    (tmp_path / "text.txt").write_text("not a model")
    for name in ("absent.model", "cut.model", "text.txt"):
        with pytest.raises(ModelFileError, match="cannot be read"):
            load_text_model(tmp_path / name)
    for head, message in (
        (b'{"format": "touchstone-tables", "version": 1}', "another kind"),
        (b'{"format": "touchstone-text", "version": 99}', "another version"),
        (b'{"format": "touchstone-text", "version": 1, "features": ["a"]}', "other features"),
        (b"[]", "another kind"),
    ):
        with pytest.raises(ModelFileError, match=message):
            load_text_model(_changed(path, "head", np.frombuffer(head, dtype=np.uint8)))
    for name, array, message in (
        ("rarities", np.zeros(3, dtype=np.int32), "counts of words"),
        ("calibration", np.zeros(9), "calibration"),
        ("linear.weights", np.zeros((3, 5), dtype=np.float32), "linear model"),
        ("linear.scales", np.zeros_like(model.linear.scales), "linear model"),
        ("trees1.left", np.full(4, 10**6), "trees"),
    ):
        with pytest.raises(ModelFileError, match=message):
            load_text_model(_changed(path, name, array))


@pytest.mark.parametrize("text", ["", "  ", "🏞️ !", "..."])
def test_texts_without_words_are_not_enough(model: TextModel, text: str) -> None:
    for claim, evidence in ((text, EVIDENCE), ("Nerva is a town .", text)):
        judged = model.judge(claim, evidence)
        assert judged.label == "NOT ENOUGH INFO"
        assert judged.probabilities["NOT ENOUGH INFO"] == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "Das ist kein englischer Satz über Flüsse",
        "'; DROP TABLE rivers; --",
        "<script>alert(1)</script>",
        "river " * 50_000,
        "9" * 400,
        "1e999 99999999999999999999 % 0 0.0 -0",
        "\x00\ud800 velmar",
        "三つの川があります",
    ],
)
def test_any_text_gets_an_answer(model: TextModel, text: str) -> None:
    for claim, evidence in ((text, EVIDENCE), ("Nerva is 9 years old .", text), (text, text)):
        probabilities = model.judge(claim, evidence).probabilities
        assert sum(probabilities.values()) == pytest.approx(1)
