"""The labels of the FEVER family, and the verdicts of ours that they stand for."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from releases.formats.base import FormatError
from releases.formats.line_reader import ClaimId

Label = Literal["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
LABELS: dict[str, Label] = {
    "supported": "SUPPORTS",
    "refuted": "REFUTES",
    "not_enough_information": "NOT ENOUGH INFO",
}
VERDICTS = {label: verdict for verdict, label in LABELS.items()}
NOT_ENOUGH = "not_enough_information"
UNKNOWN_LABEL = "label_unknown"


class LabelledPrediction(Struct, gc=False, kw_only=True):
    """The part of a prediction that the official scorers of the family share."""

    id: ClaimId | UnsetType = UNSET
    predicted_label: Label

    @property
    def claim_id(self) -> int | None:
        return None if isinstance(self.id, UnsetType) else self.id


def label_of(verdict: str) -> Label:
    """Return the label of a verdict; FormatError where it has none."""
    try:
        return LABELS[verdict]
    except KeyError:
        raise FormatError("verdict_without_label", verdict=verdict) from None
