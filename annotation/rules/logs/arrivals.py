"""Batches of acts as they arrive: times by the server's clock, and what is odd about them.

Pure. A browser reports when its acts were and when it sent them, by a clock that may be wrong or
forged. What counts is how long before the sending each act was, and only within the time between
the attempt's start and the arrival, which the server knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from annotation.rules.logs.acts import DeskAct
from annotation.rules.logs.work_time import Moment, split_time

# After the end of an attempt, so long for the batch that was on its way.
LAST_BATCH = timedelta(minutes=1)
# Clocks drift, and a page may be loaded a moment before the server notes the start.
TOLERANCE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Opening:
    """The time in which an attempt takes acts.

    `began_at` is its start, `opened_at` when it was last opened, `closed_at` its end, if it ended.
    """

    began_at: datetime
    opened_at: datetime
    closed_at: datetime | None

    def takes_acts(self, now: datetime) -> bool:
        """Return whether acts that arrive now are recorded."""
        return self.closed_at is None or now <= self.closed_at + LAST_BATCH


@dataclass(frozen=True, slots=True)
class PlacedBatch:
    """The times of a batch's acts, the activity in it, and by how much times were impossible."""

    times: Sequence[datetime]
    active: timedelta
    impossible_by: timedelta


def place_batch(
    acts: Sequence[DeskAct], *, sent_at: datetime | None, opening: Opening, now: datetime
) -> PlacedBatch:
    """Return the acts' times by the server's clock, none outside the attempt.

    A browser that does not say when it sent its acts is taken to have sent them with the last.
    """
    if not acts:
        return PlacedBatch((), timedelta(), timedelta())
    reported = [act.happened_at for act in acts]
    off = now - (sent_at or max(reported))
    corrected = [at + off for at in reported]
    first, last = min(corrected), max(corrected)
    impossible_by = max(opening.began_at - first, last - now, timedelta())
    latest = now if opening.closed_at is None else min(now, opening.closed_at)
    earliest = min(opening.opened_at, latest)
    times = [min(max(at, earliest), latest) for at in corrected]
    moments = (Moment("", act.sequence, act.kind, at) for act, at in zip(acts, times, strict=True))
    return PlacedBatch(
        times,
        split_time(moments).active,
        impossible_by if impossible_by > TOLERANCE else timedelta(),
    )
