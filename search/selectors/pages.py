"""Searching the pages of a corpus."""

from __future__ import annotations

from search.marking import Marks
from search.results import SearchResults, Sort
from wiki.models import Corpus

PAGE_OF_RESULTS = 20


def search_pages(
    *,
    corpus: Corpus,
    text: str,
    offset: int = 0,
    limit: int = PAGE_OF_RESULTS,
    sort: Sort = Sort.RELEVANCE,
    with_flagged: bool = True,
    engine: str | None = None,
) -> SearchResults:
    """The pages that a query asks for, best first. Raises SearchError where it cannot be done."""
    raise NotImplementedError


def read_marks(text: str) -> Marks:
    """What a query would mark in a text, without searching: for the search inside a page."""
    raise NotImplementedError
