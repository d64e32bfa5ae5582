"""The filter above the lists of one's own claims and verifications, as an address has it."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest

from core.moments import read_day, read_end_of_day

LONGEST_WORDS = 200
LONGEST_NAME = 60


def wanted_words(request: HttpRequest) -> str:
    """Return the words that a claim must have."""
    return request.GET.get("words", "").strip()[:LONGEST_WORDS]


def wanted_name(request: HttpRequest, field: str) -> str:
    """Return the name of a verdict or state that was chosen."""
    return request.GET.get(field, "")[:LONGEST_NAME].replace("\0", "")


def wanted_time(request: HttpRequest) -> dict[str, datetime | None]:
    """Return since when and until when, with the last day included."""
    return {
        "since": read_day(request.GET.get("since", "")),
        "until": read_end_of_day(request.GET.get("until", "")),
    }
