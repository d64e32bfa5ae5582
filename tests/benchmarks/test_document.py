"""The documents of the figures keep what was measured elsewhere, and begin with one short table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import _document
from benchmarks._document import DOCUMENT, PAGES, document_of, read_pages
from benchmarks._summary import ROWS, StatedFigure, figures_in

RECORD = {
    "title": "Parsing",
    "date": "2026-03-14T00:00:00",
    "commit": "abc1234",
    "machine": "2 cores, x86_64",
    "figures": [
        {"name": "wikitext", "value": 4.0, "unit": "MB/s", "must": 1, "aim": None},
    ],
}


def test_the_document_is_made_from_its_pages() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document_of(read_pages(PAGES))


def test_the_document_begins_with_a_table_that_a_person_can_read() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == len(ROWS) + 2 <= 27
    # Nothing but a few words stands before it.
    assert lines.index(rows[0]) <= 6
    header = [cell.strip() for cell in rows[0].strip("|").split("|")]
    assert header == ["what", "ours", "peer or limit", "ratio", "met"]
    assert {row.split("|")[-2].strip() for row in rows[2:]} <= {"yes", "no", "no (an aim)"}


def test_every_link_of_the_document_leads_to_a_page() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in read_pages(PAGES):
        assert f"(benchmarks/{name}.md)" in text
    for row in ROWS:
        assert (PAGES / f"{row.benchmark}.md").exists()


def test_a_page_that_was_measured_again_takes_the_place_of_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_document, "document_of", " ".join)
    pages, results = tmp_path / "pages", tmp_path / "results"
    pages.mkdir()
    results.mkdir()
    (pages / "parsing.md").write_text("# Parsing\n\nEarlier.\n")
    (pages / "starting.md").write_text("# Starting\n\nBy hand.\n")
    (results / "parsing.json").write_text(json.dumps(RECORD))
    _document.write(tmp_path / "benchmarks.md", pages, results)
    assert (pages / "starting.md").read_text() == "# Starting\n\nBy hand.\n"
    assert (pages / "parsing.md").read_text() == (
        "# Parsing\n\n`make bench ONLY=parsing` (2026-03-14, commit abc1234, 2 cores, x86_64)\n\n"
        "| figure   | value | unit | must | aim |            |\n"
        "|----------|-------|------|------|-----|------------|\n"
        "| wikitext | 4     | MB/s | 1    |     | meets must |\n"
    )
    assert (tmp_path / "benchmarks.md").read_text() == "parsing starting"


def test_figures_are_read_from_a_page_as_it_states_them() -> None:
    page = (
        "| figure | value | unit | must | aim |  |\n|-|-|-|-|-|-|\n"
        "| a | 1,232 | ms | 2,000 |  | meets must |\n"
    )
    (figure,) = figures_in(page).values()
    assert figure == StatedFigure("a", "1,232", "ms", "2,000", "", "meets must")
    assert (figure.number, figure.limit, figure.text) == (1232, "2,000", "1,232 ms")
