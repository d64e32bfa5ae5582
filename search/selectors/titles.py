"""Titles while they are typed, and the page that bears exactly a title."""

from __future__ import annotations

from search.results import TitleSuggestion
from wiki.models import Corpus


def suggest_titles(*, corpus: Corpus, typed: str, limit: int = 10) -> list[TitleSuggestion]:
    """Pages whose title, or a redirect's, starts with what was typed; the most linked first."""
    raise NotImplementedError


def find_exact_title(*, corpus: Corpus, text: str) -> TitleSuggestion | None:
    """The page that has this title or redirect, whatever its case and accents."""
    raise NotImplementedError
