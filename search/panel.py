"""Search as a part of another app's page, as on the desk: what was asked, hits to show, titles."""

from __future__ import annotations

from search.forms import Question, read_question
from search.views.results import find_hits, shown_hits, shown_problem
from search.views.suggestions import LONGEST_TYPED, completed_titles

__all__ = [
    "LONGEST_TYPED",
    "Question",
    "completed_titles",
    "find_hits",
    "read_question",
    "shown_hits",
    "shown_problem",
]
