"""Words of all scripts are found, on both engines, and nothing is ignored without a note."""

from __future__ import annotations

from functools import partial

import pytest

from search import rebuild_index, search_pages
from search.compile.bounds import Bound
from search.models import VocabularyTerm
from search.results import SearchResults
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus

pytestmark = pytest.mark.django_db

# As long as titles can be.
LONG_TITLE = ("The " + "very " * 60)[:254] + "!"
SENTENCE = " ".join(f"clause{number} and" for number in range(60))
PAGES = {
    "Zürich": "Zürich is a city.",
    "Hindi": "हिन्दी is a language.",
    "Peace": "שָׁלוֹם and مُحَمَّد are words.",
    "Tokyo": "東京都 is its name.",
    "Pi": "It is 3.14159 or 3.1.",
    "Cold": "It was −40 degrees.",
    "Unseen": "A soft\u00adhyphen\u00adated word, join\u200der, zero\u200bwidth, می\u200cخواهم.",
    "Sentence": f"{SENTENCE.capitalize()} the end.",
    LONG_TITLE: "A page.",
}


@pytest.fixture
def corpus(engine: str) -> Corpus:
    corpus = make_corpus()
    for title, text in PAGES.items():
        make_page(title, text, corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


FOUND = {
    "zu\u0308r*": "Zürich",
    "Zu\u0308ri?h": "Zürich",
    "Zu\u0308rihc~": "Zürich",
    "हिन्द*": "Hindi",
    "हिन्?ी": "Hindi",
    "שָׁל*": "Peace",
    "של*": "Peace",
    "مُح*": "Peace",
    "東京*": "Tokyo",
    "3.14*": "Pi",
    "−40 degrees": "Cold",
    "-zurich degrees": "Cold",
    "softhyphenated": "Unseen",
    "soft\u00adhyphenated joiner zerowidth": "Unseen",
    "میخواهم": "Unseen",
    "می\u200cخواهم": "Unseen",
    f'"{SENTENCE} the end"': "Sentence",
    f'"{SENTENCE} another end"': "",
    f'prefix:"{LONG_TITLE[:90]}"': LONG_TITLE,
    f'prefix:"{LONG_TITLE[:150]}"': LONG_TITLE,
    f'prefix:"{LONG_TITLE}"': LONG_TITLE,
    f'prefix:"{LONG_TITLE[:150]}x"': "",
}


def test_words_of_all_scripts_are_found(corpus: Corpus) -> None:
    found = {text: search_pages(corpus=corpus, text=text) for text in FOUND}
    titles = {text: " ".join(hit.title for hit in it.hits) for text, it in found.items()}
    assert titles == FOUND
    assert {text: it.ignored for text, it in found.items() if it.ignored} == {}


@pytest.fixture
def many(engine: str) -> Corpus:
    """Return a corpus with more words of one prefix than are searched for."""
    corpus = make_corpus()
    for number in range(53):
        make_page(f"Page {number}", f"Here is quux{number:03}word.", corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


def _told(found: SearchResults) -> tuple[int, Bound, list[str]]:
    return found.total, found.bound, [f"{it.text} {it.reason}" for it in found.ignored]


def test_where_too_many_words_are_alike_the_total_is_a_bound(many: Corpus) -> None:
    search = partial(search_pages, corpus=many)
    cut = ["quux* too_many_like_it"]
    assert _told(search(text="quux*")) == (50, Bound.AT_LEAST, cut)
    assert _told(search(text="here -quux*")) == (3, Bound.ROUGH, cut)
    assert _told(search(text="here -intitle:quux*")) == (53, Bound.ROUGH, [
        "quux* too_many_like_it",
    ])  # fmt: skip
    assert _told(search(text="quux0*")) == (50, Bound.AT_LEAST, ["quux0* too_many_like_it"])
    assert _told(search(text="quux00*")) == (10, Bound.EXACT, [])
    fuzzy = "quux001word~2 too_many_like_it"
    assert _told(search(text="quux001word~")) == (50, Bound.AT_LEAST, [fuzzy])


def test_exactly_fifty_words_are_all_searched_for(many: Corpus) -> None:
    VocabularyTerm.objects.filter(corpus=many, term__gte="quux050").filter(
        term__startswith="quux"
    ).delete()
    assert _told(search_pages(corpus=many, text="quux*")) == (50, Bound.EXACT, [])
