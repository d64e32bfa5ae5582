"""Pages prepared for an engine: their stored documents into tokens, their words counted.

Preparing a page takes longer than storing it, so many pages are prepared by separate programs
(`core.programs`). They have no database: stored pages are sent to them. Tuples are sent several
times as fast as dataclasses.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.programs import ProgramPool
from search.indexing.documents import IndexDocument, PageMetadata, build_document
from wiki.documents import unpack

PROGRAM = "search.indexing.preparing_program"
WORDS_PROGRAM = "search.indexing.words_program"
# For fewer pages, starting programs is not worth the half second that it takes.
_FEWEST_PAGES = 2_000
_MOST_PROGRAMS = 8


class StoredPage(NamedTuple):
    """A page as it is stored."""

    metadata: PageMetadata
    packed: bytes


class PreparedPages(NamedTuple):
    """Pages as an engine takes them, and their words, each repeated for every page that has it."""

    documents: list[IndexDocument]
    words: list[str]


def prepare(stored_pages: Sequence[StoredPage]) -> PreparedPages:
    """Return the pages in tokens, in their order."""
    documents = [build_document(stored.metadata, unpack(stored.packed)) for stored in stored_pages]
    words: Counter[str] = Counter()
    for document in documents:
        words.update(document.words())
    # Repeated: adding these up takes a third of the time that adding counts takes.
    return PreparedPages(documents, list(words.elements()))


def words_of(stored_pages: Sequence[StoredPage]) -> list[str]:
    """Return the words of the pages, each repeated for every page that has it."""
    return prepare(stored_pages).words


def pool_for(pages: int) -> ProgramPool[Sequence[StoredPage], PreparedPages]:
    """Return a pool that prepares pages: in programs, or a few in this process."""
    return ProgramPool(PROGRAM, prepare, programs=_programs_for(pages))


def word_pool_for(pages: int) -> ProgramPool[Sequence[StoredPage], list[str]]:
    """Return a pool that reads only the words of the pages."""
    return ProgramPool(WORDS_PROGRAM, words_of, programs=_programs_for(pages))


def _programs_for(pages: int) -> int:
    return min(os.cpu_count() or 1, _MOST_PROGRAMS) if pages >= _FEWEST_PAGES else 0
