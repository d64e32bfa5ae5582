"""The active time of attempts, counted from their logs when they have ended.

A log may grow a little after its attempt has ended, so an attempt is counted again whenever the
size of its log is no longer the one that was counted.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F

from annotation.models import Attempt
from annotation.services.logs.interactions import work_time_of

# A chore is quick; people finish fewer than this between two of them.
ATTEMPTS_AT_ONCE = 100


def count_work_times(*, most: int = ATTEMPTS_AT_ONCE) -> int:
    """Count the active time of attempts whose log grew and that have ended. Return how many."""
    # The condition of the index has no value in it, so it is asked for just so.
    grown = Attempt.objects.exclude(timed_acts=F("acts")).exclude(outcome=Attempt.Outcome.OPEN)
    attempts = list(grown.order_by("pk")[:most])
    for attempt in attempts:
        active = work_time_of(attempt).active
        Attempt.objects.filter(pk=attempt.pk).update(
            active_ms=active // timedelta(milliseconds=1), timed_acts=attempt.acts
        )
    return len(attempts)
