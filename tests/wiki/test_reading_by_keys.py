"""A corpus is read batch by batch along its keys, however many titles it has."""

from __future__ import annotations

import pytest

from tests.wiki.pages import make_corpus, make_page
from wiki.selectors.pages import pages_after

pytestmark = pytest.mark.django_db


def test_pages_after_a_key_are_those_of_the_corpus_in_the_order_of_their_keys() -> None:
    corpus, other = make_corpus(), make_corpus(name="Other")
    kept = [make_page(f"Page {number}", "Text.", corpus=corpus) for number in (3, 1, 2)]
    make_page("Page 4", "Text.", corpus=other)
    assert list(pages_after(corpus, kept[0].pk)) == kept[1:]


def test_pages_after_a_key_are_not_sorted_but_read_along_the_keys() -> None:
    corpus = make_corpus()
    plan = pages_after(corpus, 5)[:200].explain()
    assert "SEARCH wiki_page USING INTEGER PRIMARY KEY" in plan
    assert "TEMP B-TREE" not in plan
