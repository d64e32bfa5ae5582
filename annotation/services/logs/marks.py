"""Marks on logs that look odd: hours of activity at once, impossible times, too many entries."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from annotation.models import Attempt, LogMark
from annotation.rules.logs.arrivals import PlacedBatch


def mark_batch(*, attempt: Attempt, batch: PlacedBatch, now: datetime) -> None:
    """Mark what is odd about a batch. Call it within the transaction that stores the batch."""
    if batch.impossible_by:
        mark_log(
            attempt=attempt,
            kind=LogMark.Kind.IMPOSSIBLE_TIMES,
            extent=batch.impossible_by,
            now=now,
        )
    if batch.active >= timedelta(minutes=settings.ODD_BATCH_MINUTES):
        mark_log(attempt=attempt, kind=LogMark.Kind.LONG_BATCH, extent=batch.active, now=now)


def mark_log(
    *, attempt: Attempt, kind: LogMark.Kind, now: datetime, extent: timedelta = timedelta()
) -> None:
    """Mark the log of a locked attempt; of several marks of a kind the largest is kept."""
    seconds = extent // timedelta(seconds=1)
    mark, is_new = LogMark.objects.get_or_create(
        attempt=attempt, kind=kind, defaults={"seconds": seconds, "marked_at": now}
    )
    if not is_new and seconds > mark.seconds:
        mark.seconds, mark.marked_at = seconds, now
        mark.save(update_fields=["seconds", "marked_at"])
