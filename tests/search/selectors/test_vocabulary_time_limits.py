"""Words are not compared for longer than there is time."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from search import rebuild_index, search_pages
from search.errors import TooSlowError
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    make_page("Coffee", "People drink coffee.", corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


@pytest.fixture
def no_time(settings: Settings) -> None:
    settings.SEARCH_ANSWER_SECONDS = -1.0


@pytest.mark.usefixtures("no_time")
@pytest.mark.parametrize("text", ["coffea~", "co?fee"])
def test_words_are_not_compared_for_longer_than_there_is_time(corpus: Corpus, text: str) -> None:
    with pytest.raises(TooSlowError):
        search_pages(corpus=corpus, text=text)


@pytest.mark.usefixtures("no_time")
def test_without_time_nothing_is_suggested(corpus: Corpus) -> None:
    found = search_pages(corpus=corpus, text="cofee")
    assert (found.total, found.did_you_mean) == (0, "")


def test_a_misspelt_word_is_suggested_where_there_is_time(corpus: Corpus) -> None:
    assert search_pages(corpus=corpus, text="cofee").did_you_mean == "coffee"
