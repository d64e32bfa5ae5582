"""The plain score, for designs whose study has none of its own: all of a prediction counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UnsetType

from metrics.scores import PLAIN_SCORE, ElementKey, JudgedClaim
from releases.dataset.rules.records import EvidencePiece, Record
from releases.formats.base import Prediction
from releases.formats.own.lines import PREDICTIONS, check_address


class PlainScoring:
    """Predictions name verdicts of ours and elements of pages."""

    title = "Plain"
    scorer = PLAIN_SCORE

    def read_prediction(self, line: Any) -> Prediction:
        read = PREDICTIONS.read(line)
        pieces = [
            EvidencePiece(piece.page, check_address(piece.address))
            for piece in read.predicted_evidence
        ]
        claim_id = None if isinstance(read.id, UnsetType) else read.id
        return Prediction(claim_id, read.predicted_label, tuple(pieces))

    def judge(
        self, record: Record, verdict: str, predicted: Iterable[EvidencePiece]
    ) -> JudgedClaim:
        return JudgedClaim(
            label=record.verdict,
            sets=tuple(frozenset(map(_scored, pieces)) for pieces in record.sets),
            predicted_label=verdict,
            predicted=tuple(map(_scored, predicted)),
        )


def _scored(piece: EvidencePiece) -> ElementKey:
    return piece.page, piece.kind, piece.address


PLAIN_SCORING = PlainScoring()
