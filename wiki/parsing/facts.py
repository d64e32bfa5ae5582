"""Facts of a document that the sampler of highlights needs: sizes of tables, runs of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wiki.parsing.elements import PageDocument, Section, Sentence, Table
from wiki.parsing.page import ParsedSentenceRun, TableSize

_OF_TABLE = re.compile(r"(?:header_)?(?:cell|table_caption)_(\d+)")
_BAD_TABLE = re.compile(r"(?:truncated|ragged): table_(\d+) ")
# Notes on tables that do not say which one: then it may be any.
_ANY_TABLE = ("truncated: cells", "repaired: spans")


def table_sizes(
    document: PageDocument, *, lossy: Iterable[str] = (), notes: Iterable[str] = ()
) -> tuple[TableSize, ...]:
    """Return the sizes of a document's tables.

    `lossy` are the addresses of elements that lost content, `notes` those of the parser: tables
    that they are about are malformed, and so are those with holes or overlapping cells.
    """
    notes = tuple(notes)
    malformed = {int(found[1]) for address in lossy if (found := _OF_TABLE.match(address))}
    malformed |= {int(found[1]) for note in notes if (found := _BAD_TABLE.match(note))}
    is_any = any(note.startswith(_ANY_TABLE) for note in notes)
    return tuple(
        TableSize(
            table.number,
            table.kind,
            len(table.rows),
            table.column_count,
            sum(any(not cell.is_header for cell in row) for row in table.rows),
            is_any or table.number in malformed or _is_ragged(table),
        )
        for table in document.blocks
        if isinstance(table, Table)
    )


def _is_ragged(table: Table) -> bool:
    """Return whether the cells do not cover the grid exactly."""
    area = sum(cell.row_span * cell.column_span for row in table.rows for cell in row)
    return area != table.column_count * len(table.rows)


def sentence_runs(document: PageDocument) -> tuple[ParsedSentenceRun, ...]:
    """Return the runs of sentences, which end at a heading, hatnote, table or list."""
    runs: list[ParsedSentenceRun] = []
    section: str | None = None
    first = 0
    words: list[int] = []

    def end_run() -> None:
        if words:
            runs.append(ParsedSentenceRun(section, first, tuple(words)))
            words.clear()

    for block in document.blocks:
        if isinstance(block, Sentence) and not block.is_hatnote:
            if not words:
                first = block.number
            words.append(len(block.text.split()))
            continue
        end_run()
        if isinstance(block, Section):
            section = block.address
    end_run()
    return tuple(runs)
