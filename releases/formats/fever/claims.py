"""FEVER's claims: evidence is a page and a line of its introduction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from campaigns.protocols.enums import ElementKind
from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.records import EvidencePieces, Record
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
from releases.formats.fever.pages import FeverPages
from releases.formats.fever.pieces import NO_LINE, NO_PAGE, LineNumber, line_of, read_piece
from releases.formats.fever.scoring import FeverScoring
from releases.formats.fever.titles import escaped
from releases.formats.labels import LABELS, NOT_ENOUGH, UNKNOWN_LABEL, VERDICTS, Label, label_of
from releases.formats.line_reader import ClaimId, LineReader, Text, check_text

VERIFIABLE, NOT_VERIFIABLE = "VERIFIABLE", "NOT VERIFIABLE"
_MISFIT = "verifiable_misfit"
# Sets of a claim have ids of their own, built from the claim's.
_SETS_A_CLAIM = 100


class FeverLine(Struct, gc=False):
    """A claim as a line has it."""

    id: ClaimId
    verifiable: Literal["VERIFIABLE", "NOT VERIFIABLE"]
    label: Label
    claim: Text
    # Of a claim that cannot be verified, anything: files have different ways to say nothing.
    evidence: list[Any]


class FeverPieceLine(Struct, gc=False, array_like=True, forbid_unknown_fields=True):
    """A piece of evidence in a line: two ids of the study's, a page and a line of it."""

    annotation_id: Any
    evidence_id: Any
    page: str
    line: LineNumber


_LINES = LineReader[FeverLine](FeverLine, {"label": UNKNOWN_LABEL, "verifiable": _MISFIT})
_SETS = LineReader[list[list[FeverPieceLine]]](
    list[list[FeverPieceLine]],
    {
        "[*]": "set_no_list",
        "[*][*]": "piece_no_four_parts",
        "[*][*][2]": NO_PAGE,
        "[*][*][3]": NO_LINE,
    },
)


class FeverFormat:
    """Written from any campaign whose evidence is sentences."""

    name = "fever"
    title = "FEVER"
    is_public = True
    layout = FileLayout()
    balanced_parts: tuple[str, ...] = ("dev", "test")
    schema: Mapping[str, Any] | None = None
    pages: PageFiles | None = FeverPages()
    scoring: ScoringRules | None = FeverScoring()
    official: OfficialTool | None = None

    def refusal(self, protocol: Protocol) -> RefusalReason | None:
        if not set(protocol.verdicts.names) <= LABELS.keys():
            return refusal("design_verdicts")
        if set(protocol.evidence.elements) != {ElementKind.SENTENCE}:
            return refusal("design_elements")
        return None

    def write(self, record: Record) -> LineData:
        is_verifiable = record.verdict != NOT_ENOUGH
        nothing: list[Any] = [[[record.id, None, None, None]]]
        line = {
            "id": record.id,
            "verifiable": VERIFIABLE if is_verifiable else NOT_VERIFIABLE,
            "label": label_of(record.verdict),
            "claim": record.claim,
            "evidence": (
                [_write_set(record.id, number, pieces) for number, pieces in enumerate(record.sets)]
                if is_verifiable
                else nothing
            ),
        }
        return as_written.restore(self.name, line, record)

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"id": record.id, "claim": record.claim}

    def read(self, line: Any) -> Record:
        claim = _LINES.read(line)
        verdict = VERDICTS[claim.label]
        is_verifiable = verdict != NOT_ENOUGH
        if claim.verifiable != (VERIFIABLE if is_verifiable else NOT_VERIFIABLE):
            raise FormatError(_MISFIT)
        if not claim.evidence:
            raise FormatError("no_set")
        sets = _SETS.read(claim.evidence) if is_verifiable else []
        return Record(
            id=claim.id,
            claim=check_text("claim", claim.claim),
            verdict=verdict,
            sets=tuple(map(_read_set, sets)),
        )

    def keep(self, line: Any, record: Record) -> Record:
        return as_written.keep(self.name, line, plain(self.write(record)), record)


def _write_set(record_id: int, number: int, pieces: EvidencePieces) -> list[list[Any]]:
    evidence_id = record_id * _SETS_A_CLAIM + number
    return [[record_id, evidence_id, escaped(piece.page), line_of(piece)] for piece in pieces]


def _read_set(pieces: list[FeverPieceLine]) -> EvidencePieces:
    if not pieces:
        raise FormatError("empty_set")
    return tuple([read_piece(piece.page, piece.line) for piece in pieces])
