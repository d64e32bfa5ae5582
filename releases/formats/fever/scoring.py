"""FEVER's score: predictions name lines of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from metrics.scores import FEVER_SCORE, ElementKey, JudgedClaim
from releases.dataset.rules.records import EvidencePiece, Record
from releases.formats.base import Prediction
from releases.formats.fever.pieces import NO_LINE, NO_PAGE, LineNumber, line_of, read_piece
from releases.formats.labels import UNKNOWN_LABEL, LabelledPrediction, label_of
from releases.formats.line_reader import LineReader


class FeverPrediction(LabelledPrediction, kw_only=True):
    """A prediction: pages with the numbers of lines."""

    predicted_evidence: list[tuple[str, LineNumber]]


_PREDICTIONS = LineReader[FeverPrediction](
    FeverPrediction,
    {
        "predicted_label": UNKNOWN_LABEL,
        "predicted_evidence[*]": "piece_no_line_of_page",
        "predicted_evidence[*][0]": NO_PAGE,
        "predicted_evidence[*][1]": NO_LINE,
    },
)


class FeverScoring:
    """Five lines count; a claim without enough information needs none."""

    title = "FEVER"
    scorer = FEVER_SCORE

    def read_prediction(self, line: Any) -> Prediction:
        read = _PREDICTIONS.read(line)
        return Prediction(
            read.claim_id,
            read.verdict,
            tuple([read_piece(page, number) for page, number in read.predicted_evidence]),
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


def _scored(piece: EvidencePiece) -> ElementKey:
    return piece.page, line_of(piece)
