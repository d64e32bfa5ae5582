"""FEVEROUS' score: predictions name elements of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from metrics.scores import ElementKey, JudgedClaim, feverous_scorer
from releases.dataset.rules.records import EvidencePiece, Record
from releases.formats.base import Prediction
from releases.formats.feverous.element_ids import split_id
from releases.formats.labels import UNKNOWN_LABEL, LabelledPrediction, label_of
from releases.formats.line_reader import LineReader
from wiki.parsing.addresses import EVIDENCE_KINDS, AddressKind


class FeverousPrediction(LabelledPrediction, kw_only=True):
    """A prediction: element ids, or [page, kind, position], as the official scorer takes them."""

    predicted_evidence: list[str | tuple[str, str, str]]


_PREDICTIONS = LineReader[FeverousPrediction](
    FeverousPrediction,
    {
        "predicted_label": UNKNOWN_LABEL,
        "predicted_evidence[*]": "piece_no_element",
        "predicted_evidence[*][*]": "piece_no_element",
    },
)


class FeverousScoring:
    """All labels are scored alike; five sentences and 25 other elements count."""

    title = "FEVEROUS"
    scorer = feverous_scorer(EVIDENCE_KINDS - {AddressKind.SENTENCE})

    def read_prediction(self, line: Any) -> Prediction:
        read = _PREDICTIONS.read(line)
        return Prediction(
            read.claim_id,
            read.verdict,
            tuple(map(_read_piece, read.predicted_evidence)),
        )

    def judge(
        self, record: Record, verdict: str, predicted: Iterable[EvidencePiece]
    ) -> JudgedClaim:
        return JudgedClaim(
            label=label_of(record.verdict),
            sets=tuple(frozenset(map(_scored, pieces)) for pieces in record.sets),
            predicted_label=label_of(verdict),
            predicted=tuple(map(_scored, predicted)),
        )


def _read_piece(piece: str | tuple[str, str, str]) -> EvidencePiece:
    return EvidencePiece(*split_id(piece if isinstance(piece, str) else "_".join(piece)))


def _scored(piece: EvidencePiece) -> ElementKey:
    return piece.page, piece.kind, piece.address
