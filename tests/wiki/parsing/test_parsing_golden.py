"""Whole pages against golden files, which ``regenerate`` writes."""

import json
from pathlib import Path

import pytest

from tests.wiki.parsing.regenerate import golden_record, parsed, sources


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.stem)
def test_page_reads_as_its_golden_file_says(source: Path) -> None:
    expected = json.loads(source.with_suffix(".json").read_text(encoding="utf-8"))
    assert parsed(source) == expected


def test_every_golden_file_has_its_source() -> None:
    golden = {path.stem for path in sources()}
    assert golden == {path.stem for path in sources()[0].parent.glob("*.json")}


def test_output_changes_only_with_the_version_of_the_extractor() -> None:
    assert golden_record().fault() == ""
