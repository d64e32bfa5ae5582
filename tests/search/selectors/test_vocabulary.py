"""Words of a corpus that resemble another."""

from __future__ import annotations

import pytest

from search.selectors.vocabulary import has_shape, near_terms
from search.services.vocabulary import begin_edition, publish_edition, write_terms
from tests.wiki.pages import make_corpus
from wiki.models import Corpus

WORDS = {
    "coffee": 5,
    "coffees": 1,
    "cofee": 2,
    "coffer": 7,
    "cofefe": 3,
    "cofeef": 3,
    "covfefe": 4,
    "coffine": 9,
    "cough": 8,
    "toffee": 6,
}


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    edition = begin_edition(corpus=corpus)
    write_terms(corpus=corpus, edition=edition, counts=WORDS)
    publish_edition(corpus=corpus, edition=edition)
    return corpus


@pytest.mark.postgres
def test_near_words_come_by_their_distance_and_then_by_their_pages(corpus: Corpus) -> None:
    one_away = [("coffee", 0, 5), ("coffer", 1, 7), ("cofefe", 1, 3), ("cofee", 1, 2)]
    assert near_terms(corpus, "coffee", 1) == [*one_away, ("coffees", 1, 1)]
    two_away = [("coffine", 2, 9), ("covfefe", 2, 4), ("cofeef", 2, 3)]
    assert near_terms(corpus, "coffee", 2) == [*one_away, ("coffees", 1, 1), *two_away]


@pytest.mark.parametrize(
    ("term", "pattern", "fits"),
    [
        ("coffee", "co*e", True),
        ("coffee", "co?fee", True),
        ("coffee", "co?fe", False),
        ("coffee", "c*f*e*", True),
        ("coffee", "c*f*x*", False),
        ("co", "co*", True),
        ("co", "co?", False),
    ],
)
def test_words_fit_wildcards(term: str, pattern: str, fits: bool) -> None:
    assert has_shape(term, pattern) is fits
