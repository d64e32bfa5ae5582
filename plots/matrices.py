"""A matrix whose cells are tinted by their value."""

from __future__ import annotations

from dataclasses import dataclass, field

from plots.scales import spell

ROW, HEAD = 32, 28
# As many tints as the style sheet has, for each side of zero.
STEPS = 5


@dataclass(frozen=True, slots=True)
class DrawnCell:
    x: str
    y: int
    width: str
    middle: str
    tint: str
    words: str
    about: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    label: str
    y: int
    cells: tuple[DrawnCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMatrix:
    """A value for each pair of labels; None where there is none. Below zero has its own tints."""

    title: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    # What the table of numbers says of each cell, if more than its value.
    notes: tuple[tuple[str, ...], ...] = ()
    caption: str = ""
    top: float | None = None  # the value with the deepest tint
    kind: str = field(default="matrix", init=False)

    @property
    def height(self) -> int:
        return HEAD + ROW * len(self.row_labels)

    @property
    def label_width(self) -> int:
        """In hundredths of the chart's width."""
        return 28

    @property
    def heads(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (f"{self._left(n) + self._step / 2:.2f}%", label)
            for n, label in enumerate(self.column_labels)
        )

    @property
    def drawn(self) -> tuple[DrawnRow, ...]:
        known = [abs(value) for row in self.values for value in row if value is not None]
        top = self.top or max(known, default=1.0) or 1.0
        return tuple(
            DrawnRow(
                label,
                HEAD + ROW * number,
                tuple(
                    DrawnCell(
                        x=f"{self._left(n):.2f}%",
                        y=HEAD + ROW * number,
                        width=f"{self._step:.2f}%",
                        middle=f"{self._left(n) + self._step / 2:.2f}%",
                        tint=_tint(value, top),
                        words=spell(value),
                        about=f"{label}, {column}: {self._told(number, n)}",
                    )
                    for n, (column, value) in enumerate(zip(self.column_labels, row, strict=True))
                ),
            )
            for number, (label, row) in enumerate(zip(self.row_labels, self.values, strict=True))
        )

    @property
    def _step(self) -> float:
        return (100 - self.label_width) / max(1, len(self.column_labels))

    def _left(self, number: int) -> float:
        return self.label_width + self._step * number

    @property
    def columns(self) -> tuple[str, ...]:
        return ("", *self.column_labels)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (label, *(self._told(number, n) for n in range(len(self.values[number]))))
            for number, label in enumerate(self.row_labels)
        )

    def _told(self, row: int, column: int) -> str:
        """Return the note of a cell; its value where there is none."""
        note = self.notes[row][column] if self.notes else ""
        return note or spell(self.values[row][column])


def _tint(value: float | None, top: float) -> str:
    if value is None:
        return "none"
    step = min(STEPS, round(STEPS * abs(value) / top))
    return f"{'below' if value < 0 else 'above'}-{step}" if step else "zero"
