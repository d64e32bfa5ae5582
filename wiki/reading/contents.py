"""The table of contents of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wiki.parsing.elements import PageDocument, Section

# Shorter pages do not need one.
FEWEST_SECTIONS = 3


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A heading in the table of contents; top-level sections have depth 0."""

    address: str
    text: str
    depth: int


def contents_of(document: PageDocument) -> list[ContentsEntry]:
    """Return the headings of a page with their depths, or none for a short page."""
    sections = [block for block in document.blocks if isinstance(block, Section)]
    return _entries(sections) if len(sections) >= FEWEST_SECTIONS else []


def _entries(sections: Iterable[Section]) -> list[ContentsEntry]:
    """Return entries with depths by nesting, not by level, so that skipped levels leave no gap."""
    levels: list[int] = []
    entries = []
    for section in sections:
        while levels and levels[-1] >= section.level:
            levels.pop()
        entries.append(ContentsEntry(section.address, section.text, len(levels)))
        levels.append(section.level)
    return entries
