"""Search as a part of another app's page, as at the desk: requests, results, completed titles."""

from __future__ import annotations

from search.forms import SearchRequest, read_search_request
from search.presenters import problem_context, results_context, run_search
from search.views.suggestions import LONGEST_TYPED, complete_titles

__all__ = [
    "LONGEST_TYPED",
    "SearchRequest",
    "complete_titles",
    "problem_context",
    "read_search_request",
    "results_context",
    "run_search",
]
