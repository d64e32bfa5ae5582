"""The cells that the words of a claim link to, few enough for somebody to read."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.tables.cells import CellPlace
from verifier.tables.linking import LinkedStatement, Mention, link
from verifier.tables.table import DataTable, rows_of

MOST_MENTIONS = 8
# Of one mention; how many there are is counted.
MOST_CELLS = 3


@dataclass(frozen=True, slots=True)
class LinkedWords:
    """Words of a claim, the column that they are in, and the first cells that have them.

    Without cells, they name the column.
    """

    words: str
    column: int
    cells: tuple[CellPlace, ...] = ()
    count: int = 0


def linked_words(claim: str, caption: str, table: DataTable) -> list[LinkedWords]:
    """Return what links a claim to a table, in the order of the claim.

    Of the columns that have the same words, those count where the words are a whole cell.
    """
    linked = link(claim, caption, table)
    found = [
        (span, _in_cells(linked, mention))
        for span, mentions in sorted(linked.spans.items())
        for mention in _whole_first(mentions)
    ]
    found += [
        ((positions[0], positions[-1] + 1), _in_header(linked, column, positions))
        for column, positions in enumerate(linked.header_positions)
        if positions
    ]
    found.sort(key=lambda pair: pair[0])
    return [words for _, words in found[:MOST_MENTIONS]]


def _whole_first(mentions: list[Mention]) -> list[Mention]:
    return [mention for mention in mentions if mention.whole] or mentions


def _in_cells(linked: LinkedStatement, mention: Mention) -> LinkedWords:
    rows = list(rows_of(mention.whole or mention.mask))
    return LinkedWords(
        words=" ".join(linked.tokens[mention.start : mention.end]),
        column=mention.column,
        cells=tuple((row, mention.column) for row in rows[:MOST_CELLS]),
        count=len(rows),
    )


def _in_header(linked: LinkedStatement, column: int, positions: tuple[int, ...]) -> LinkedWords:
    places = sorted(set(positions))
    return LinkedWords(" ".join(linked.tokens[place] for place in places), column)
