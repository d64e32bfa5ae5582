"""Search over the pages of a corpus: one query language, one text analysis, two engines.

What the rest of Touchstone may use is exported here; everything else is this app's own business.

    results = search.search_pages(corpus=corpus, text='"Olympic Games" -winter')
    for hit in results.hits:
        hit.rank, hit.page_id, hit.title, hit.score
    search.open_hits(corpus=corpus, results=results)  # each with its section, text and row
    results.marks.find(sentence)  # what to mark in a snippet, as half-open ranges
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from search.errors import EngineAwayError, NoIndexError, SearchError, TooSlowError
    from search.forms import Question, read_question
    from search.health import IndexMissingError, SearchDownError, check_search
    from search.marking import Marks
    from search.results import Hit, SearchResults, Sort, TitleSuggestion
    from search.selectors.excerpts import ShownHit, open_hits
    from search.selectors.indexing import is_index_current
    from search.selectors.pages import read_marks, search_pages
    from search.selectors.titles import find_exact_title, suggest_titles
    from search.services.checking import compare_index, repair_index
    from search.services.rebuilding import rebuild_index
    from search.services.updating import index_pages
    from search.views.results import find_hits, shown_hits, shown_problem
    from search.views.suggestions import LONGEST_TYPED, completed_titles

__all__ = [
    "LONGEST_TYPED",
    "EngineAwayError",
    "Hit",
    "IndexMissingError",
    "Marks",
    "NoIndexError",
    "Question",
    "SearchDownError",
    "SearchError",
    "SearchResults",
    "ShownHit",
    "Sort",
    "TitleSuggestion",
    "TooSlowError",
    "check_search",
    "compare_index",
    "completed_titles",
    "find_exact_title",
    "find_hits",
    "index_pages",
    "is_index_current",
    "open_hits",
    "read_marks",
    "read_question",
    "rebuild_index",
    "repair_index",
    "search_pages",
    "shown_hits",
    "shown_problem",
    "suggest_titles",
]

# Imported when first asked for: Django imports this package before its models can be.
_HOMES = {
    "LONGEST_TYPED": "search.views.suggestions",
    "EngineAwayError": "search.errors",
    "Hit": "search.results",
    "IndexMissingError": "search.health",
    "Marks": "search.marking",
    "NoIndexError": "search.errors",
    "Question": "search.forms",
    "SearchDownError": "search.health",
    "SearchError": "search.errors",
    "SearchResults": "search.results",
    "ShownHit": "search.selectors.excerpts",
    "Sort": "search.results",
    "TitleSuggestion": "search.results",
    "TooSlowError": "search.errors",
    "check_search": "search.health",
    "compare_index": "search.services.checking",
    "completed_titles": "search.views.suggestions",
    "find_exact_title": "search.selectors.titles",
    "find_hits": "search.views.results",
    "index_pages": "search.services.updating",
    "is_index_current": "search.selectors.indexing",
    "open_hits": "search.selectors.excerpts",
    "read_marks": "search.selectors.pages",
    "read_question": "search.forms",
    "rebuild_index": "search.services.rebuilding",
    "repair_index": "search.services.checking",
    "search_pages": "search.selectors.pages",
    "shown_hits": "search.views.results",
    "shown_problem": "search.views.results",
    "suggest_titles": "search.selectors.titles",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'search' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
