"""The charts of a datasheet, from counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plots import Bar, BarChart, Segment, StackedBar, StackedBarChart, Tone
from releases.papers.statistics import by_class

_TONES = {
    "supported": Tone.SUPPORTED,
    "refuted": Tone.REFUTED,
    "not_enough_information": Tone.NOT_ENOUGH,
}
_OTHER_TONES = (Tone.ACCENT, Tone.WARNING, Tone.QUIET)


def short_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the first words of labels, where those are distinct: columns are narrow."""
    first = tuple(label.partition(" ")[0] for label in labels)
    return first if len(set(first)) == len(first) else tuple(labels)


def by_verdict(
    title: str,
    table: Mapping[str, Mapping[str, int]],
    order: Mapping[str, Any],
    verdict_names: Mapping[str, str],
    labels: Mapping[str, str] | None = None,
) -> StackedBarChart:
    """Return a chart in which each row is divided by verdicts."""
    verdicts = [name for name in verdict_names if any(name in row for row in table.values())]
    return StackedBarChart(
        title=title,
        segments=tuple(
            Segment(
                label=verdict_names[name],
                tone=_TONES.get(name, _OTHER_TONES[number % len(_OTHER_TONES)]),
            )
            for number, name in enumerate(verdicts)
        ),
        bars=tuple(
            StackedBar(
                label=(labels or {}).get(row, row),
                values=tuple(float(table[row].get(verdict, 0)) for verdict in verdicts),
            )
            for row in order
            if row in table
        ),
    )


def bars(title: str, counts: Mapping[str, int], value_name: str) -> BarChart:
    """Return a chart with a bar for each count."""
    return BarChart(
        title=title,
        bars=tuple(Bar(label=label, value=count) for label, count in counts.items()),
        value_name=value_name,
    )


def classes(
    title: str,
    counter: Mapping[str, int],
    ends: Sequence[int],
    value_name: str,
    caption: str = "",
) -> BarChart:
    """Return a chart with a bar for each class of numbers: 0–4, 5–9."""
    return BarChart(
        title=title,
        bars=tuple(Bar(label=name, value=count) for name, count in _trimmed(counter, ends)),
        value_name=value_name,
        caption=caption,
    )


def _trimmed(counter: Mapping[str, int], ends: Sequence[int]) -> list[tuple[str, int]]:
    """Return the classes from the first to the last that is not empty."""
    classes = by_class(counter, ends)
    filled = [number for number, (_, count) in enumerate(classes) if count]
    return classes[filled[0] : filled[-1] + 1] if filled else []
