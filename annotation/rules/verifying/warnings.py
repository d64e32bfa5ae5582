"""Warnings about evidence that a verifier should look at again. Nothing here is refused.

Pure: codes with parameters, from sets of elements and the pages that they come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.rules.verifying.elements import ElementReference, kind_at
from annotation.rules.verifying.figures import number_in
from campaigns.protocols.enums import ElementKind
from wiki.parsing.elements import Cell, PageDocument, Table

# A system that is scored may predict so many: of a larger set, no prediction is ever right.
MOST_SENTENCES = 5
MOST_CELLS = 25

CONTAINED = "contained"
MANY_SENTENCES = "many_sentences"
MANY_CELLS = "many_cells"
PART_OF_COLUMN = "part_of_column"
COUNTED_PART_OF_COLUMN = "counted_part_of_column"
COUNTED_PART_OF_ROW = "counted_part_of_row"
# One cell is a value; of several, a claim that counts may mean more.
FEWEST_COUNTED = 2

# Words that say that a claim is about all of something, so that every row counts; superlatives.
_UNIVERSAL = re.compile(
    r"\b(all|each|every(?:body|one|thing)?|none|only|no other|any other|most|least|best|worst"
    r"|\w{3,}est)\b",
    re.IGNORECASE,
)
# Words that say that a claim counts, adds up or averages: "a total of", "five bridges".
_COUNTING = re.compile(
    r"\b(?:totals?|totall?(?:ed|ing)|sum(?:s|med)?|altogether|combined|in all|add(?:s|ed)? up"
    r"|average[sd]?|averaging|mean|median|count(?:s|ed|ing)?|dozens?"
    r"|(?:the|a) (?:total )?number of|how many|twice|times|majority of|half of"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven"
    r"|eigh|nine)teen|twenty|thirty|forty|fifty|\d{1,3})"
    r"(?: of\b| (?:[a-z-]+ ){0,2}[a-z]{2,}s\b))",
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
    universal, counting = speaks_of_all(claim), counts(claim)
    for number, elements in chosen.items():
        found += _containing(number, chosen)
        found += _too_many(number, elements, documents)
        if universal:
            found += _parts(number, elements, documents, {PART_OF_COLUMN: _columns})
        if counting:
            # Who speaks of all has been asked about columns already.
            lines: dict[str, Lines] = {} if universal else {COUNTED_PART_OF_COLUMN: _columns}
            lines |= {COUNTED_PART_OF_ROW: _rows}
            found += _parts(number, elements, documents, lines, least=FEWEST_COUNTED)
    return found


def speaks_of_all(claim: str) -> bool:
    """Return whether a claim is about all of something: "all", "every", "the highest of"."""
    return any(
        not _NO_SUPERLATIVES.fullmatch(match.group()) for match in _UNIVERSAL.finditer(claim)
    )


def counts(claim: str) -> bool:
    """Return whether a claim counts, totals or averages something."""
    return bool(_COUNTING.search(claim))


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


Lines = Callable[[Table], Iterable[Sequence[Cell]]]


def _parts(
    number: int,
    elements: frozenset[ElementReference],
    documents: PageDocuments,
    lines: Mapping[str, Lines],
    *,
    least: int = 1,
) -> list[EvidenceWarning]:
    """Return a warning for each row or column of which some cells are chosen and some are not."""
    found: list[EvidenceWarning] = []
    for page in sorted({element.page for element in elements}):
        mine = {element.address for element in elements if element.page == page}
        for block in documents[page].blocks:
            # In an infobox a column is no series: its rows are about different things.
            if not isinstance(block, Table) or block.kind == "infobox":
                continue
            for code, cells_of in lines.items():
                for cells in cells_of(block):
                    chosen = sum(cell.address in mine for cell in cells)
                    if least <= chosen < len(cells):
                        parameters: dict[str, str | int] = {"number": number, "page": page}
                        parameters |= {"chosen": chosen, "all": len(cells)}
                        found.append(EvidenceWarning(code, number, parameters))
    return found


def _columns(table: Table) -> list[list[Cell]]:
    """Return the cells of each column that say something, without headers."""
    columns: dict[int, list[Cell]] = {}
    for row in table.rows:
        for cell in row:
            if not cell.is_header and cell.text.strip():
                columns.setdefault(cell.column, []).append(cell)
    return [columns[column] for column in sorted(columns)]


def _rows(table: Table) -> list[list[Cell]]:
    """Return the cells of each row that are numbers: others cannot be added up."""
    return [
        [cell for cell in row if not cell.is_header and number_in(cell.text) is not None]
        for row in table.rows
    ]
