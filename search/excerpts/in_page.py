"""Searches inside one page: every match, with the elements that it is in."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from search.excerpts.marking import Marks
from search.excerpts.passages import ElementRange, passages_of
from wiki.parsing.elements import PageDocument

# More are counted but not listed: nobody steps through them.
MOST_LISTED = 2000


@dataclass(frozen=True, slots=True)
class PageMatches:
    """The matches of a page in reading order.

    A match over two cells or sentences has two ranges, as has a match of two words near each other.
    """

    count: int
    matches: tuple[tuple[ElementRange, ...], ...]
    # There was no time for the whole page.
    is_partial: bool = False


def find_in_page(
    document: PageDocument,
    marks: Marks,
    *,
    until: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
) -> PageMatches:
    """Return where a page matches the marks, including its title."""
    count = 0
    matches: list[tuple[ElementRange, ...]] = []
    if marks:
        for passage in passages_of(document):
            if clock() > until:
                return PageMatches(count, tuple(matches), is_partial=True)
            for ranges in marks.matches_in(passage):
                count += 1
                if len(matches) < MOST_LISTED:
                    matches.append(tuple(chain.from_iterable(map(passage.locate, ranges))))
    return PageMatches(count, tuple(matches))


def utf16_ranges(
    document: PageDocument, ranges: tuple[ElementRange, ...]
) -> list[tuple[str, int, int]]:
    """Return ranges with offsets as browsers count them: in UTF-16 units."""
    return [
        (
            found.address,
            _utf16(_text(document, found.address), found.start),
            _utf16(_text(document, found.address), found.end),
        )
        for found in ranges
    ]


def _text(document: PageDocument, address: str) -> str:
    element = document.find(address)
    return document.title if element is None else str(getattr(element, "text", ""))


def _utf16(text: str, offset: int) -> int:
    return offset if text.isascii() else len(text[:offset].encode("utf-16-le")) // 2
