"""Pages that share rare words with a text, and titles by their folded forms."""

from __future__ import annotations

import search
from tests.people import NOW
from tests.search.views.world import make_encyclopedia
from tests.wiki.pages import make_corpus, make_page


def test_pages_with_the_rarest_words_come_first(engine: str, db: None) -> None:
    corpus = make_encyclopedia()
    found = search.similar_pages(corpus=corpus, text="The Limmat leaves Lake Zürich.", limit=2)
    assert found.titles == ("Limmat", "Zürich")
    assert found.pages == 5
    assert found.frequencies["limmat"] == 2


def test_words_that_no_page_has_find_nothing(engine: str, db: None) -> None:
    corpus = make_encyclopedia()
    assert search.similar_pages(corpus=corpus, text="Zebras yodel!", limit=5).titles == ()
    assert search.similar_pages(corpus=corpus, text="", limit=5).titles == ()


def test_titles_and_redirects_are_found_by_their_keys(engine: str, db: None) -> None:
    corpus = make_encyclopedia()
    keys = ["aare", "aare river", "zurich", "zebra"]
    assert search.titles_with_keys(corpus=corpus, keys=keys) == {
        "aare": ("Aare",),
        "aare river": ("Aare",),
        "zurich": ("Zürich",),
    }


def test_pages_of_other_corpora_are_not_found(engine: str, db: None) -> None:
    corpus, other = make_encyclopedia(), make_corpus("Other")
    make_page("Kander", "The Kander is a river.", corpus=other)
    search.rebuild_index(corpus=other, clock=lambda: NOW)
    assert search.titles_with_keys(corpus=corpus, keys=["kander"]) == {}
    found = search.similar_pages(corpus=other, text="The Limmat is a river.", limit=5)
    assert found.titles == ("Kander",)
