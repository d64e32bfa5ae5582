"""The figures of a training: what was learned from, and how often the model was right."""

from __future__ import annotations

from msgspec import Struct


class PartFigures(Struct, frozen=True):
    """The figures of one of the models: of texts, of tables, or of the reader."""

    # Pairs of a claim and its evidence, or statements about a table.
    examples: int = 0
    # By label.
    labels: dict[str, int] = {}
    # Of a model that was trained on the other pages; None if there were too few.
    held_out: int | None = None
    right: int | None = None
    # The share of right answers by nothing but the length of the evidence; of texts only.
    right_by_length: float | None = None
    # The share of the most frequent label among those held out.
    majority: float | None = None
    # [true label][predicted label]
    confusion: dict[str, dict[str, int]] = {}

    @property
    def accuracy(self) -> float | None:
        """The share of right answers among those held out."""
        return None if not self.held_out or self.right is None else self.right / self.held_out

    @property
    def right_percent(self) -> int | None:
        return _percent(self.accuracy)

    @property
    def length_percent(self) -> int | None:
        return _percent(self.right_by_length)

    @property
    def majority_percent(self) -> int | None:
        return _percent(self.majority)


def _percent(share: float | None) -> int | None:
    return None if share is None else round(100 * share)


class TrainingFigures(Struct, frozen=True):
    """The figures of both models. Statements about tables are optional."""

    claims: int
    pages: int
    text: PartFigures
    tables: PartFigures
    # Of the reader alone, and of the mean of it and the counted model; None without a reader.
    reader: PartFigures | None = None
    joint: PartFigures | None = None
    # Claims whose evidence is not all in the corpus, or mixes cells with sentences or other tables.
    left_out: int = 0
