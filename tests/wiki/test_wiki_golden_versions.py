"""Another output for the same source needs another version of the parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.wiki.golden_versions import GoldenRecord, golden_pages


def record_of(folder: Path, version: str, **pages: tuple[str, Any]) -> GoldenRecord:
    return GoldenRecord(
        file=folder / "versions.json",
        version=version,
        defined_in="parser.py",
        command="regenerate",
        pages=golden_pages((name, *page) for name, page in pages.items()),
    )


def test_unchanged_output_has_no_fault(tmp_path: Path) -> None:
    record_of(tmp_path, "1", aare=("a", {"x": 1, "y": 2})).write()
    assert record_of(tmp_path, "1", aare=("a", {"y": 2, "x": 1})).fault() == ""


def test_other_output_in_the_same_version_is_refused_and_not_recorded(tmp_path: Path) -> None:
    record_of(tmp_path, "1", aare=("a", 1), reuss=("r", 1)).write()
    before = (tmp_path / "versions.json").read_text()
    changed = record_of(tmp_path, "1", aare=("a", 2), reuss=("r", 1))
    assert changed.fault() == (
        "The parser gives another output for aare, but its version is still 1. If that is intended,"
        " raise the version in parser.py, then run `regenerate` and review the changes."
    )
    with pytest.raises(SystemExit, match=r"raise the version in parser\.py"):
        changed.write()
    assert (tmp_path / "versions.json").read_text() == before


def test_other_output_in_a_new_version_is_recorded_by_the_command(tmp_path: Path) -> None:
    record_of(tmp_path, "1", aare=("a", 1)).write()
    changed = record_of(tmp_path, "2", aare=("a", 2))
    assert changed.fault() == (
        "The golden files have changed: run `regenerate` and review the changes."
    )
    changed.write()
    assert changed.fault() == ""


def test_new_and_edited_sources_need_no_new_version(tmp_path: Path) -> None:
    record_of(tmp_path, "1", aare=("a", 1)).write()
    changed = record_of(tmp_path, "1", aare=("edited", 2), reuss=("r", 1))
    assert changed.fault() == (
        "The golden files have changed: run `regenerate` and review the changes."
    )
    changed.write()
    assert changed.fault() == ""
