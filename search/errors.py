"""Errors of searches and index jobs. Their text is a sentence for people."""

from __future__ import annotations

from django.utils.translation import gettext as _


class SearchError(Exception):
    """A search or an index job cannot be done; the message says why."""

    # The status of the response that says so.
    status = 503


class TooSlowError(SearchError):
    """The query cannot be answered in time."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            _(
                "This search took too long and was stopped. Many common words are slow, above all"
                " in phrases or far apart, and so are words with ~ or *. Use fewer or rarer words,"
                " or try again."
            )
        )


class QueryRefusedError(SearchError):
    """The engine works, but refuses the query. The query compiler should have kept it smaller."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            _(
                "This search is too complex for the search engine. Use fewer words, or fewer"
                " parentheses inside one another."
            )
        )


class EngineAwayError(SearchError):
    """The engine does not answer. Nothing is lost: pages to index wait in the database."""


class NoIndexError(SearchError):
    """The corpus has no index yet."""


class CountMismatchError(SearchError):
    """A new index does not have the pages of the database, and so was not put into use."""
