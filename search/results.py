"""The answer to a search, as frozen values.

A hit has two classes: `Hit` is the page that the engine found, and all that most callers need;
`ShownHit` adds the excerpt, which takes longer to make than the search.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from search.compile.bounds import Bound
from search.excerpts.cutting import TextParts
from search.excerpts.marking import Marks
from search.excerpts.snippets import Excerpt
from search.query import IgnoredPart, Node, print_query
from wiki.reading.markup import page_path


class Sort(StrEnum):
    """The order of hits; within each, by score and then by page id."""

    RELEVANCE = "relevance"
    # Pages whose title has all the words first.
    TITLE = "title"


class Hit(NamedTuple):
    """A page that matches. `rank` starts at 1 and continues over the pages of results."""

    page_id: int
    title: str
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit with the text to show for it. Callers that log it use `hit.rank` and `hit.page_id`."""

    hit: Hit
    # The page's title with its matches marked.
    title: TextParts
    # None where the page cannot be read.
    excerpt: Excerpt | None
    # The redirect by which the page was found, where its own title does not show the match.
    redirect: TextParts = ()
    is_disambiguation: bool = False

    @property
    def path(self) -> str:
        """The path of the page in the reading view."""
        return page_path(self.hit.title)


@dataclass(frozen=True, slots=True)
class TitleSuggestion:
    """A page that completion offers, under its own title or that of a redirect."""

    page_id: int
    # The title that matched: the page's own or a redirect's.
    title: str
    # The title of the page that it leads to.
    page_title: str

    @property
    def is_redirect(self) -> bool:
        return self.title != self.page_title


@dataclass(frozen=True, slots=True)
class SearchResults:
    """One page of hits, and how the query was understood."""

    hits: tuple[Hit, ...]
    # The number of hits on all pages of results. With a pattern: of the pages that it was tried on.
    total: int
    # What was searched for; None where there was nothing to search for.
    searched: Node | None
    # The parts of the query that were ignored, and why.
    ignored: tuple[IgnoredPart, ...] = ()
    # A query that finds something, where this one looks misspelt.
    did_you_mean: str = ""
    # A query for any of the words that finds something, where no page has all of them.
    wider: Node | None = None
    # The page whose title, or redirect, is exactly the text of the query: "go".
    exact: TitleSuggestion | None = None
    # The words to mark in a snippet: `marks.find(text)`.
    marks: Marks = field(default_factory=Marks)
    # A pattern is tried on the best hits of the rest, while there is time: how many were left.
    untried: int = 0
    # How exact the total is: not all words may have been searched for.
    bound: Bound = Bound.EXACT

    @property
    def understood(self) -> str:
        """The query as it was understood, in its plainest spelling, or ""."""
        return print_query(self.searched)

    @property
    def wider_text(self) -> str:
        """The query for any of the words as it is written, or ""."""
        return print_query(self.wider)
