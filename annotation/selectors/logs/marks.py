"""Logs of a campaign that look odd."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from annotation.models import LogMark
from campaigns.models import Campaign


def log_marks_in(campaign: Campaign) -> QuerySet[LogMark]:
    """Return the marks in a campaign with people, items and verifications, newest first."""
    return (
        LogMark.objects.filter(
            Q(attempt__highlight__campaign=campaign) | Q(attempt__claim__campaign=campaign)
        )
        .select_related(
            "attempt__annotator",
            "attempt__claim",
            "attempt__highlight__page",
            "attempt__verification",
        )
        .order_by("-marked_at", "-pk")
    )


def log_marks_of(attempts: Iterable[int]) -> dict[int, list[LogMark]]:
    """Return the marks of attempts, by the attempt's key."""
    marks: dict[int, list[LogMark]] = {}
    for mark in LogMark.objects.filter(attempt__in=list(attempts)).order_by("pk"):
        marks.setdefault(mark.attempt_id, []).append(mark)
    return marks
