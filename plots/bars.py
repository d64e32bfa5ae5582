"""Charts of horizontal bars, with one value each or stacked from segments.

A label is above its bar, as text of the page: a long label wraps, on a phone too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from plots.scales import percent, spell
from plots.tones import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One value, optionally with a target and the interval around it."""

    label: str
    value: float
    target: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""
    tone: Tone = Tone.ACCENT


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """A bar with its positions in the SVG."""

    bar: Bar
    width: str
    target_x: str | None
    low_x: str | None
    high_x: str | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """A chart with one value for each label. `title` is a sentence about what it shows."""

    title: str
    bars: tuple[Bar, ...]
    caption: str = ""
    value_name: str = "Value"
    target_name: str = "Target"
    interval_names: tuple[str, str] = ("From", "To")
    top: float | None = None  # the value of the full width
    kind: str = field(default="bars", init=False)

    @property
    def drawn(self) -> tuple[DrawnBar, ...]:
        ends = [end for bar in self.bars for end in (bar.value, bar.target, bar.high) if end]
        top = self.top or max(ends, default=1.0)
        return tuple(
            DrawnBar(
                bar=bar,
                width=percent(bar.value, top),
                target_x=None if bar.target is None else percent(bar.target, top),
                low_x=None if bar.low is None else percent(bar.low, top),
                high_x=None if bar.high is None else percent(bar.high, top),
                words=bar.note or spell(bar.value),
            )
            for bar in self.bars
        )

    @property
    def columns(self) -> tuple[str, ...]:
        has_target = any(bar.target is not None for bar in self.bars)
        has_interval = any(bar.low is not None for bar in self.bars)
        return (
            "",
            self.value_name,
            *((self.target_name,) if has_target else ()),
            *(self.interval_names if has_interval else ()),
        )

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        has_target = any(bar.target is not None for bar in self.bars)
        has_interval = any(bar.low is not None for bar in self.bars)
        return tuple(
            (
                bar.label,
                spell(bar.value),
                *((spell(bar.target),) if has_target else ()),
                *((spell(bar.low), spell(bar.high)) if has_interval else ()),
            )
            for bar in self.bars
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """The meaning of one colour of a stacked bar."""

    label: str
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class StackedBar:
    """A bar with one value for each segment of the chart, in their order."""

    label: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DrawnSegment:
    segment: Segment
    x: str
    width: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnStack:
    bar: StackedBar
    segments: tuple[DrawnSegment, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StackedBarChart:
    """A chart of how each label is composed of the same segments."""

    title: str
    segments: tuple[Segment, ...]
    bars: tuple[StackedBar, ...]
    caption: str = ""
    # Every bar is as wide as the chart, and shows shares.
    is_relative: bool = False
    kind: str = field(default="stacks", init=False)

    @property
    def drawn(self) -> tuple[DrawnStack, ...]:
        most = max((sum(bar.values) for bar in self.bars), default=0.0)
        return tuple(self._drawn(bar, most) for bar in self.bars)

    def _drawn(self, bar: StackedBar, most: float) -> DrawnStack:
        total = sum(bar.values)
        top = total if self.is_relative else most
        drawn, before = [], 0.0
        for segment, value in zip(self.segments, bar.values, strict=True):
            if value:
                drawn.append(
                    DrawnSegment(
                        segment,
                        percent(before, top),
                        percent(value, top),
                        f"{segment.label}: {spell(value)}",
                    )
                )
            before += value
        return DrawnStack(bar, tuple(drawn), spell(total))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("", *(segment.label for segment in self.segments))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple((bar.label, *map(spell, bar.values)) for bar in self.bars)
