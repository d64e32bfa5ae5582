"""The import form and the corpus' page in a real browser, in the sizes that people have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.watched import WatchedPage
from tests.people import Cast
from tests.wiki.conftest import make_corpus

OF_NEW_CORPUS = ("Name of the new corpus", "Source", "Page URL", "Licence")


@pytest.mark.parametrize("width", [1400, 390])
def test_what_describes_a_new_corpus_is_hidden_for_an_existing_one(
    visit: Callable[..., WatchedPage], cast: Cast, width: int
) -> None:
    make_corpus("Rivers", owner=cast.manager)
    page = visit(user=cast.manager, width=width).page
    page.goto("/corpora/import/")
    for label in OF_NEW_CORPUS:
        expect(page.get_by_label(label, exact=True)).to_be_visible()
    page.get_by_label("Name of the new corpus").fill("Lakes")
    corpus = page.get_by_label("Corpus", exact=True)
    corpus.select_option("Rivers")
    for label in OF_NEW_CORPUS:
        expect(page.get_by_label(label, exact=True)).to_be_hidden()
    # What is always needed stays, and what was typed is not lost.
    expect(page.get_by_label("File in the import folder")).to_be_visible()
    expect(page.get_by_label("Do not expand the templates of the file")).not_to_be_checked()
    corpus.select_option("A new corpus")
    expect(page.get_by_label("Name of the new corpus")).to_have_value("Lakes")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
