"""What can go wrong in a search. The text of each is a sentence for people."""

from __future__ import annotations


class SearchError(Exception):
    """A search or an index job cannot be done; the message says why in plain words."""

    # Of the page that says so.
    status = 503


class TooSlowError(SearchError):
    """The query asks for more than can be answered in time."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "This search took too long and was cut off. Common words take long where there are"
            " many of them, in phrases or far apart, and so do words with ~ or *. Leave some out,"
            " take rarer ones, or try again."
        )


class QueryRefusedError(SearchError):
    """The engine does not take the query, though it works. It is ours to ask less of it."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "This search is too much for the search engine, as it is put. Leave some of it out, or"
            " put fewer parentheses into one another."
        )


class EngineAwayError(SearchError):
    """The engine does not answer. Nothing is lost: what is to be indexed waits in the database."""


class NoIndexError(SearchError):
    """The corpus has no index yet."""


class CountMismatchError(SearchError):
    """A freshly built index does not hold what the database holds; it was not put in place."""
