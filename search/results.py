"""What a search answers, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from search.compile.bounds import Bound
from search.excerpts.marking import Marks
from search.query import Ignored


class Sort(StrEnum):
    """In which order hits come; within each, by score and then by page id."""

    RELEVANCE = "relevance"
    # Pages whose title holds all words first.
    TITLE = "title"


class Hit(NamedTuple):
    """A page that matches. `rank` starts at 1 and runs on over the pages of results."""

    page_id: int
    title: str
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class TitleSuggestion:
    """A page as completion offers it: under its own title, or under that of a redirect."""

    page_id: int
    # What matched what was typed: the page's title, or a redirect's.
    title: str
    # The title of the page that it leads to.
    page_title: str

    @property
    def is_redirect(self) -> bool:
        return self.title != self.page_title


@dataclass(frozen=True, slots=True)
class SearchResults:
    """One page of hits, and what the query was taken to mean."""

    hits: tuple[Hit, ...]
    # Of all pages of results. With a pattern, of those pages that it was tried on.
    total: int
    # The query in its plainest spelling; empty where nothing could be searched for.
    understood: str
    # What was left out of the query, and why.
    ignored: tuple[Ignored, ...] = ()
    # A query that finds something, where this one looks misspelt.
    did_you_mean: str = ""
    # A query that any of the words satisfies, where no page has all, and that finds something.
    wider: str = ""
    # The page that bears exactly what was typed as its title or redirect: "go".
    exact: TitleSuggestion | None = None
    # Which words to mark in a snippet, and where: `marks.find(text)`.
    marks: Marks = field(default_factory=Marks)
    # A pattern is tried on the best hits of the rest, while there is time: on how many it was not.
    untried: int = 0
    # How the total is to be taken: not all words may have been searched for.
    bound: Bound = Bound.EXACT
