"""Scales: positions on a chart, and numbers as text."""

from __future__ import annotations

from math import floor, log10


def percent(value: float, most: float) -> str:
    """Return the position of a value along a chart, for an SVG attribute."""
    place = 100 * value / most if most else 0.0
    return f"{min(100.0, max(0.0, place)):.2f}%"


def nice_top(most: float) -> float:
    """Return the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least this large."""
    if most <= 0:
        return 1.0
    power = 10.0 ** floor(log10(most))
    for step in (1, 2, 2.5, 5, 10):
        if step * power >= most * (1 - 1e-9):
            return step * power
    return 10 * power


def spell(value: float | None) -> str:
    """Return a number as text: a whole number without decimals, others with about three digits."""
    if value is None:
        return "–"
    if abs(value - round(value)) < 1e-9:
        return f"{round(value):,}"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.1f}"
