"""The effort of a query, known before it is asked."""

from __future__ import annotations

import pytest

from search import rebuild_index
from search.compile.compiler import CompiledQuery, compile_query
from search.query import parse_query
from search.selectors import pages
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    make_page("Coffee", "People drink coffee.", corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


def _compiled(corpus: Corpus, text: str) -> CompiledQuery:
    tree = parse_query(text).tree
    assert tree is not None
    return compile_query(tree, text=text, lookup=pages.CorpusLookup(corpus))


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("drink", "drink coffee"),
        ("people drink coffee", '"people drink"'),
        ('"people drink"', '"people drink"~2'),
        ('"people drink"', "prefix:c"),
        ("drink", "drink hastable:"),
        ("drink", "drink -coffee"),
        ("drink", "drink intable:coffee"),
    ],
)
def test_what_takes_longer_is_known_before(corpus: Corpus, less: str, more: str) -> None:
    assert _compiled(corpus, less).effort < _compiled(corpus, more).effort
