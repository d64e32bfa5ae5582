"""Values of cells: numbers, money, percentages, dates, times, scores, ordinals, or plain text.

Every kind that can be ordered has a key (a float), so that programs compare and rank them alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class ValueKind(StrEnum):
    """The kinds of cells, and of columns in which most cells are of one kind."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    PERCENTAGE = "percentage"
    DATE = "date"
    TIME = "time"
    SCORE = "score"
    ORDINAL = "ordinal"
    RANK = "rank"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell's kind and, where it can be ordered, its key."""

    kind: ValueKind
    key: float | None = None


EMPTY_TEXTS = frozenset({"", "-", "–", "—", "n / a", "n/a", "none", "tba", "?", "unknown", "- -"})
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",),
            ("june", "jun"), ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"),
            ("october", "oct"), ("november", "nov"), ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_NUMBER = r"[+\-−]?\s?\d+(?:,\d{3})*(?:[.٫]\d+)?"
_PLAIN = re.compile(rf"({_NUMBER})(?:\s*\(.*\))?\s*[*†‡]?$")
_WITH_UNIT = re.compile(rf"({_NUMBER})\s*[a-zµ²³°/'\".]{{1,12}}(?:\s*\(.*\))?$")
_PERCENT = re.compile(rf"({_NUMBER})\s*%")
_MONEY = re.compile(rf"(?:us|a|c|hk)?\s?[$€£¥]\s?({_NUMBER})\s*(thousand|million|billion|k|m|bn)?")
_ORDINAL = re.compile(r"(?:t\s?-?\s?)?(\d+)\s?(?:st|nd|rd|th)\b")
_TIED = re.compile(r"(?:t|=)\s?-?\s?(\d+)$")
_SCORE = re.compile(r"(?:[wldt]\s+)?(\d+)\s?[-–:]\s?(\d+)(?:\s?[-–]\s?(\d+))?\b")
_TIME = re.compile(r"(\d{1,3}):(\d{2})(?::(\d{2}))?(?:[.](\d+))?")
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH})\b\.?,?\s*(\d{{4}})?")
_MONTH_DAY = re.compile(rf"({_MONTH})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:\s*,?\s*(\d{{4}}))?")
_MONTH_YEAR = re.compile(rf"({_MONTH})\b\.?,?\s*(\d{{4}})?")
_ISO = re.compile(r"(\d{4})\s?-\s?(\d{1,2})\s?-\s?(\d{1,2})\b")
_YEAR = re.compile(r"(1[5-9]\d\d|20\d\d)$")
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9}


def read_value(text: str) -> ReadCell:
    """Read a cell's text, in lower case."""
    text = text.strip()
    if text in EMPTY_TEXTS:
        return ReadCell(ValueKind.EMPTY)
    if not any(letter.isdigit() for letter in text):
        month = _MONTH_YEAR.fullmatch(text)
        if month and text in MONTHS:
            return ReadCell(ValueKind.DATE, float(MONTHS[text] * 31))
        return ReadCell(ValueKind.TEXT)
    for read in (_read_plain, _read_date, _read_marked, _read_score):
        value = read(text)
        if value is not None:
            return value
    return ReadCell(ValueKind.TEXT)


def _float(figures: str) -> float:
    return float(figures.replace(",", "").replace(" ", "").replace("−", "-").replace("٫", "."))


def _read_plain(text: str) -> ReadCell | None:
    match = _PLAIN.match(text)
    if match:
        return ReadCell(ValueKind.NUMBER, _float(match[1]))
    return None


def _read_date(text: str) -> ReadCell | None:
    for pattern, parts in ((_DAY_MONTH, (2, 1, 3)), (_MONTH_DAY, (1, 2, 3))):
        match = pattern.search(text)
        if match:
            month, day, year = (match[part] for part in parts)
            return ReadCell(ValueKind.DATE, date_key(int(year or 0), MONTHS[month], int(day)))
    match = _ISO.search(text)
    if match:
        return ReadCell(ValueKind.DATE, date_key(*(int(part) for part in match.groups())))
    match = _MONTH_YEAR.match(text)
    if match and match[2]:
        return ReadCell(ValueKind.DATE, date_key(int(match[2]), MONTHS[match[1]], 0))
    return None


def date_key(year: int, month: int, day: int) -> float:
    """Return the key of a date; its parts may be 0 where they are not known."""
    return float(year * 372 + month * 31 + day)


def _read_marked(text: str) -> ReadCell | None:
    match = _PERCENT.match(text)
    if match:
        return ReadCell(ValueKind.PERCENTAGE, _float(match[1]))
    match = _MONEY.match(text)
    if match:
        return ReadCell(ValueKind.MONEY, _float(match[1]) * _SCALES.get(match[2] or "", 1.0))
    match = _ORDINAL.match(text) or _TIED.match(text)
    if match:
        return ReadCell(ValueKind.ORDINAL, float(match[1]))
    return None


def _read_score(text: str) -> ReadCell | None:
    match = _TIME.match(text)
    if match:
        hours_or_minutes, rest, seconds, fraction = match.groups()
        key = float(hours_or_minutes) * 60 + float(rest)
        if seconds:
            key = key * 60 + float(seconds)
        return ReadCell(ValueKind.TIME, key + (float(f"0.{fraction}") if fraction else 0.0))
    match = _SCORE.match(text)
    if match:
        # The first figure orders scores and results such as "3 - 0"; years such as 1998 - 99 too.
        return ReadCell(ValueKind.SCORE, float(match[1]))
    match = _WITH_UNIT.match(text)
    if match:
        return ReadCell(ValueKind.NUMBER, _float(match[1]))
    return None
