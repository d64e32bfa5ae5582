"""Tests of programs in English."""

from __future__ import annotations

from tests.verifier.tables.regenerate import GOLDEN, golden_text


def test_sample_programs_read_as_they_were_reviewed() -> None:
    # `python -m tests.verifier.tables.regenerate` writes the file; read the difference.
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


def test_at_least_fifty_programs_were_reviewed() -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert len({line for line in lines if line.startswith("    ")}) >= 50
