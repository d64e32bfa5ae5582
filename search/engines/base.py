"""What an engine can do. An index belongs to a corpus, named by a key, and exists in builds.

One build of a key is live: it is what readers see. A rebuild fills another beside it and then
puts that in its place. Every method raises EngineAwayError where the engine does not answer.
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
    """A page in an index, and the stamp of what was indexed of it."""

    page_id: int
    stamp: int


class Reader(Protocol):
    """One build, open for reading."""

    # The most hits that one search may ask for.
    window: int

    def search(
        self, clause: Clause, limit: int, *, effort: int = 0, until: float | None = None
    ) -> RankedPages:
        """The best hits. Raises TooSlowError at `until`, by the monotonic clock.

        `effort` says what the clause may cost, for each page, in words that are looked up.
        """

    def count(self) -> int: ...

    def stamps(self, page_ids: Iterable[int]) -> dict[int, int]:
        """The stamps of those pages that are in the index."""

    def entries(self, after: int, limit: int) -> list[IndexEntry]:
        """The next entries after a page id, in the order of their page ids."""

    def score(self, clause: Clause, page_id: int) -> float:
        """A page's score, by its weight; 0 where it does not match."""

    def explain(self, clause: Clause, page_id: int) -> str:
        """How the engine arrives at a page's score, in its own words."""


class Writer(Protocol):
    """One build, open for writing. Nothing is sure to be stored before `commit` returns."""

    def add(self, documents: Iterable[IndexDocument]) -> None:
        """Add pages; one that is there already is replaced."""

    def delete(self, page_ids: Iterable[int]) -> None: ...

    def commit(self) -> None: ...


class Engine(Protocol):
    name: str

    def check(self) -> str:
        """Return a few words on an engine that works; EngineAwayError says why it does not.

        Quick, without searching, and without addresses or passwords: for health probes.
        """

    def live_build(self, key: str) -> str | None: ...

    def builds(self, key: str) -> list[str]: ...

    def create_build(self, key: str, build: str) -> None: ...

    def publish_build(self, key: str, build: str) -> None:
        """Make a build the live one, at once for all readers."""

    def drop_build(self, key: str, build: str) -> None: ...

    def reader(self, key: str, build: str | None = None) -> Reader:
        """The live build, or another. Raises NoIndexError where there is none."""

    def writer(self, key: str, build: str) -> AbstractContextManager[Writer]: ...

    def report(self, key: str) -> dict[str, str]:
        """What an operator wants to know: sizes, segments or shards, states."""
