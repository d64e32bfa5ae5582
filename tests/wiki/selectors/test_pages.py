"""A corpus is read in batches in the order of its keys, however many pages it has."""

from __future__ import annotations

import pytest

from tests.wiki.pages import make_corpus, make_page
from wiki.selectors.pages import windows

pytestmark = pytest.mark.django_db


def test_windows_hold_the_pages_of_a_corpus_in_the_order_of_their_keys() -> None:
    corpus, other = make_corpus(), make_corpus(name="Other")
    kept = [make_page(f"Page {number}", "Text.", corpus=corpus) for number in (3, 1, 2)]
    make_page("Page 4", "Text.", corpus=other)
    kept.append(make_page("Page 0", "Text.", corpus=corpus))
    assert [list(pages) for pages in windows(corpus, 2)] == [kept[:2], kept[2:]]
    assert [list(pages) for pages in windows(corpus, 2, after=kept[0].pk)] == [kept[1:3], kept[3:]]
    assert list(windows(make_corpus(name="Empty"), 2)) == []


def test_windows_are_not_sorted_but_read_along_the_keys() -> None:
    make_page("Page", "Text.", corpus=(corpus := make_corpus()))
    (pages,) = windows(corpus, 200)
    plan = pages.explain()
    assert "SEARCH wiki_page USING INTEGER PRIMARY KEY" in plan
    assert "TEMP B-TREE" not in plan
