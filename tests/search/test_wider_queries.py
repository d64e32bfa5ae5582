"""Where no page has all words: the query with any of them, without those that say nothing."""

from __future__ import annotations

import pytest
from hypothesis import given

from search import rebuild_index, search_pages
from search.query import And, parse_query, print_query, with_any_word
from tests.search.test_query import PIECES
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus

WIDER = {
    "tea volcano": "tea OR volcano",
    '"old volcano" tea*': '"old volcano" OR tea*',
    "intitle:tea volcano": "intitle:tea OR volcano",
    # What excludes and what operators ask for stays.
    "tea volcano -milk hastable:": "(tea OR volcano) -milk hastable:",
    "(tea OR coffee) volcano": "tea OR coffee OR volcano",
    "the tea volcano": "tea OR volcano",
    '"of the" tea volcano': "tea OR volcano",
    # Words that say nothing, and nothing beside them.
    "the of": "the OR of",
    "the tea": "tea",
    # Nothing to be any of.
    "tea": "",
    "tea OR volcano": "",
    '"tea volcano"': "",
    "tea -volcano": "",
    "tea hastable:": "",
    "-tea -volcano": "",
}


@pytest.mark.parametrize(("text", "wider"), WIDER.items(), ids=map(repr, WIDER))
def test_any_of_the_words_may_match(text: str, wider: str) -> None:
    tree = parse_query(text).tree
    assert tree is not None
    assert print_query(with_any_word(tree, common={"the", "of"})) == wider


@given(PIECES)
def test_what_is_wider_is_a_query_that_says_itself(text: str) -> None:
    tree = parse_query(text).tree
    wider = with_any_word(tree, common=set()) if tree is not None else None
    if wider is not None:
        assert isinstance(tree, And)
        assert parse_query(print_query(wider)).tree == wider


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
        # Misspelt: then that is offered.
        ("cofee drink", ""),
        # Too long for a query when written so.
        ("coffee china " + " ".join(f'"{"x" * 17}{n}"' for n in range(10, 55)), ""),
    ],
)
def test_it_is_offered_where_it_finds_something(
    corpus: Corpus, engine: str, text: str, wider: str
) -> None:
    rebuild_index(corpus=corpus)
    found = search_pages(corpus=corpus, text=text)
    assert found.wider == wider
    assert bool(wider) is (wider != "" and search_pages(corpus=corpus, text=wider).total > 0)
