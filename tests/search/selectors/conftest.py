"""A small corpus with an index."""

from __future__ import annotations

import pytest

from search import rebuild_index
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Redirect


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus()
    make_page(
        "Café Łódź",
        "The '''Café''' is a place.\n\n== History ==\n{{Unreferenced section}}\n"
        "Dragons drank here.\n\n== Today ==\nPeople drink here.",
        corpus=corpus,
    )
    make_page("Tea house", "{{Unreferenced}}\nPeople drink tea since 1848.", corpus=corpus)
    make_page("US", "A country where people drink [[Coffee]].", corpus=corpus)
    make_page("Us", "A film about people.", corpus=corpus)
    make_page(
        "Coffee",
        'Coffee is a drink.\n\n{| class="wikitable"\n|-\n| Arabica || 1,234\n|}',
        corpus=corpus,
    )
    Redirect.objects.create(corpus=corpus, title="Java (drink)", target="Coffee")
    Redirect.objects.create(corpus=corpus, title="America", target="US")
    rebuild_index(corpus=corpus)
    return corpus
