"""What somebody did today."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Interaction
from annotation.rules.work_time import Moment, split_time, time_since_break

# Who has worked for so long without a break is reminded of one.
HINT_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Today:
    """Items finished and time at work, since midnight."""

    done: int
    active: timedelta
    since_break: timedelta = timedelta()

    @property
    def minutes(self) -> int:
        return round(self.active.total_seconds() / 60)

    @property
    def hours_and_minutes(self) -> tuple[int, int]:
        return divmod(self.minutes, 60)

    def hints_at_break(self, now: datetime, skipped_at: datetime | None) -> bool:
        """Whether it is time for a break, unless the hint was skipped not long ago."""
        is_skipped = skipped_at is not None and now - skipped_at < HINT_AFTER
        return self.since_break >= HINT_AFTER and not is_skipped


def today_of(person: User, now: datetime) -> Today:
    """A person's own numbers of the day, by the site's clock."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    done = Attempt.objects.filter(
        annotator=person, outcome=Attempt.Outcome.SUBMITTED, ended_at__gte=midnight
    )
    # Who works past midnight works on.
    moments = _moments_since(person, min(midnight, now - 2 * HINT_AFTER))
    of_the_day = [one for one in moments if one.at >= midnight]
    return Today(done.count(), split_time(of_the_day).active, time_since_break(moments, now))


def _moments_since(person: User, since: datetime) -> list[Moment]:
    rows = (
        Interaction.objects.filter(attempt__annotator=person, happened_at__gte=since)
        .order_by("stream", "sequence")
        .values_list("attempt__public_id", "stream", "sequence", "kind", "happened_at")
    )
    # What the server noted itself is no presence.
    return [
        Moment(str(stream), sequence, kind, at)
        for attempt, stream, sequence, kind, at in rows
        if stream != uuid.uuid5(attempt, "server")
    ]
