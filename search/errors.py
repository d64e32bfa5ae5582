"""What can go wrong in a search. The text of each is a sentence for people."""

from __future__ import annotations


class SearchError(Exception):
    """A search or an index job cannot be done; the message says why in plain words."""


class EngineAwayError(SearchError):
    """The engine does not answer. Nothing is lost: what is to be indexed waits in the database."""


class NoIndexError(SearchError):
    """The corpus has no index yet."""


class CountMismatchError(SearchError):
    """A freshly built index does not hold what the database holds; it was not put in place."""
