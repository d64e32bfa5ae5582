"""FEVEROUS' claims, exactly as its readers and its scorer expect them.

Line 1 is a header, which those readers always skip. Titles inside element ids are in NFD; nothing
else is changed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from math import isfinite, nan
from typing import Any, Literal

from msgspec import Struct

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.records import Act, EvidencePiece, EvidencePieces, Record
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats import as_written
from releases.formats.base import (
    FileLayout,
    FormatError,
    LineData,
    OfficialTool,
    PageFiles,
    ScoringRules,
    plain,
)
from releases.formats.feverous.element_ids import decomposed, element_id, split_id
from releases.formats.feverous.operations import NAMES, Operation, write_operations
from releases.formats.feverous.pages import FeverousPages
from releases.formats.feverous.scoring import FeverousScoring
from releases.formats.labels import LABELS, UNKNOWN_LABEL, VERDICTS, Label, label_of
from releases.formats.line_reader import ClaimId, LineReader, Text, check_text
from wiki.parsing.addresses import may_be_context

Challenge = Literal[
    "Multi-hop Reasoning",
    "Numerical Reasoning",
    "Entity Disambiguation",
    "Combining Tables and Text",
    "Search terms not in claim",
    "Other",
]
CHALLENGES: dict[str, Challenge] = {
    "multi_hop_reasoning": "Multi-hop Reasoning",
    "numerical_reasoning": "Numerical Reasoning",
    "entity_disambiguation": "Entity Disambiguation",
    "combining_tables_and_text": "Combining Tables and Text",
    "search_terms_not_in_claim": "Search terms not in claim",
    "other": "Other",
}
_CHALLENGE_NAMES = {label: name for name, label in CHALLENGES.items()}
MOST_SETS = 3

# The operations of a file as acts of ours; of two acts with one name, the one that says less.
OPERATIONS = {
    kind: name for kind, name in NAMES.items() if kind not in {"results_shown", "result_opened"}
}
_ACTS = {name: kind for kind, name in OPERATIONS.items()}
_ELEMENT_ACTS = frozenset({"element_selected", "element_deselected"})


class EvidenceSetLine(Struct, gc=False):
    """An evidence set in a line: element ids, each with the ids of its context."""

    content: list[str]
    context: dict[str, list[str]]


class FeverousLine(Struct, gc=False):
    """A claim as a line has it."""

    evidence: list[EvidenceSetLine]
    id: ClaimId
    claim: Text
    label: Label
    annotator_operations: list[Operation]
    challenge: Challenge


_LINES = LineReader[FeverousLine](
    FeverousLine,
    {"label": UNKNOWN_LABEL, "challenge": "challenge_unknown"},
)


class FeverousFormat:
    """The strict format: no key more, no key less."""

    name = "feverous"
    title = "FEVEROUS"
    is_public = True
    layout = FileLayout(
        headers=(dict.fromkeys(FeverousLine.__struct_fields__, ""),),
        unlabelled_headers=({"claim": ""},),
    )
    balanced_parts: tuple[str, ...] = ("test",)
    schema: Mapping[str, Any] | None = None
    pages: PageFiles | None = FeverousPages()
    scoring: ScoringRules | None = FeverousScoring()
    official: OfficialTool | None = OfficialTool(
        "feverous", "releases.formats.feverous.official_check"
    )

    def refusal(self, protocol: Protocol) -> RefusalReason | None:
        if not set(protocol.verdicts.names) <= LABELS.keys():
            return refusal("design_verdicts")
        if protocol.evidence.set_limit > MOST_SETS:
            return refusal("design_sets", most=MOST_SETS)
        if not any(factor.name == "challenge" for factor in protocol.factors):
            return refusal("design_challenge")
        return None

    def write(self, record: Record) -> LineData:
        line = {
            "evidence": [_write_set(pieces) for pieces in record.sets],
            "id": record.id,
            "claim": record.claim,
            "label": label_of(record.verdict),
            "annotator_operations": write_operations(record.acts, element_id, _contexts(record)),
            "challenge": _challenge(record),
        }
        return as_written.restore(self.name, line, record)

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"claim": record.claim}

    def read(self, line: Any) -> Record:
        claim = _LINES.read(line)
        if not 1 <= len(claim.evidence) <= MOST_SETS:
            raise FormatError("number_of_sets", count=len(claim.evidence), most=MOST_SETS)
        return Record(
            id=claim.id,
            claim=check_text("claim", claim.claim),
            verdict=VERDICTS[claim.label],
            sets=tuple(map(_read_set, claim.evidence)),
            tags={"challenge": _CHALLENGE_NAMES[claim.challenge]},
            acts=tuple(map(_read_operation, claim.annotator_operations)),
        )

    def keep(self, line: Any, record: Record) -> Record:
        return as_written.keep(self.name, line, plain(self.write(record)), record)


def _contexts(record: Record) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the contexts of the evidence, which came along when it was selected."""
    return {
        (piece.page, piece.address): piece.context for pieces in record.sets for piece in pieces
    }


def _challenge(record: Record) -> str:
    name = record.tags.get("challenge", "")
    try:
        return CHALLENGES[name]
    except KeyError:
        raise FormatError("challenge_without_name", challenge=name) from None


def _write_set(pieces: EvidencePieces) -> LineData:
    context = {}
    for piece in pieces:
        page = f"{decomposed(piece.page)}_"
        context[page + piece.address] = [page + address for address in piece.context]
    return {"content": list(context), "context": context}


def _read_set(pieces: EvidenceSetLine) -> EvidencePieces:
    content, context = pieces.content, pieces.context
    if not content:
        raise FormatError("empty_set")
    if len(set(content)) < len(content):
        raise FormatError("element_twice")
    if context.keys() != set(content):
        raise FormatError("context_keys")
    return tuple([_read_piece(element, context[element]) for element in content])


def _read_piece(element: str, context: list[str]) -> EvidencePiece:
    page, address = split_id(element)
    start = element[: -len(address)]
    addresses = []
    for other in context:
        if other.startswith(start):
            found = other[len(start) :]
            if not may_be_context(found):
                raise FormatError("no_element_id", id=other)
        else:
            # The title may be spelt in another way.
            title, found = split_id(other, may_be_context)
            if title != page:
                raise FormatError("context_elsewhere", id=element)
        addresses.append(found)
    return EvidencePiece(page, address, tuple(addresses))


def _read_operation(operation: Operation) -> Act:
    name, value, time = operation.operation, operation.value, operation.time
    kind = _ACTS.get(name)
    if kind is None:
        raise FormatError("operation_unknown", operation=name)
    try:
        seconds = float(time)
    except ValueError:
        seconds = nan
    if not isfinite(seconds):
        raise FormatError("no_time", time=time)
    return Act(kind, seconds, _body(kind, value))


def _body(kind: str, value: str) -> Mapping[str, Any]:
    if kind in _ELEMENT_ACTS:
        page, _, address = value.partition("_")
        return {"page": unicodedata.normalize("NFC", page), "address": address}
    return {"value": value}
