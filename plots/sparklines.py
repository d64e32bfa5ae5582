"""Small charts without axes, for a cell of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SparkBar:
    """A bar with its position in the SVG."""

    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """Counts over time as bars; `label` says them in words."""

    values: tuple[int, ...]
    label: str
    # Of all sparklines of a table, so that they can be compared; by default its own.
    most: int = 0

    STEP = 5
    HEIGHT = 20

    @property
    def width(self) -> int:
        return self.STEP * len(self.values)

    @property
    def drawn(self) -> tuple[SparkBar, ...]:
        top = self.most or max(self.values, default=0)
        bars = []
        for place, value in enumerate(self.values):
            # What is not nothing can be seen.
            height = max(1, round(self.HEIGHT * value / top)) if value else 0
            bars.append(SparkBar(self.STEP * place, self.HEIGHT - height, height))
        return tuple(bars)

    @property
    def path(self) -> str:
        """Return all bars as one shape: a table has many of them."""
        shown = (bar for bar in self.drawn if bar.height)
        return "".join(f"M{bar.x} {bar.y}h4v{bar.height}h-4z" for bar in shown)
