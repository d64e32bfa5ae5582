"""Quotes of highlights: sentences as they stand, tables in rows, cut where they are too long."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.models import Highlight
from annotation.selectors.writing.highlights import material_of, quotes_of
from tests.annotation.verifying_world import make_desk

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
        texts = [line.split(" | ") for line in quotes[highlight.pk].split("\n")]
        if material.cells:
            assert [text for line in texts for text in line] == list(material.cells)
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
