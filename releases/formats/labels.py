"""The labels of the FEVER family, and the verdicts of ours that they stand for."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from releases.formats.base import FormatError
from releases.formats.line_reader import ClaimId

Label = Literal["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
# In predictions, verdicts may also be called as in our own formats.
PredictedLabel = Literal[
    "SUPPORTS",
    "REFUTES",
    "NOT ENOUGH INFO",
    "supported",
    "refuted",
    "not_enough_information",
]
LABELS: dict[str, Label] = {
    "supported": "SUPPORTS",
    "refuted": "REFUTES",
    "not_enough_information": "NOT ENOUGH INFO",
}
VERDICTS: dict[str, str] = {label: verdict for verdict, label in LABELS.items()}
NOT_ENOUGH = "not_enough_information"
UNKNOWN_LABEL = "label_unknown"


class LabelledPrediction(Struct, gc=False, kw_only=True):
    """The part of a prediction that the official scorers of the family share."""

    id: ClaimId | UnsetType = UNSET
    predicted_label: PredictedLabel

    @property
    def verdict(self) -> str:
        """The verdict that the label stands for."""
        return VERDICTS.get(self.predicted_label, self.predicted_label)

    @property
    def claim_id(self) -> int | None:
        return None if isinstance(self.id, UnsetType) else self.id


def label_of(verdict: str) -> Label:
    """Return the label of a verdict; FormatError where it has none."""
    try:
        return LABELS[verdict]
    except KeyError:
        raise FormatError("verdict_without_label", verdict=verdict) from None
