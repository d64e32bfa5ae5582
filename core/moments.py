"""Days and times from outside, within the years that anybody means.

Python's times end on 31 December 9999: a day later, or the same moment in another time zone, is an
error. So what comes from a form, an address or a file is read here, and refused beyond these years.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

EARLIEST = date(1970, 1, 1)
LATEST = date(2200, 1, 1)


def read_day(text: str) -> datetime | None:
    """Return the beginning of a day, or None if the text is no day that anybody means."""
    try:
        day = parse_date(text.strip()[:20])
    except ValueError:
        return None
    if day is None or not EARLIEST <= day <= LATEST:
        return None
    return timezone.make_aware(datetime.combine(day, time.min))


def read_end_of_day(text: str) -> datetime | None:
    """Return the beginning of the next day, so that the day itself is included."""
    day = read_day(text)
    return None if day is None else day + timedelta(days=1)


def read_moment(text: str) -> datetime | None:
    """Return a time in UTC, or None if the text is no time that anybody means."""
    try:
        moment = parse_datetime(text.strip()[:40])
        if moment is None:
            return None
        in_utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return in_utc if EARLIEST <= in_utc.date() <= LATEST else None
