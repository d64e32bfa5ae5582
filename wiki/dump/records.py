"""What a dump is made of: pages in batches, and the ways in which a file can be bad."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from wiki.parsing.titles import normalise_title


class PageFormat(StrEnum):
    """What a page's text is written in."""

    WIKITEXT = "wikitext"
    FEVEROUS = "feverous"
    HTML = "html"


class DumpError(Exception):
    """A file that is not a dump, or is damaged. Its text names the file and, if known, the page."""

    def __init__(self, path: Path, reason: str, *, after: str = "") -> None:
        where = f" (the last whole page before it is “{after}”)" if after else ""
        super().__init__(f"{path.name}: {reason}{where}.")
        self.path = path
        self.reason = reason
        self.after = after

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send it to the importer.
        return partial(DumpError, after=self.after), (self.path, self.reason)


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One page as it stands in its dump. An article, or a redirect to one."""

    title: str
    source_id: int
    revision: int
    # As the dump has it: ISO 8601, or empty where the source does not say.
    revised_at: str
    text: str
    format: PageFormat = PageFormat.WIKITEXT
    # The title that it leads to, where it is a redirect.
    redirect: str = ""
    # What the source says beside the text; wikitext holds its categories inside.
    categories: tuple[str, ...] = ()

    @property
    def digest(self) -> bytes:
        """What the page was made from: unchanged pages have the same one."""
        made_from = hashlib.sha256(self.format.encode() + b"\0")
        for category in self.categories:
            made_from.update(category.encode("utf-8", "surrogatepass") + b"\0")
        made_from.update(self.text.encode("utf-8", "surrogatepass"))
        return made_from.digest()


@dataclass(frozen=True, slots=True)
class Damage:
    """A page that is put aside before anything could parse it, with the reason."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive pages of a dump, already read.

    `skipped` counts what stood between them and is no article; `position` is how far into the
    file they reach, for the progress bar.
    """

    number: int
    pages: tuple[SourcePage, ...]
    damages: tuple[Damage, ...]
    skipped: int
    position: int


@dataclass(frozen=True, slots=True)
class StreamBatch:
    """A part of a dump that can be read by itself: one compressed stream of a multistream file."""

    number: int
    path: Path
    start: int
    end: int
    namespaces: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        return self.end


@dataclass(frozen=True, slots=True)
class Selection:
    """Which articles are wanted: all, or those with these titles; redirects to them come along."""

    titles: frozenset[str] = frozenset()

    @classmethod
    def of(cls, titles: list[str]) -> Selection:
        return cls(frozenset(filter(None, map(normalise_title, titles))))

    def wants(self, page: SourcePage) -> bool:
        if not self.titles:
            return True
        if normalise_title(page.title) in self.titles:
            return True
        return bool(page.redirect) and normalise_title(page.redirect) in self.titles


EVERYTHING = Selection()


class Dump(Protocol):
    """A file of pages. The same file always gives the same batches under the same numbers."""

    path: Path
    # What `Batch.position` counts up to.
    size: int
    # What all its pages are written in.
    format: PageFormat

    def batches(
        self, *, start: int = 0, selection: Selection = EVERYTHING
    ) -> Iterator[Batch | StreamBatch]:
        """The batches from number `start` on, in order; raises DumpError where the file ends badly.

        What was whole before the damage has been yielded by then.
        """
        ...
