"""Pages without templates give the same elements from their HTML as from their wikitext.

Each pair in ``pairs/`` is a page of our own in wikitext, and the HTML that Parsoid makes of it.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.wiki.parsing.html.golden_files import describe
from wiki.parsing.html import parse_html
from wiki.parsing.page import ParsedPage
from wiki.parsing.wikitext import parse_wikitext

PAIRS = Path(__file__).parent / "pairs"
NAMES = sorted(path.stem for path in PAIRS.glob("*.wiki"))


def parse_pair(name: str) -> tuple[ParsedPage, ParsedPage]:
    wikitext = (PAIRS / f"{name}.wiki").read_text(encoding="utf-8")
    html = (PAIRS / f"{name}.html").read_text(encoding="utf-8")
    return parse_wikitext("Quill Harbour", wikitext), parse_html("Quill Harbour", html)


@pytest.mark.parametrize("name", NAMES)
def test_html_gives_the_same_page_as_wikitext(name: str) -> None:
    from_wikitext, from_html = parse_pair(name)
    # Only wikitext has lines that a note can name.
    notes = tuple(re.sub(r" \(line \d+\)", "", note) for note in from_wikitext.notes)
    assert describe(from_html) == describe(replace(from_wikitext, notes=notes))
    assert from_html.document == from_wikitext.document


@pytest.mark.parametrize("name", NAMES)
def test_html_gives_the_same_runs_and_sizes_as_wikitext(name: str) -> None:
    from_wikitext, from_html = parse_pair(name)
    assert from_html.runs == from_wikitext.runs
    assert from_html.tables == from_wikitext.tables
