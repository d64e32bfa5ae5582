"""The interface of an engine. An index belongs to a corpus, named by a key, and exists in builds.

One build of a key is live: readers see that one. A rebuild fills another and then puts it into use.
Every method raises EngineAwayError if the engine does not answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from search.compile.clauses import Clause
from search.indexing.documents import IndexDocument


class RankedPages(Struct, frozen=True):
    """The best pages with their scores, as two columns, and the number of pages that match."""

    total: int
    page_ids: Sequence[int]
    # One for each page, of single precision.
    scores: Sequence[float]


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A page in an index, and the stamp of its indexed content."""

    page_id: int
    stamp: int


class Reader(Protocol):
    """A build, open for reading."""

    # The most pages that one search may ask for.
    window: int

    def search(
        self, clause: Clause, limit: int, *, effort: int = 0, until: float | None = None
    ) -> RankedPages:
        """Return the best pages. Raises TooSlowError at `until`, by the monotonic clock.

        `effort` is the cost of the clause for each page, at most, in lookups of words.
        """

    def count(self) -> int: ...

    def stamps(self, page_ids: Iterable[int]) -> dict[int, int]:
        """Return the stamps of those of these pages that are in the index."""

    def entries(self, after: int, limit: int) -> list[IndexEntry]:
        """Return the next entries after a page id, in the order of their page ids."""

    def score(self, clause: Clause, page_id: int) -> float:
        """Return a page's score, multiplied by its weight; 0 where it does not match."""

    def explain(self, clause: Clause, page_id: int) -> str:
        """Return how the engine computes a page's score, in its own words."""


class Writer(Protocol):
    """A build, open for writing. Nothing is certain to be stored before `commit` returns."""

    def add(self, documents: Iterable[IndexDocument]) -> None:
        """Add pages, and replace those that are there already."""

    def delete(self, page_ids: Iterable[int]) -> None: ...

    def commit(self) -> None: ...


class Engine(Protocol):
    """A search engine with the indices of all corpora."""

    name: str

    def check(self) -> str:
        """Return a few words on an engine that works; EngineAwayError says why it does not.

        Quick, without searching, and without addresses or passwords: for health probes.
        """

    def size(self) -> int:
        """Return the bytes that the indices of this site take, replicas included."""

    def live_build(self, key: str) -> str | None: ...

    def builds(self, key: str) -> list[str]: ...

    def create_build(self, key: str, build: str) -> None: ...

    def publish_build(self, key: str, build: str) -> None:
        """Make a build the live one, at once for all readers."""

    def drop_build(self, key: str, build: str) -> None: ...

    def drop_index(self, key: str) -> None:
        """Remove all builds of an index, and what says which of them is live."""

    def reader(self, key: str, build: str | None = None) -> Reader:
        """Return a reader for the live build, or for another. Raises NoIndexError."""

    def writer(self, key: str, build: str) -> AbstractContextManager[Writer]: ...

    def report(self, key: str) -> dict[str, str]:
        """Return figures for operators: sizes, segments or shards, states."""
