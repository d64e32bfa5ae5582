"""Charts of lines over ordered points, each with the interval around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from plots.scales import nice_top, percent, spell
from plots.tones import Tone

# Of the width of a chart, in percent.
_HALF_BAR = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    label: str
    value: float | None  # None: a gap in the line
    low: float | None = None
    high: float | None = None
    # What is said of it, if more than its value and the interval around it.
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    label: str
    points: tuple[Point, ...]
    tone: Tone = Tone.ACCENT


@dataclass(frozen=True, slots=True)
class DrawnPoint:
    x: str
    y: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """The line and its band as paths in a square of 100, stretched to the chart."""

    line: Line
    path: str
    band: str
    points: tuple[DrawnPoint, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A label on an axis."""

    place: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A chart of lines that have the same points, in the same order."""

    title: str
    lines: tuple[Line, ...]
    caption: str = ""
    point_name: str = ""
    top: float | None = None
    height: int = 180
    kind: str = field(default="lines", init=False)

    @property
    def most(self) -> float:
        ends = [
            end
            for line in self.lines
            for point in line.points
            for end in (point.value, point.high)
            if end is not None
        ]
        return self.top or nice_top(max(ends, default=1.0))

    @property
    def drawn(self) -> tuple[DrawnLine, ...]:
        return tuple(self._drawn(line) for line in self.lines)

    def _drawn(self, line: Line) -> DrawnLine:
        places = [self._x(number, len(line.points)) for number in range(len(line.points))]
        path, is_open = [], False
        for x, point in zip(places, line.points, strict=True):
            if point.value is None:
                is_open = False
                continue
            path.append(f"{'L' if is_open else 'M'}{x:.2f} {self._y(point.value):.2f}")
            is_open = True
        within = [
            (x, point.low, point.high)
            for x, point in zip(places, line.points, strict=True)
            if point.low is not None and point.high is not None
        ]
        if len(within) == 1:
            # A point alone has no band to be part of: a bar shows its interval.
            [(x, low, high)] = within
            within = [(x - _HALF_BAR, low, high), (x + _HALF_BAR, low, high)]
        band = [f"{x:.2f} {self._y(high):.2f}" for x, _, high in within]
        band += [f"{x:.2f} {self._y(low):.2f}" for x, low, _ in reversed(within)]
        return DrawnLine(
            line,
            "".join(path),
            f"M{'L'.join(band)}Z" if within else "",
            tuple(
                DrawnPoint(
                    percent(x, 100),
                    percent(self._y(point.value), 100),
                    f"{point.label}: {point.note or spell(point.value)}",
                )
                for x, point in zip(places, line.points, strict=True)
                if point.value is not None
            ),
        )

    def _x(self, number: int, count: int) -> float:
        # Half a step from the edges, so that the first and the last point are fully visible.
        return 100 * (number + 0.5) / count

    def _y(self, value: float) -> float:
        return 100 - 100 * min(1.0, max(0.0, value / self.most))

    @property
    def heights(self) -> tuple[Mark, ...]:
        """The labels of the horizontal lines."""
        return tuple(
            Mark(percent(100 - 100 * part, 100), spell(self.most * part)) for part in (0, 0.5, 1)
        )

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last label of the axis; of a point alone, its one."""
        points = self.lines[0].points if self.lines else ()
        last = points[-1].label if len(points) > 1 else ""
        return (points[0].label, last) if points else ("", "")

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.point_name, *(line.label for line in self.lines))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (points[0].label, *(_words(point) for point in points))
            for points in zip(*(line.points for line in self.lines), strict=True)
        )


def _words(point: Point) -> str:
    if point.note:
        return point.note
    if point.low is None or point.high is None:
        return spell(point.value)
    return f"{spell(point.value)} ({spell(point.low)}–{spell(point.high)})"
