"""Labels of the verifier as verdicts on screen: icon, word and colour."""

from __future__ import annotations

from dataclasses import dataclass

from assist.messages import label_word

_LOOKS = {
    "SUPPORTS": ("supported", "check-circle"),
    "REFUTES": ("refuted", "x-circle"),
    "NOT ENOUGH INFO": ("not_enough_information", "question-mark-circle"),
}


@dataclass(frozen=True, slots=True)
class VerdictWord:
    """A verdict with its icon, its word and (by its name) its colour."""

    name: str
    icon: str
    label: str


def verdict_word(label: str) -> VerdictWord:
    """Return how a label is shown."""
    name, icon = _LOOKS[label]
    return VerdictWord(name, icon, label_word(label))
