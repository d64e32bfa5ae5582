"""Our own JSON lines, in two variants.

Public: what a system may learn from. It leaves out the claim's type, its mutation, what was
prescribed and the verdict that its author had in mind, which would give the label away.
Internal: all of it, with provenance, times and acts; people are salted hashes.
`docs/release-format.md` says what each field means, and the JSON Schemas here say it exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from sys import float_info
from typing import Any

from msgspec import Struct

from campaigns.protocols.protocol import Protocol
from metrics.scores import Judged, Scorer
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import Act, Evidence, EvidenceSet, Record
from releases.formats.base import (
    Documents,
    FormatError,
    Line,
    OfficialTool,
    Prediction,
    id_of,
    list_of,
    object_of,
    text_of,
)
from releases.formats.files.writing import FileFacts, Order
from wiki.parsing.addresses import (
    CONTEXT_PATTERN,
    EVIDENCE_PATTERN,
    may_be_context,
    may_be_evidence,
)

_NO_PAGES = "The format has no pages."

_ELEMENT_ACTS = frozenset({"element_selected", "element_deselected"})
_OF_ELEMENT = ("page", "address")
_TEXT = {"type": "string"}
_NAMES = {"type": "object", "additionalProperties": _TEXT}
# The columns of the claim browser have so many characters.
_LONGEST_NAME = 60
# Thirty years: nobody verifies a claim for longer.
_MOST_SECONDS = 10**9
_PIECE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["page", "address", "text", "context"],
    "properties": {
        "page": {"type": "string", "minLength": 1, "description": "the page's title"},
        "address": {
            "type": "string",
            "pattern": f"^{EVIDENCE_PATTERN}$",
            "description": "which element of the page",
        },
        "text": {"type": "string", "description": "the element as the verifier read it"},
        "context": {
            "type": "array",
            "items": {"type": "string", "pattern": f"^{CONTEXT_PATTERN}$"},
            "description": "addresses on the same page: title, sections, row and column headers",
        },
    },
}
_PUBLIC: dict[str, Any] = {
    "id": {"type": "integer", "minimum": 0, "description": "the claim's number, for good"},
    "claim": {"type": "string", "minLength": 1},
    "verdict": {"type": "string", "minLength": 1, "description": "a name of the protocol's"},
    "evidence": {
        "type": "array",
        "items": {"type": "array", "minItems": 1, "items": _PIECE},
        "description": "sets, each enough by itself",
    },
    "tags": {
        "type": "object",
        "propertyNames": {"maxLength": _LONGEST_NAME},
        "additionalProperties": {"type": "string", "maxLength": _LONGEST_NAME},
        "description": "what the verifier answered besides: the challenge",
    },
    "split": {"type": "string", "description": "the part of the release"},
}
_ACT: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "seconds", "body"],
    "properties": {
        "kind": _TEXT,
        "seconds": {"type": "number", "description": "since the verifier started"},
        "body": {"type": "object"},
    },
}
_PROVENANCE: dict[str, Any] = {
    "type": "object",
    "description": "where the claim comes from: see docs/release-format.md",
    "properties": {
        "author": {"type": ["string", "null"]},
        "verifier": _TEXT,
        "slot": _TEXT,
        "base": {"type": ["integer", "null"]},
        "prescribed": _NAMES,
        "intended_verdict": _TEXT,
        "expected_tags": _NAMES,
        "highlight": {
            "type": ["object", "null"],
            "properties": {"source": _TEXT},
        },
        "written_at": _TEXT,
        "verified_at": _TEXT,
        "seconds": {
            "type": "object",
            "additionalProperties": {"type": "number", "minimum": 0, "maximum": _MOST_SECONDS},
        },
        "claim_version": {"type": "integer"},
        "verification_version": {"type": "integer"},
        "guidelines": {"type": "object"},
        "answer": _TEXT,
        "simulated": {"type": "boolean"},
        "as_written": {"type": "object"},
    },
}


def _schema(title: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


PUBLIC_SCHEMA = _schema("A claim of a release, public variant", _PUBLIC)
INTERNAL_SCHEMA = _schema(
    "A claim of a release, internal variant",
    {**_PUBLIC, "acts": {"type": "array", "items": _ACT}, "provenance": _PROVENANCE},
)


class PublicLine(Struct, gc=False):
    """A line of the public variant; pieces of evidence and acts are written as they are."""

    id: int
    claim: str
    verdict: str
    evidence: tuple[EvidenceSet, ...]
    tags: Mapping[str, str]
    split: str


class InternalLine(PublicLine, gc=False):
    acts: tuple[Act, ...]
    provenance: Mapping[str, Any]


class PublicFormat:
    """Without anything that gives the label away."""

    name = "public"
    title = "JSON lines, public"
    is_public = True
    headers: tuple[Mapping[str, Any], ...] = ()
    unlabelled_headers: tuple[Mapping[str, Any], ...] = ()
    order = Order.SORTED
    balanced_parts: tuple[str, ...] = ()
    scorer: Scorer | None = None
    official: OfficialTool | None = None
    schema = PUBLIC_SCHEMA

    def refusal(self, protocol: Protocol) -> str:
        return ""

    def write(self, record: Record) -> Line:
        return PublicLine(
            record.id, record.claim, record.verdict, record.sets, record.tags, record.split
        )

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"id": record.id, "claim": record.claim, "split": record.split}

    def read(self, line: Any) -> Record:
        return _read(object_of(line), _PUBLIC.keys())

    def keep(self, line: Any, record: Record) -> Record:
        return record

    def read_prediction(self, line: Any) -> Prediction:
        line = object_of(line)
        pieces = map(object_of, list_of(line.get("predicted_evidence"), "“predicted_evidence”"))
        return (
            id_of(line) if "id" in line else None,
            text_of(line, "predicted_label", 60),
            tuple(Evidence(text_of(piece, "page", 255), _address_of(piece)) for piece in pieces),
        )

    def judge(self, record: Record, verdict: str, predicted: Iterable[Evidence]) -> Judged:
        return Judged(
            label=record.verdict,
            sets=tuple(
                frozenset((piece.page, piece.kind, piece.address) for piece in one)
                for one in record.sets
            ),
            predicted_label=verdict,
            predicted=tuple((piece.page, piece.kind, piece.address) for piece in predicted),
        )

    def write_pages(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        return []

    def title_of_page(self, line: Any) -> str:
        raise FormatError(_NO_PAGES)

    def elements_of_page(self, line: Any) -> Set[str]:
        raise FormatError(_NO_PAGES)


class InternalFormat(PublicFormat):
    """Everything, for those who build and study the dataset."""

    name = "internal"
    title = "JSON lines, internal"
    is_public = False
    schema = INTERNAL_SCHEMA

    def write(self, record: Record) -> Line:
        return InternalLine(
            record.id,
            record.claim,
            record.verdict,
            record.sets,
            record.tags,
            record.split,
            record.acts,
            record.provenance,
        )

    def read(self, line: Any) -> Record:
        return _read(object_of(line), {*_PUBLIC, "acts", "provenance"})


def _read(line: Any, keys: Any) -> Record:
    if set(line) != set(keys):
        raise FormatError(f"The keys are not {', '.join(sorted(keys))}.")
    return Record(
        id=id_of(line),
        claim=text_of(line, "claim"),
        verdict=text_of(line, "verdict", 60),
        sets=tuple(_read_set(one) for one in list_of(line["evidence"], "“evidence”")),
        tags=_read_names(line["tags"]),
        acts=tuple(_read_act(one) for one in list_of(line.get("acts", []), "“acts”")),
        split=text_of(line, "split", 60),
        provenance=object_of(line.get("provenance", {})),
    )


def _read_names(value: Any) -> dict[str, str]:
    names = object_of(value)
    if not all(isinstance(one, str) for one in names.values()):
        raise FormatError("“tags” holds something that is no text.")
    if any(len(one) > _LONGEST_NAME for pair in names.items() for one in pair):
        raise FormatError(f"“tags” holds more than {_LONGEST_NAME} characters.")
    return dict(names)


def _read_set(one: Any) -> EvidenceSet:
    pieces = list_of(one, "An evidence set")
    if not pieces:
        raise FormatError("An evidence set is empty.")
    return tuple(_read_piece(object_of(piece)) for piece in pieces)


def _read_piece(piece: Any) -> Evidence:
    context = list_of(piece.get("context"), "A context")
    if not all(isinstance(one, str) and may_be_context(one) for one in context):
        raise FormatError("A context holds something that is no address.")
    page, address = text_of(piece, "page", 255), _address_of(piece)
    if not page.strip():
        raise FormatError("A piece of evidence names no page.")
    return Evidence(page, address, tuple(context), text_of(piece, "text", 100_000))


def _address_of(piece: Any) -> str:
    address = text_of(piece, "address", 60)
    if not may_be_evidence(address):
        raise FormatError(f"“{address}” is no address of an element.")
    return address


def _read_act(one: Any) -> Act:
    one = object_of(one)
    seconds = one.get("seconds")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise FormatError("An act has no time.")
    if not abs(seconds) <= float_info.max:
        raise FormatError("The time of an act is beyond all bounds.")
    kind, body = text_of(one, "kind", 60), object_of(one.get("body"))
    if kind in _ELEMENT_ACTS and not all(isinstance(body.get(key), str) for key in _OF_ELEMENT):
        raise FormatError("An act names no element.")
    return Act(kind, seconds, body)
