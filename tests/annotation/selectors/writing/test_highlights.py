"""Quotes of highlights: sentences as they stand, tables in rows, cut where they are too long."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.models import Highlight
from annotation.selectors.writing.highlights import material_of, quote_row, quotes_of
from tests.annotation.verifying_world import make_desk
from wiki.parsing.elements import Cell

pytestmark = pytest.mark.django_db


def test_highlights_are_quoted_with_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_desk(highlights_written=2)
    highlights = list(Highlight.objects.order_by("pk"))
    with django_assert_num_queries(1):
        quotes = quotes_of(highlights, longest=10_000)
    kinds = set()
    for highlight in highlights:
        material = material_of(highlight)
        kinds.add(bool(material.cells))
        if material.cells:
            rows = quotes[highlight.pk].split("\n")
            texts = ", ".join(row.replace(": ", ", ") for row in rows)
            assert texts == ", ".join(cell.replace(": ", ", ") for cell in material.cells if cell)
        else:
            assert quotes[highlight.pk] == " ".join(material.sentences)
    # Both kinds were drawn.
    assert kinds == {True, False}


def test_long_highlights_are_cut() -> None:
    make_desk(highlights_written=1)
    quotes = quotes_of(Highlight.objects.all(), longest=20)
    assert {len(quote) for quote in quotes.values()} == {20}
    assert all(quote.endswith("…") for quote in quotes.values())
    assert quotes_of([], longest=20) == {}


def test_rows_of_tables_read_as_headers_with_their_cells() -> None:
    header = Cell(1, 0, 0, "Length", is_header=True)
    row = (header, Cell(1, 0, 1, "288 km"), Cell(1, 0, 2, ""), Cell(1, 0, 3, "179 mi"))
    names = (header, Cell(1, 1, 1, "Source", is_header=True))
    assert quote_row(row) == "Length: 288 km, 179 mi"
    assert quote_row(names) == "Length, Source"
    assert quote_row(row[1:]) == "288 km, 179 mi"
    assert quote_row((Cell(1, 2, 0, ""),)) == ""
