"""Charts of upright bars over days or weeks: counts, of which each stands for itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from plots.lines import Mark
from plots.scales import nice_top, percent, spell
from plots.tones import Tone

# The part of its step that a column fills.
_FILLED = 0.76


@dataclass(frozen=True, slots=True, kw_only=True)
class UprightBar:
    """The value of one day or week."""

    label: str
    value: float


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column with its positions in the SVG."""

    x: str
    y: str
    width: str
    height: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnChart:
    """A chart with an upright bar for each point in time, in their order."""

    title: str
    points: tuple[UprightBar, ...]
    caption: str = ""
    point_name: str = ""
    value_name: str = ""
    tone: Tone = Tone.ACCENT
    top: float | None = None
    height: int = 150
    kind: str = field(default="columns", init=False)

    @property
    def most(self) -> float:
        return self.top or nice_top(max((column.value for column in self.points), default=0.0))

    @property
    def drawn(self) -> tuple[DrawnColumn, ...]:
        step = 100 / max(1, len(self.points))
        return tuple(
            DrawnColumn(
                x=percent(step * (number + (1 - _FILLED) / 2), 100),
                y=percent(100 - 100 * column.value / self.most, 100),
                width=percent(step * _FILLED, 100),
                height=percent(100 * column.value / self.most, 100),
                words=f"{column.label}: {spell(column.value)}",
            )
            for number, column in enumerate(self.points)
        )

    @property
    def heights(self) -> tuple[Mark, ...]:
        """The labels of the horizontal lines."""
        return tuple(
            Mark(percent(100 - 100 * part, 100), spell(self.most * part)) for part in (0, 0.5, 1)
        )

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last label of the axis."""
        if not self.points:
            return "", ""
        return self.points[0].label, self.points[-1].label

    @property
    def columns(self) -> tuple[str, ...]:
        return self.point_name, self.value_name

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple((column.label, spell(column.value)) for column in self.points)
