"""The colours of a chart, by meaning; the style sheet defines them for light and dark."""

from __future__ import annotations

from enum import StrEnum


class Tone(StrEnum):
    ACCENT = "accent"
    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH = "not-enough"
    WARNING = "warning"
    QUIET = "quiet"
