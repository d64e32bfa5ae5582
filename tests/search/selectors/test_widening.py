"""Queries for any of the words, without common ones, where no page has all of them."""

from __future__ import annotations

import pytest

from search import rebuild_index, search_pages
from search.query import Or, Word
from search.selectors.pages import search_tree
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    make_page("Coffee", "People drink the coffee of Ethiopia.", corpus=corpus)
    make_page("Tea", "People drink the tea of China.", corpus=corpus)
    make_page("Water", "People drink water.", corpus=corpus)
    return corpus


@pytest.mark.parametrize(
    ("text", "wider"),
    [
        ("coffee china", "coffee OR china"),
        # Two thirds of the pages have these words, or all.
        ("the coffee of china people drink", "coffee OR china"),
        ("the volcano", "the OR volcano"),
        # What finds something is left alone; so is what finds nothing either way.
        ("people coffee", ""),
        ("coffee china -drink", ""),
        ("volcano geyser", ""),
        # Misspelt: the other words are there, beside the query that may have been meant.
        ("cofee drink", "cofee OR drink"),
        # Too long for a query when written so.
        ("coffee china " + " ".join(f'"{"x" * 17}{n}"' for n in range(10, 55)), ""),
    ],
)
def test_it_is_offered_where_it_finds_something(
    corpus: Corpus, engine: str, text: str, wider: str
) -> None:
    rebuild_index(corpus=corpus)
    found = search_pages(corpus=corpus, text=text)
    assert found.wider_text == wider
    assert bool(wider) is (wider != "" and search_pages(corpus=corpus, text=wider).total > 0)


def test_the_parsed_query_finds_what_its_text_finds(corpus: Corpus, engine: str) -> None:
    rebuild_index(corpus=corpus)
    wider = search_pages(corpus=corpus, text="coffee china").wider
    assert wider == Or((Word("coffee"), Word("china")))
    by_tree = search_tree(corpus=corpus, tree=wider, limit=1)
    by_text = search_pages(corpus=corpus, text="coffee OR china", limit=1)
    assert (by_tree.total, by_tree.hits, by_tree.searched) == (2, by_text.hits, by_text.searched)
