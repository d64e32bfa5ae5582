"""Pages made ready for an engine: their stored documents into tokens, their words counted.

Preparing a page takes longer than storing it, so that many pages are prepared by programs of our
own (`core.programs`). They know no database: what is stored of a page is sent to them. Tuples
travel several times as fast as dataclasses.
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
    """What is stored of a page."""

    facts: PageMetadata
    packed: bytes


class PreparedPages(NamedTuple):
    """Pages as an engine takes them, and their words, each as often as there are pages with it."""

    documents: list[IndexDocument]
    words: list[str]


def prepare(sources: Sequence[StoredPage]) -> PreparedPages:
    """The pages in tokens, in their order."""
    documents = [build_document(source.facts, unpack(source.packed)) for source in sources]
    words: Counter[str] = Counter()
    for document in documents:
        words.update(document.words())
    # Spelt out: whoever adds them up does it in a third of the time that adding numbers takes.
    return PreparedPages(documents, list(words.elements()))


def words_of(sources: Sequence[StoredPage]) -> list[str]:
    """The words alone, each as often as there are pages with it."""
    return prepare(sources).words


def pool_for(pages: int) -> ProgramPool[Sequence[StoredPage], PreparedPages]:
    """Whoever prepares about so many pages: programs, or for few of them this process alone."""
    return ProgramPool(PROGRAM, prepare, programs=_programs_for(pages))


def word_pool_for(pages: int) -> ProgramPool[Sequence[StoredPage], list[str]]:
    """The same for whom only the words matter: no documents travel."""
    return ProgramPool(WORDS_PROGRAM, words_of, programs=_programs_for(pages))


def _programs_for(pages: int) -> int:
    return min(os.cpu_count() or 1, _MOST_PROGRAMS) if pages >= _FEWEST_PAGES else 0
