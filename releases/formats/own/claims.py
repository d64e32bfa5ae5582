"""Our own JSON lines, in two variants.

Public: what a system may learn from. It leaves out the claim's type, its mutation, what was
prescribed and the verdict that its author had in mind, which would give the label away.
Internal: all of it, with provenance, times and acts; people are salted hashes.
`docs/release-format.md` says what each field means, and the JSON Schemas say it exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from sys import float_info
from typing import Any

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.records import Act, EvidencePiece, EvidencePieces, Record
from releases.dataset.rules.refusals import RefusalReason
from releases.formats.base import (
    FileLayout,
    FormatError,
    LineData,
    OfficialTool,
    PageFiles,
    ScoringRules,
)
from releases.formats.files.writing import KeyOrder
from releases.formats.line_reader import check_text
from releases.formats.own.lines import (
    INTERNAL_LINES,
    NO_ADDRESS,
    PUBLIC_LINES,
    ActLine,
    InternalLine,
    PieceLine,
    PublicLine,
    check_address,
)
from releases.formats.own.schemas import INTERNAL_SCHEMA, PUBLIC_SCHEMA
from wiki.parsing.addresses import may_be_context

_ELEMENT_ACTS = frozenset({"element_selected", "element_deselected"})


class PublicFormat:
    """The public variant, without anything that gives the label away."""

    name = "public"
    title = "JSON lines, public"
    is_public = True
    layout = FileLayout(order=KeyOrder.SORTED)
    balanced_parts: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = PUBLIC_SCHEMA
    pages: PageFiles | None = None
    scoring: ScoringRules | None = None
    official: OfficialTool | None = None

    def refusal(self, protocol: Protocol) -> RefusalReason | None:
        return None

    def write(self, record: Record) -> LineData:
        # EvidencePiece has the fields of a line's pieces, and is written as it is; so are acts.
        sets: Any = record.sets
        tags: Any = record.tags
        return PublicLine(record.id, record.claim, record.verdict, sets, tags, record.split)

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"id": record.id, "claim": record.claim, "split": record.split}

    def read(self, line: Any) -> Record:
        return _read(PUBLIC_LINES.read(line))

    def keep(self, line: Any, record: Record) -> Record:
        return record


class InternalFormat(PublicFormat):
    """The internal variant: everything, for those who build and study the dataset."""

    name = "internal"
    title = "JSON lines, internal"
    is_public = False
    schema: Mapping[str, Any] | None = INTERNAL_SCHEMA

    def write(self, record: Record) -> LineData:
        sets: Any = record.sets
        tags: Any = record.tags
        acts: Any = record.acts
        provenance: Any = record.provenance
        return InternalLine(
            record.id,
            record.claim,
            record.verdict,
            sets,
            tags,
            record.split,
            acts,
            provenance,
        )

    def read(self, line: Any) -> Record:
        read = INTERNAL_LINES.read(line)
        return _read(read, tuple(map(_read_act, read.acts)), read.provenance)


def _read(
    line: PublicLine, acts: tuple[Act, ...] = (), provenance: Mapping[str, Any] | None = None
) -> Record:
    return Record(
        id=line.id,
        claim=check_text("claim", line.claim),
        verdict=line.verdict,
        sets=tuple(map(_read_set, line.evidence)),
        tags=line.tags,
        acts=acts,
        split=line.split,
        provenance=provenance or {},
    )


def _read_set(pieces: list[PieceLine]) -> EvidencePieces:
    if not pieces:
        raise FormatError("empty_set")
    return tuple(map(_read_piece, pieces))


def _read_piece(piece: PieceLine) -> EvidencePiece:
    if not all(map(may_be_context, piece.context)):
        raise FormatError(NO_ADDRESS)
    address = check_address(piece.address)
    if not piece.page.strip():
        raise FormatError("piece_without_page")
    return EvidencePiece(piece.page, address, tuple(piece.context), piece.text)


def _read_act(act: ActLine) -> Act:
    if not abs(act.seconds) <= float_info.max:
        raise FormatError("act_time")
    body = act.body
    if act.kind in _ELEMENT_ACTS and not (
        isinstance(body.get("page"), str) and isinstance(body.get("address"), str)
    ):
        raise FormatError("act_without_element")
    return Act(act.kind, act.seconds, body)
