"""Warnings about evidence that a verifier should look at again. Nothing here is refused.

Pure: codes with parameters, from sets of elements and the pages that they come from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotation.rules.verifying.elements import ElementReference, kind_at
from campaigns.protocols.enums import ElementKind
from wiki.parsing.elements import Cell, PageDocument, Table

# A system that is scored may predict so many: of a larger set, no prediction is ever right.
MOST_SENTENCES = 5
MOST_CELLS = 25

CONTAINED = "contained"
MANY_SENTENCES = "many_sentences"
MANY_CELLS = "many_cells"
PART_OF_COLUMN = "part_of_column"

# Words that say that a claim is about all of something, so that every row counts; superlatives.
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
    """Something worth another look in the set of this number."""

    code: str
    set_number: int
    parameters: Mapping[str, str | int] = field(default_factory=dict)


PageDocuments = Mapping[str, PageDocument]


def warnings_about(
    claim: str, sets: Mapping[int, Sequence[ElementReference]], documents: PageDocuments
) -> list[EvidenceWarning]:
    """Return the warnings in the order of the sets, which have numbers as at the desk.

    `documents` has every page by its title.
    """
    found: list[EvidenceWarning] = []
    chosen = {number: frozenset(elements) for number, elements in sets.items()}
    universal = speaks_of_all(claim)
    for number, elements in chosen.items():
        found += _containing(number, chosen)
        found += _too_many(number, elements, documents)
        if universal:
            found += _parts_of_columns(number, elements, documents)
    return found


def speaks_of_all(claim: str) -> bool:
    """Return whether a claim is about all of something: "all", "every", "the highest of"."""
    return any(
        not _NO_SUPERLATIVES.fullmatch(match.group()) for match in _UNIVERSAL.finditer(claim)
    )


def _containing(
    number: int, chosen: Mapping[int, frozenset[ElementReference]]
) -> list[EvidenceWarning]:
    own = chosen[number]
    return [
        EvidenceWarning(CONTAINED, number, {"number": number, "other": other})
        for other, larger in chosen.items()
        if own and own < larger
    ]


def _too_many(
    number: int, elements: frozenset[ElementReference], documents: PageDocuments
) -> list[EvidenceWarning]:
    kinds = [kind_at(documents[one.page], one.address) for one in elements]
    sentences = sum(kind is ElementKind.SENTENCE for kind in kinds)
    found: list[EvidenceWarning] = []
    for code, count, most in (
        (MANY_SENTENCES, sentences, MOST_SENTENCES),
        (MANY_CELLS, len(kinds) - sentences, MOST_CELLS),
    ):
        if count > most:
            parameters = {"number": number, "count": count, "most": most}
            found.append(EvidenceWarning(code, number, parameters))
    return found


def _parts_of_columns(
    number: int, elements: frozenset[ElementReference], documents: PageDocuments
) -> list[EvidenceWarning]:
    """Return a warning for each column of which some cells are chosen and some are not."""
    found: list[EvidenceWarning] = []
    for page in sorted({one.page for one in elements}):
        mine = {one.address for one in elements if one.page == page}
        for block in documents[page].blocks:
            # In an infobox a column is no series: its rows are about different things.
            if isinstance(block, Table) and block.kind != "infobox":
                found += [
                    EvidenceWarning(
                        PART_OF_COLUMN,
                        number,
                        {"number": number, "chosen": chosen, "all": whole, "page": page},
                    )
                    for chosen, whole in _partly_chosen(block, mine)
                ]
    return found


def _partly_chosen(table: Table, mine: set[str]) -> list[tuple[int, int]]:
    """Return how many cells are chosen of how many, for each such column."""
    columns: dict[int, list[Cell]] = {}
    for row in table.rows:
        for cell in row:
            if not cell.is_header and cell.text.strip():
                columns.setdefault(cell.column, []).append(cell)
    partly: list[tuple[int, int]] = []
    for column in sorted(columns):
        chosen = sum(cell.address in mine for cell in columns[column])
        if 0 < chosen < len(columns[column]):
            partly.append((chosen, len(columns[column])))
    return partly
