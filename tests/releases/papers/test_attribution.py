"""The attribution of pages: what a spreadsheet makes of it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from campaigns.protocols import registry
from releases.papers.attribution import attribution
from releases.papers.facts import UsedPage
from releases.selectors.facts import release_facts
from tests.annotation.verifying_world import Desk
from tests.releases.records import facts_of
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]

TITLES = (
    "=1+1", "+49", "-1 (number)", "@home", "\tTab", "AC/DC", 'The "Why?"', "A, B", "Ödipus & Ko",
)  # fmt: skip


def test_no_title_becomes_a_formula_and_all_are_read_back(desk: Desk) -> None:
    facts = release_facts(make_release(desk.campaign))
    written = attribution(facts, [UsedPage(title, 7) for title in TITLES]).decode()
    header, *rows = csv.reader(io.StringIO(written))
    assert header[0] == "title"
    assert [row[0].removeprefix("'") for row in rows] == list(TITLES)
    assert [row[0] for row in rows[:5]] == [f"'{title}" for title in TITLES[:5]]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in rows for cell in row)
    addresses = dict(zip(TITLES, (row[2] for row in rows), strict=True))
    assert addresses["AC/DC"] == "https://wiki.example/AC/DC?oldid=7"
    assert "%3F" in addresses['The "Why?"']


def test_the_list_of_pages_holds_no_formulas() -> None:
    facts = replace(facts_of(registry.get("feverous")), source="@source", licence="-licence")
    starts = ("=1+1", "+1", "-1", "@x", "\tx")
    text = attribution(facts, [UsedPage(start, 0) for start in starts])
    rows = list(csv.reader(io.StringIO(text.decode(), newline="")))
    assert rows[1:] == [[f"'{start}", "", "", "'@source", "'-licence"] for start in starts]
