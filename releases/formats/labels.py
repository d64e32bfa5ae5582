"""The labels of the FEVER family, and the verdicts of ours that they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from releases.dataset.rules.records import Evidence
from releases.formats.base import FormatError, Prediction, id_of, list_of, object_of

LABELS = {
    "supported": "SUPPORTS",
    "refuted": "REFUTES",
    "not_enough_information": "NOT ENOUGH INFO",
}
VERDICTS = {label: verdict for verdict, label in LABELS.items()}
NOT_ENOUGH = "not_enough_information"


def label_of(verdict: str) -> str:
    try:
        return LABELS[verdict]
    except KeyError:
        raise FormatError(f"The verdict “{verdict}” has no label in this format.") from None


def verdict_of(label: object) -> str:
    verdict = VERDICTS.get(label) if isinstance(label, str) else None
    if verdict is None:
        raise FormatError(f"The label {label!r} is not known.")
    return verdict


def read_prediction(line: Any, read_piece: Callable[[Any], Evidence]) -> Prediction:
    """A line as the official scorers take it; `read_piece` reads one piece of its evidence."""
    line = object_of(line)
    pieces = list_of(line.get("predicted_evidence"), "“predicted_evidence”")
    return (
        id_of(line) if "id" in line else None,
        verdict_of(line.get("predicted_label")),
        tuple(map(read_piece, pieces)),
    )
