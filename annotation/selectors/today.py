"""What somebody did today."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Interaction
from annotation.work_time import Moment, split_time


@dataclass(frozen=True, slots=True)
class Today:
    """Items finished and time at work, since midnight."""

    done: int
    active: timedelta

    @property
    def minutes(self) -> int:
        return round(self.active.total_seconds() / 60)

    @property
    def hours_and_minutes(self) -> tuple[int, int]:
        return divmod(self.minutes, 60)


def today_of(person: User, now: datetime) -> Today:
    """A person's own numbers of the day, by the site's clock."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    done = Attempt.objects.filter(
        annotator=person, outcome=Attempt.Outcome.SUBMITTED, ended_at__gte=midnight
    )
    return Today(done.count(), _active_since(person, midnight))


def _active_since(person: User, midnight: datetime) -> timedelta:
    rows = (
        Interaction.objects.filter(attempt__annotator=person, happened_at__gte=midnight)
        .order_by("stream", "sequence")
        .values_list("attempt__public_id", "stream", "sequence", "kind", "happened_at")
    )
    # What the server noted itself is no presence.
    return split_time(
        Moment(str(stream), sequence, kind, at)
        for attempt, stream, sequence, kind, at in rows
        if stream != uuid.uuid5(attempt, "server")
    ).active
