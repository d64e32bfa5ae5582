"""The pages that are searched, as values, and what a collection of them must answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence or a list item of a page, under its sections, outermost first."""

    page: str
    address: str
    text: str
    sections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table of a page: its header, its rows, its caption, under its sections."""

    page: str
    address: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    sections: tuple[str, ...] = ()
    # The address of each cell of the rows.
    addresses: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page: its sentences and tables in order, and the titles that it links to."""

    title: str
    sentences: tuple[SourceSentence, ...] = ()
    tables: tuple[SourceTable, ...] = ()
    links: tuple[str, ...] = ()


class PageSource(Protocol):
    """A collection of pages. The verifier reads no database: it is given one of these."""

    def titled(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the titles of the pages with each key (see `title_key`), best first."""

    def nearest(self, claim: str, most: int) -> Sequence[str]:
        """Return the titles of the pages whose introductory sentence is most like the claim."""

    def page(self, title: str) -> ReadPage | None:
        """Return a page, or None if there is none of that title."""

    def rarity(self, stem: str) -> float:
        """Return the inverse document frequency of a stem."""
