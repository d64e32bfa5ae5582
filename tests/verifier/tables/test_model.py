"""Tests of training, storing and applying the model, and of hostile input."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from tests.verifier.tables.examples import CAPTION, STATEMENTS, rivers
from verifier.archives import ModelFileError
from verifier.fitting import ForestShape, fit_forest
from verifier.tables import training
from verifier.tables.model import TableModel, load_model, save_model
from verifier.tables.table import UnreadableTableError, read_table
from verifier.tables.training import TableExample, train_tables

SMALL = ForestShape(trees=25, leaves=15, rate=0.2, least_rows=8)
NAMES = [f"rivers {number}" for number in range(8)]


def _trained(order: int = 1) -> TableModel:
    tables = {name: rivers() for name in NAMES}
    examples = [
        TableExample(name, statement, CAPTION, label)
        for name in NAMES
        for statement, label in STATEMENTS
    ]
    return train_tables(examples[::order], tables, seed=3, ranker_shape=SMALL, decision_shape=SMALL)


@pytest.fixture(scope="module")
def model() -> TableModel:
    return _trained()


def test_the_model_learns_its_examples_and_explains_itself(model: TableModel) -> None:
    judged = model.judge("there are 3 rivers in ostrava", CAPTION, rivers())
    assert judged.label
    assert judged.english
    assert judged.program is not None and judged.program.result
    right = [
        model.judge(statement, CAPTION, rivers()).label == label for statement, label in STATEMENTS
    ]
    assert sum(right) >= 0.8 * len(STATEMENTS)


def test_training_does_not_depend_on_the_order_of_examples(model: TableModel) -> None:
    again = _trained(order=-1)
    for statement, _ in STATEMENTS:
        first = model.judge(statement, CAPTION, rivers())
        second = again.judge(statement, CAPTION, rivers())
        assert first.probability == second.probability


def test_a_stored_model_answers_as_before(model: TableModel, tmp_path: Path) -> None:
    path = tmp_path / "tables.model"
    save_model(model, path)
    loaded = load_model(path)
    assert loaded.facts == {"examples": 8 * len(STATEMENTS), "tables": 8}
    for statement, _ in STATEMENTS:
        assert loaded.judge(statement, CAPTION, rivers()) == model.judge(
            statement, CAPTION, rivers()
        )


def test_trees_in_arrays_answer_as_scikit_learn() -> None:
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(600, 7)).round(1)
    labels = rows[:, 0] + rows[:, 1] ** 2 > 0.5
    forest = fit_forest(rows, labels, shape=ForestShape(20, 15, 0.1, 10), seed=1)
    theirs = HistGradientBoostingClassifier(
        max_iter=20, learning_rate=0.1, max_leaf_nodes=15, min_samples_leaf=10,
        l2_regularization=1.0, early_stopping=False, random_state=1,
    ).fit(rows, labels)  # fmt: skip
    assert forest.log_odds(rows) == pytest.approx(theirs.decision_function(rows), abs=1e-9)


def _damaged(path: Path, name: str, array: np.ndarray) -> Path:
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    arrays[name] = array
    damaged = path.with_name("damaged.model")
    with damaged.open("wb") as file:
        np.savez_compressed(file, **arrays)
    return damaged


def test_missing_damaged_and_foreign_files_are_refused(model: TableModel, tmp_path: Path) -> None:
    path = tmp_path / "tables.model"
    save_model(model, path)
    whole = path.read_bytes()
    (tmp_path / "cut.model").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.model").write_text("not a model")
    (tmp_path / "empty.model").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "zip.model", "w") as archive:
        archive.writestr("readme.txt", "hello")
    buffer = io.BytesIO()
    np.save(buffer, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    (tmp_path / "pickle.model").write_bytes(buffer.getvalue())
    for name in ("absent", "cut", "text", "empty", "zip", "pickle"):
        with pytest.raises(ModelFileError):
            load_model(tmp_path / f"{name}.model")
    head = np.frombuffer(b'{"format": "touchstone-tables", "version": 99}', dtype=np.uint8)
    with pytest.raises(ModelFileError, match="another version"):
        load_model(_damaged(path, "head", head))
    with pytest.raises(ModelFileError):
        load_model(_damaged(path, "ranker.left", np.full(3, 10**6)))
    with pytest.raises(ModelFileError):
        load_model(_damaged(path, "decision.feature", np.full(len(model.decision.feature), 999)))


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "   ",
        "🏞️🏞️🏞️",
        "Das ist kein englischer Satz über Flüsse",
        "'; DROP TABLE rivers; --",
        "<script>alert(1)</script>",
        "river " * 5_000,
        "9" * 400,
        "the 0th river is last",
        f"the {'9' * 5_000}th river is the {'0' * 5_000}th",
        "\x00\ud800 velmar",
    ],
)
def test_any_statement_gets_an_answer(model: TableModel, statement: str) -> None:
    judged = model.judge(statement, "", rivers())
    assert 0 <= judged.probability <= 1
    if not statement.strip():
        assert judged.abstains


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (["a"], [["x"]]),
        ([], [["x", "y"], ["z"]]),
        (["a", "b"], [["1"], ["2", "3", "4"], []]),
        (["n"], [[str(number)] for number in range(5_000)]),
        (["mixed"], [["1"], ["one"], ["1 may 2001"], ["3 - 2"], [""]]),
        ([f"c{number}" for number in range(500)], [["1"] * 500]),
    ],
)
def test_any_table_gets_an_answer(
    model: TableModel, header: list[str], rows: list[list[str]]
) -> None:
    judged = model.judge("the largest a is 3 and most b are 2", "", read_table(header, rows))
    assert 0 <= judged.probability <= 1


def test_tables_without_cells_are_refused() -> None:
    for header, rows in (([], []), (["a"], []), ([], [[]])):
        with pytest.raises(UnreadableTableError):
            read_table(header, rows)


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    train_tables(
        [TableExample("rivers 0", *STATEMENTS[0][:1], CAPTION, True),
         TableExample("rivers 1", *STATEMENTS[1][:1], CAPTION, False)] * 3,
        {name: rivers() for name in NAMES},
        ranker_shape=SMALL,
        decision_shape=SMALL,
        progress=lambda done, total: told.append((done, total)),
    )  # fmt: skip
    assert told == [(0, 6)]
    assert training.PARTS == 2
