"""The parts of a dump: pages in batches, damaged pages, errors of the file."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from core.readers import Alive, ignore
from wiki.parsing.titles import normalise_title


class PageFormat(StrEnum):
    """The format of a page's text."""

    WIKITEXT = "wikitext"
    FEVEROUS = "feverous"
    HTML = "html"


class DumpError(Exception):
    """The file is not a dump, or is damaged. The message names the file and the page, if known."""

    def __init__(self, path: Path, reason: str, *, after: str = "") -> None:
        where = f" (the last complete page is “{after}”)" if after else ""
        super().__init__(f"{path.name}: {reason}{where}.")
        self.path = path
        self.reason = reason
        self.after = after

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send it to the importer.
        return partial(DumpError, after=self.after), (self.path, self.reason)


@dataclass(frozen=True, slots=True)
class SourcePage:
    """A page of a dump: an article, or a redirect to one."""

    title: str
    source_id: int
    revision: int
    # As in the dump: ISO 8601, or empty if the source does not say.
    revised_at: str
    text: str
    format: PageFormat = PageFormat.WIKITEXT
    # The title of the target if the page is a redirect.
    redirect: str = ""
    # From the source's metadata; wikitext has its categories in the text.
    categories: tuple[str, ...] = ()

    @property
    def digest(self) -> bytes:
        """A hash of all that the page is made from; unchanged pages have the same one."""
        made_from = hashlib.sha256(self.format.encode() + b"\0")
        for category in self.categories:
            made_from.update(category.encode("utf-8", "surrogatepass") + b"\0")
        made_from.update(self.text.encode("utf-8", "surrogatepass"))
        return made_from.digest()


@dataclass(frozen=True, slots=True)
class Damage:
    """A page that cannot be read from the dump, with the reason."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive pages of a dump, already read.

    `skipped` counts the pages between them that are not articles; `position` is their end in
    the file, for the progress bar.
    """

    number: int
    pages: tuple[SourcePage, ...]
    damages: tuple[Damage, ...]
    skipped: int
    position: int


@dataclass(frozen=True, slots=True)
class StreamBatch:
    """A part of a dump that can be read independently: one stream of a multistream file."""

    number: int
    path: Path
    start: int
    end: int
    namespaces: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        return self.end


@dataclass(frozen=True, slots=True)
class ArticleSelection:
    """The articles to import: all, or those with these titles and the redirects to them."""

    titles: frozenset[str] = frozenset()

    @classmethod
    def of(cls, titles: list[str]) -> ArticleSelection:
        return cls(frozenset(filter(None, map(normalise_title, titles))))

    def wants(self, page: SourcePage) -> bool:
        if not self.titles:
            return True
        if normalise_title(page.title) in self.titles:
            return True
        return bool(page.redirect) and normalise_title(page.redirect) in self.titles


EVERYTHING = ArticleSelection()


class Dump(Protocol):
    """A file of pages. The same file always yields the same batches with the same numbers."""

    path: Path
    # The largest value of `Batch.position`.
    size: int
    # The format of all its pages.
    format: PageFormat

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
    ) -> Generator[Batch | StreamBatch]:
        """Yield the batches from number `start` on, in order.

        `alive` is called with every page and every stream, also those that are not wanted. If
        the file is damaged, yield all pages before the damage, then raise DumpError.
        """
        ...
