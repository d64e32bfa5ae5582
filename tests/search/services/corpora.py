"""A corpus of pages that wait to be indexed."""

from __future__ import annotations

from search.engines import get_engine
from tests.wiki.pages import make_page
from wiki.models import Corpus, OutboxEntry, Page


def add_page(corpus: Corpus, number: int) -> Page:
    """Store a page that waits to be indexed."""
    page = make_page(f"Page {number}", f"Text of river{number}.", corpus=corpus)
    OutboxEntry.objects.create(page=page)
    return page


def builds_of(corpus: Corpus) -> list[str]:
    """Return the builds of the corpus's index in the site's engine."""
    return get_engine().builds(corpus.public_id.hex)
