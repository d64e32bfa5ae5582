"""What a verifier should look at once more before handing in. None of it is refused.

Pure: of sets of elements and the tables they come from come warnings in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from annotation.rules.verifying.judgements import Element
from campaigns.protocols.words import ElementKind
from wiki.parsing.elements import Cell, PageDocument, Table

# A system that is scored may predict so many: of a larger set, no prediction is ever right.
MOST_SENTENCES = 5
MOST_CELLS = 25

CONTAINED = "contained"
MANY_SENTENCES = "many_sentences"
MANY_CELLS = "many_cells"
PART_OF_COLUMN = "part_of_column"

# Words by which a claim speaks of all of something, so that every row counts; and superlatives.
_UNIVERSAL = re.compile(
    r"\b(all|each|every(?:body|one|thing)?|none|only|no other|any other|most|least|best|worst"
    r"|\w{3,}est)\b",
    re.IGNORECASE,
)
# They end like superlatives, and are none.
_NO_SUPERLATIVES = re.compile(
    r"(?:.*(?:west|east|test|quest|forest|terest|vest|gest|rrest|priest)|guest|honest|modest"
    r"|manifest|budapest|bucharest|everest|brest)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EvidenceWarning:
    """Something worth a second look. `set_number` is the set's; `other` the larger set's."""

    code: str
    set_number: int
    message: str
    other: int | None = None


Documents = Mapping[str, PageDocument]
KindAt = Callable[[PageDocument, str], ElementKind | None]


def warnings_about(
    claim: str, sets: Sequence[Sequence[Element]], documents: Documents, kind_at: KindAt
) -> list[EvidenceWarning]:
    """In the order of the sets. `documents` has every page by its title."""
    found: list[EvidenceWarning] = []
    chosen = [frozenset(elements) for elements in sets]
    universal = speaks_of_all(claim)
    for number, elements in enumerate(chosen, start=1):
        found += _containing(number, chosen)
        found += _too_many(number, elements, documents, kind_at)
        if universal:
            found += _parts_of_columns(number, elements, documents)
    return found


def speaks_of_all(claim: str) -> bool:
    """Whether a claim is about all of something: "all", "every", "the highest of"."""
    return any(
        not _NO_SUPERLATIVES.fullmatch(match.group()) for match in _UNIVERSAL.finditer(claim)
    )


def _containing(number: int, chosen: Sequence[frozenset[Element]]) -> list[EvidenceWarning]:
    own = chosen[number - 1]
    return [
        EvidenceWarning(
            CONTAINED,
            number,
            f"All of set {number} is in set {other} too: does set {other} need more than that?",
            other,
        )
        for other, larger in enumerate(chosen, start=1)
        if own and own < larger
    ]


def _too_many(
    number: int, elements: frozenset[Element], documents: Documents, kind_at: KindAt
) -> list[EvidenceWarning]:
    kinds = [kind_at(documents[one.page], one.address) for one in elements]
    sentences = sum(kind is ElementKind.SENTENCE for kind in kinds)
    cells = len(kinds) - sentences
    found: list[EvidenceWarning] = []
    if sentences > MOST_SENTENCES:
        found.append(
            EvidenceWarning(
                MANY_SENTENCES,
                number,
                f"Set {number} has {sentences} sentences; with more than {MOST_SENTENCES}"
                " no system can find it whole.",
            )
        )
    if cells > MOST_CELLS:
        found.append(
            EvidenceWarning(
                MANY_CELLS,
                number,
                f"Set {number} has {cells} cells, captions and items; with more than {MOST_CELLS}"
                " no system can find it whole.",
            )
        )
    return found


def _parts_of_columns(
    number: int, elements: frozenset[Element], documents: Documents
) -> list[EvidenceWarning]:
    """Columns of which several cells are chosen, and some are not."""
    found: list[EvidenceWarning] = []
    for page in sorted({one.page for one in elements}):
        document = documents[page]
        mine = {one.address for one in elements if one.page == page}
        for block in document.blocks:
            # In an infobox a column is no series: its rows are about different things.
            if isinstance(block, Table) and block.kind != "infobox":
                found += [
                    EvidenceWarning(
                        PART_OF_COLUMN,
                        number,
                        f"The claim speaks of all, and set {number} has {have} of the {whole} cells"
                        f" of a column of “{page}”: are the others needed?",
                    )
                    for have, whole in _partly_chosen(block, mine)
                ]
    return found


def _partly_chosen(table: Table, mine: set[str]) -> list[tuple[int, int]]:
    columns: dict[int, list[Cell]] = {}
    for row in table.rows:
        for cell in row:
            if not cell.is_header and cell.text.strip():
                columns.setdefault(cell.column, []).append(cell)
    partly: list[tuple[int, int]] = []
    for column in sorted(columns):
        have = sum(cell.address in mine for cell in columns[column])
        if 0 < have < len(columns[column]):
            partly.append((have, len(columns[column])))
    return partly
