"""Each construct of rendered HTML, as a golden file."""

import json

import pytest

from tests.wiki.parsing.html.golden_files import GOLDEN, golden_record, names, parse_golden


@pytest.mark.parametrize("name", names())
def test_golden_html_gives_its_golden_page(name: str) -> None:
    expected = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert parse_golden(name) == expected


def test_every_golden_page_has_its_html() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(names())


def test_output_changes_only_with_the_version_of_the_extractor() -> None:
    assert golden_record().fault() == ""
