"""Log entries whose time is outside their attempt."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from annotation.models import Interaction


def misplaced_acts() -> QuerySet[Interaction]:
    """Return entries that are dated before the attempt's start or after their own arrival."""
    return Interaction.objects.filter(
        Q(happened_at__lt=F("attempt__started_at"), received_at__gte=F("attempt__started_at"))
        | Q(happened_at__gt=F("received_at"))
    )


def find_misplaced_acts() -> str:
    """Return a sentence about such entries for `check_integrity`; empty if there are none."""
    count = misplaced_acts().count()
    if not count:
        return ""
    noun = "log entry is" if count == 1 else "log entries are"
    return (
        f"{count:,} {noun} dated before the start of their attempt or after their arrival."
        " `manage.py mend_log_times` sets them to the nearest possible time."
    )
