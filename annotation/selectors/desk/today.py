"""A person's own numbers of the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Interaction
from annotation.rules.logs.acts import SERVER_STREAM
from annotation.rules.logs.work_time import Moment, split_time, time_since_break


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
        """Return whether a break is due, unless the reminder was skipped not long ago."""
        is_skipped = skipped_at is not None and now - skipped_at < time_before_break()
        return self.since_break >= time_before_break() and not is_skipped


def time_before_break() -> timedelta:
    """Return how long a person works without a break before they are reminded of one."""
    return timedelta(minutes=settings.BREAK_REMINDER_MINUTES)


def today_of(person: User, now: datetime) -> Today:
    """Return a person's own numbers of the day, by the site's clock."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    done = Attempt.objects.filter(
        annotator=person, outcome=Attempt.Outcome.SUBMITTED, ended_at__gte=midnight
    )
    # Work past midnight is not a break.
    moments = _moments_since(person, min(midnight, now - 2 * time_before_break()))
    of_the_day = [moment for moment in moments if moment.at >= midnight]
    return Today(done.count(), split_time(of_the_day).active, time_since_break(moments, now))


def _moments_since(person: User, since: datetime) -> list[Moment]:
    # Interactions that the server records itself do not show that a person was there.
    rows = (
        Interaction.objects.filter(attempt__annotator=person, happened_at__gte=since)
        .exclude(stream=SERVER_STREAM)
        .order_by("stream", "sequence")
        .values_list("stream", "sequence", "kind", "happened_at")
    )
    return [Moment(str(stream), sequence, kind, at) for stream, sequence, kind, at in rows]
