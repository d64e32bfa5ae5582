"""The labels of the FEVER family, and the verdicts of ours that they stand for."""

from __future__ import annotations

from releases.formats.base import FormatError

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
