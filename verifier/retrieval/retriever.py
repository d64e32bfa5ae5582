"""The retriever: pages by their titles, by their introductions and by links; then their evidence.

Pages whose titles are in the claim come first, as in FEVEROUS' baseline; TF-IDF against the
introductory sentence fills them up to k; pages that these link to, and whose titles are made of
words of the claim, follow. Sentences and tables of all of them are ranked with their context.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from verifier.retrieval.similarity import Vector, similarity, vector_of
from verifier.retrieval.source import PageSource, ReadPage, SourceSentence, SourceTable
from verifier.retrieval.titles import all_keys, match_titles
from verifier.text.tokens import words_of


@dataclass(frozen=True, slots=True)
class RetrievalSize:
    """The numbers of pages, linked pages, sentences and tables, as in FEVEROUS' baseline."""

    pages: int = 5
    linked: int = 3
    sentences: int = 5
    tables: int = 3
    # Sentences that a ranker chooses from.
    ranked: int = 10
    # Off in an ablation only.
    match_titles: bool = True


@dataclass(frozen=True, slots=True)
class RetrievedEvidence:
    """The pages, sentences and tables found for a claim, best first."""

    pages: tuple[str, ...]
    sentences: tuple[SourceSentence, ...]
    tables: tuple[SourceTable, ...]


class SentenceRanker(Protocol):
    """Ranks sentences again that come best first."""

    def rank(self, claim: str, sentences: Sequence[SourceSentence]) -> list[SourceSentence]: ...


def retrieve(
    claim: str,
    source: PageSource,
    *,
    size: RetrievalSize | None = None,
    ranker: SentenceRanker | None = None,
) -> RetrievedEvidence:
    """Find the pages, sentences and tables that a claim should be checked against.

    A ranker chooses among more sentences than are wanted, unless nearly all are.
    """
    size = size or RetrievalSize()
    wanted = vector_of(claim, source.rarity)
    titles = find_pages(claim, source, size=size)
    pages = [page for title in titles if (page := source.page(title)) is not None]
    pages += _linked(claim, pages, source, size.linked)
    sentences = [sentence for page in pages for sentence in page.sentences]
    tables = [table for page in pages for table in page.tables]
    most = size.sentences
    if ranker is not None:
        most = max(most, size.ranked)
    best = _best(wanted, sentences, map(sentence_text, sentences), source, most)
    # To read hundreds of sentences would take seconds, and change only their order.
    if ranker is not None and size.sentences < size.ranked:
        best = tuple(ranker.rank(claim, best)[: size.sentences])
    return RetrievedEvidence(
        pages=tuple(page.title for page in pages),
        sentences=best,
        tables=_best(wanted, tables, map(table_text, tables), source, size.tables),
    )


def find_pages(claim: str, source: PageSource, *, size: RetrievalSize) -> list[str]:
    """Return at most k titles: those in the claim, then those of similar introductions."""
    found: dict[str, None] = {}
    if size.match_titles:
        found.update(dict.fromkeys(match_titles(claim, source.titled(list(all_keys(claim))))))
    if len(found) < size.pages:
        found.update(dict.fromkeys(source.nearest(claim, size.pages)))
    return list(found)[: size.pages]


def _linked(claim: str, pages: Sequence[ReadPage], source: PageSource, most: int) -> list[ReadPage]:
    claimed = {word.stem for word in words_of(claim) if word.has_content}
    known = {page.title for page in pages}
    linked: dict[str, ReadPage] = {}
    for title in (title for page in pages for title in page.links):
        if len(linked) == most:
            break
        words = [word.stem for word in words_of(title) if word.has_content]
        if title in known or title in linked or not words or not set(words) <= claimed:
            continue
        page = source.page(title)
        if page is not None:
            linked[title] = page
    return list(linked.values())


def sentence_text(sentence: SourceSentence) -> str:
    """Return a sentence with its context: title and sections before it."""
    return " . ".join((sentence.page, *sentence.sections, sentence.text))


def table_text(table: SourceTable) -> str:
    """Return a table with its context: title, sections and caption before its cells."""
    cells = (cell for row in (table.header, *table.rows) for cell in row)
    return " . ".join((table.page, *table.sections, table.caption, *cells))


Element = TypeVar("Element", SourceSentence, SourceTable)


def _best(
    wanted: Vector, found: Sequence[Element], texts: Iterable[str], source: PageSource, most: int
) -> tuple[Element, ...]:
    scores = [similarity(wanted, vector_of(text, source.rarity)) for text in texts]
    order = sorted(range(len(found)), key=lambda place: (-scores[place], place))
    return tuple(found[place] for place in order[:most] if scores[place] > 0)
