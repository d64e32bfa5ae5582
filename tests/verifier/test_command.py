"""Tests of the verifier on its own."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from tests.verifier.tables.examples import CAPTION, HEADER, ROWS, STATEMENTS
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
