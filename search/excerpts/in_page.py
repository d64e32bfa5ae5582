"""Searching inside one page: every match, in the elements that it stands in."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from search.excerpts.marking import Marks
from search.excerpts.passages import ElementRange, passages_of
from wiki.parsing.elements import PageDocument

# More are counted and not listed: nobody steps through them.
MOST_LISTED = 2000


@dataclass(frozen=True, slots=True)
class PageMatches:
    """Matches in reading order.

    One that runs over two cells or sentences has two places, as have two words near each other.
    """

    count: int
    matches: tuple[tuple[ElementRange, ...], ...]
    # There was no time to look at the whole page.
    is_partial: bool = False


def find_in_page(
    document: PageDocument,
    marks: Marks,
    *,
    until: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
) -> PageMatches:
    """Where the marks stand in a page; its title counts too."""
    count = 0
    matches: list[tuple[ElementRange, ...]] = []
    if marks:
        for passage in passages_of(document):
            if clock() > until:
                return PageMatches(count, tuple(matches), is_partial=True)
            for ranges in marks.matches_in(passage):
                count += 1
                if len(matches) < MOST_LISTED:
                    places = chain.from_iterable(map(passage.places, ranges))
                    matches.append(tuple(places))
    return PageMatches(count, tuple(matches))


def utf16_ranges(
    document: PageDocument, places: tuple[ElementRange, ...]
) -> list[tuple[str, int, int]]:
    """Places with offsets as a browser counts them: in UTF-16 units."""
    return [
        (
            place.address,
            _utf16(_text(document, place.address), place.start),
            _utf16(_text(document, place.address), place.end),
        )
        for place in places
    ]


def _text(document: PageDocument, address: str) -> str:
    element = document.find(address)
    return document.title if element is None else str(getattr(element, "text", ""))


def _utf16(text: str, offset: int) -> int:
    return offset if text.isascii() else len(text[:offset].encode("utf-16-le")) // 2
