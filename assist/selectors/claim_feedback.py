"""The verifier's opinion on a claim while somebody writes it. Imports NumPy.

It is part of a web request, so it is bounded: the search stops by itself, large tables are not
judged, and nothing is judged when finding the evidence has taken too long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.cache import cache

from assist.selectors.corpus_source import CorpusSource
from assist.selectors.loaded import verifier_in_use
from verifier.retrieval.retriever import RetrievalSize, RetrievedEvidence, retrieve
from verifier.retrieval.source import ReadPage, SourceTable
from verifier.tables.mentions import LinkedWords, linked_words
from verifier.tables.table import UnreadableTableError, read_table
from wiki.models import Corpus

SIZE = RetrievalSize()
MOST_TABLE_CELLS = 5_000
# No verdict is begun after so many seconds.
MOST_SECONDS = 2.0
SECONDS_KEPT = 60 * 60
# Why there is no verdict, beside the reasons of the verifier itself.
TOO_SLOW = "too_slow"


@dataclass(frozen=True, slots=True)
class LinkedCell:
    """A cell of the highlighted table."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class TableLink:
    """Words of the claim, the header of their column, and the first cells that have them.

    Without cells, the words name the column; `count` is of all cells.
    """

    words: str
    column: str
    cells: tuple[LinkedCell, ...]
    count: int


@dataclass(frozen=True, slots=True)
class MachineFeedback:
    """The place at which the verifier finds what a claim was written from, and its verdict."""

    # The model's name, for the log.
    provider: str
    # The pages that it found, and the place of the highlighted one among them, from 1.
    pages: int
    page_rank: int | None
    # Sentences or tables that are highlighted, and those of them that it reads.
    elements: int
    elements_found: int
    is_table: bool
    # Without a verdict, the reason; then the label is only the likeliest one, or empty.
    label: str
    probability: float
    reason: str
    links: tuple[TableLink, ...]


def feedback_on(
    *, corpus: Corpus, claim: str, page: str, addresses: Sequence[str], clock: Callable[[], float]
) -> MachineFeedback:
    """Return the verifier's feedback on a claim about highlighted elements of a page.

    Raise NoModelError or SearchError. `clock` counts seconds.
    """
    until = clock() + MOST_SECONDS
    version, verifier = verifier_in_use()
    asked = "\0".join((claim, page, *addresses))
    # Whoever asks again about the same text gets the same; another model does not answer so.
    key = f"feedback:{version.public_id}:{corpus.pk}:{sha256(asked.encode()).hexdigest()}"
    kept: MachineFeedback | None = cache.get(key)
    if kept is not None:
        return kept
    source = CorpusSource(corpus, claim)
    found = retrieve(claim, source, size=SIZE, ranker=verifier.ranker)
    feedback = _found(f"verifier {version.number}", claim, found, source.page(page), addresses)
    if clock() >= until:
        return feedback
    small = replace(found, tables=tuple(table for table in found.tables if _is_small(table)))
    judged = verifier.judge(claim, small)
    feedback = replace(
        feedback,
        label=judged.label,
        probability=judged.probabilities[judged.label],
        reason=judged.abstention or "",
    )
    cache.set(key, feedback, SECONDS_KEPT)
    return feedback


def _found(
    provider: str,
    claim: str,
    found: RetrievedEvidence,
    page: ReadPage | None,
    addresses: Sequence[str],
) -> MachineFeedback:
    title = page.title if page is not None else ""
    tables = [table for table in (page.tables if page else ()) if table.address in addresses]
    read = {sentence.address for sentence in found.sentences if sentence.page == title}
    read |= {table.address for table in found.tables if table.page == title}
    return MachineFeedback(
        provider=provider,
        pages=len(found.pages),
        page_rank=found.pages.index(title) + 1 if title in found.pages else None,
        elements=len(set(addresses)),
        elements_found=len(read.intersection(addresses)),
        is_table=bool(tables),
        label="",
        probability=0.0,
        reason=TOO_SLOW,
        links=tuple(link for table in tables for link in _links(claim, table)),
    )


def _is_small(table: SourceTable) -> bool:
    return len(table.rows) * len(table.header) <= MOST_TABLE_CELLS


def _links(claim: str, table: SourceTable) -> list[TableLink]:
    if not _is_small(table):
        return []
    try:
        read = read_table(table.header, table.rows)
    except UnreadableTableError:
        return []
    return [_link(one, table) for one in linked_words(claim, table.caption, read)]


def _link(linked: LinkedWords, table: SourceTable) -> TableLink:
    cells = [
        LinkedCell(table.addresses[row][column], table.rows[row][column])
        for row, column in linked.cells
    ]
    header = table.header[linked.column] if linked.column < len(table.header) else ""
    return TableLink(linked.words, header, tuple(cells), linked.count)
