"""Search over the pages of a corpus: one query language, one text analysis, two engines.

The rest of Touchstone uses what is exported here, and three modules: `search.panel`, for pages of
other apps that have a search, `search.health`, and `search.analysis`, the text analysis, which is
pure. Everything else is private.

    results = search.search_pages(corpus=corpus, text='"Olympic Games" -winter')
    for hit in results.hits:
        hit.rank, hit.page_id, hit.title, hit.score
    results.marks.find(sentence)  # the half-open ranges to mark in a snippet
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from search.errors import SearchError as SearchError
    from search.selectors.completion import suggest_titles as suggest_titles
    from search.selectors.index_states import state_of_index as state_of_index
    from search.selectors.indexing import is_index_current as is_index_current
    from search.selectors.pages import search_pages as search_pages
    from search.selectors.similar import similar_pages as similar_pages
    from search.selectors.similar import titles_with_keys as titles_with_keys
    from search.selectors.titles import find_exact_title as find_exact_title
    from search.services.checking import compare_index as compare_index
    from search.services.checking import repair_index as repair_index
    from search.services.index_requests import request_check as request_check
    from search.services.index_requests import request_rebuild as request_rebuild
    from search.services.index_requests import (
        request_rebuild_by_site as request_rebuild_by_site,
    )
    from search.services.rebuilding import rebuild_index as rebuild_index
    from search.services.removal import remove_index as remove_index
    from search.services.updating import index_pages as index_pages

# The same names, imported when first used: Django imports this package before its models can be
# imported, and the text analysis needs neither.
_HOMES = {
    "SearchError": "errors",
    "compare_index": "services.checking",
    "find_exact_title": "selectors.titles",
    "index_pages": "services.updating",
    "is_index_current": "selectors.indexing",
    "rebuild_index": "services.rebuilding",
    "remove_index": "services.removal",
    "repair_index": "services.checking",
    "request_check": "services.index_requests",
    "request_rebuild": "services.index_requests",
    "request_rebuild_by_site": "services.index_requests",
    "search_pages": "selectors.pages",
    "similar_pages": "selectors.similar",
    "state_of_index": "selectors.index_states",
    "suggest_titles": "selectors.completion",
    "titles_with_keys": "selectors.similar",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'search' has no attribute {name!r}")
    return getattr(import_module(f"search.{_HOMES[name]}"), name)
