"""A corpus of pages that wait to be indexed."""

from __future__ import annotations

import pytest

from tests.search.services.corpora import add_page
from tests.wiki.pages import make_corpus
from wiki.models import Corpus


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus()
    for number in range(6):
        add_page(corpus, number)
    return corpus
