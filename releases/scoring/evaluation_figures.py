"""The figures of an evaluation of the verifier, as they are stored.

Without NumPy, because web processes read them.
"""

from __future__ import annotations

from msgspec import Struct


class ScoreFigures(Struct, frozen=True):
    """The scores of some claims, as shares."""

    claims: int
    strict: float
    label_accuracy: float


class BinFigures(Struct, frozen=True):
    """Answers of a probability between two bounds, and how many of them were right."""

    low: float
    high: float
    claims: int
    right: int
    # The 95% interval of the share of right ones; None without answers.
    interval: tuple[float, float] | None = None


class RecallFigure(Struct, frozen=True):
    """The recall of pages, sentences or tables at k, in both studies' ways."""

    what: str
    k: int
    of_elements: float | None
    of_claims: float | None
    oracle: float | None


class OtherwiseFigure(Struct, frozen=True):
    """A claim about which the verifier is sure, and the dataset says otherwise."""

    record: int
    claim: str
    label: str
    predicted: str
    probability: float
    english: str = ""


class EvaluationFigures(Struct, frozen=True):
    """All figures of an evaluation."""

    all: ScoreFigures
    fever: float
    complete: float
    precision: float
    f1: float
    abstained: int
    # How many claims the model learned from; None if that is not known.
    learned: int | None
    # With gold evidence: its claims, the share of right labels, and that of the length alone.
    gold: int
    gold_accuracy: float | None
    length_accuracy: float | None
    recall: tuple[RecallFigure, ...]
    # [true label][predicted label]
    confusion: dict[str, dict[str, int]]
    calibration: tuple[BinFigures, ...]
    challenges: dict[str, ScoreFigures]
    # The surest first.
    otherwise: tuple[OtherwiseFigure, ...]
