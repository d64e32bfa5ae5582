"""The table of contents of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wiki.parsing.elements import PageDocument, Section

# Shorter pages are read faster without one.
FEWEST_SECTIONS = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading in the contents; depth 0 is a section of the page itself."""

    address: str
    text: str
    depth: int


def contents_of(document: PageDocument) -> list[Entry]:
    """The headings of a page with their depths, or nothing for a short page."""
    sections = [block for block in document.blocks if isinstance(block, Section)]
    return _entries(sections) if len(sections) >= FEWEST_SECTIONS else []


def _entries(sections: Iterable[Section]) -> list[Entry]:
    """Depths go by nesting, not by level: a page that skips a level has no gap in its contents."""
    levels: list[int] = []
    entries = []
    for section in sections:
        while levels and levels[-1] >= section.level:
            levels.pop()
        entries.append(Entry(section.address, section.text, len(levels)))
        levels.append(section.level)
    return entries
