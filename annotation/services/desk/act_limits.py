"""Limits of skips, reports, pauses and questions: as many as work needs, fewer than a flood."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q

from accounts.models import User
from annotation.models import Attempt, ClaimReport, Interaction, InteractionKind, Skip
from annotation.rules.logs.acts import SERVER_STREAM

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class LimitedAct(StrEnum):
    """The acts that are limited."""

    SKIP = "skip"
    REPORT = "report"
    PAUSE = "pause"
    FEEDBACK = "feedback"


# The acts that are nowhere but in the log.
_LOGGED = {
    LimitedAct.PAUSE: InteractionKind.PAUSED,
    LimitedAct.FEEDBACK: InteractionKind.FEEDBACK_ASKED,
}


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many within a time."""

    most: int
    within: timedelta


class TooOftenError(Exception):
    """A person reached a limit; their managers can undo what was too much."""

    def __init__(self, act: LimitedAct, limit: RateLimit) -> None:
        super().__init__(f"{act}: {limit.most} in {limit.within}")
        self.act = act
        self.limit = limit


def hold_person(person_id: int) -> None:
    """Lock a person, so that their requests are counted one after another.

    It is the first lock of a transaction.
    """
    User.objects.select_for_update(no_key=True).only("pk").get(pk=person_id)


def check_rate(*, act: LimitedAct, person_id: int, now: datetime) -> None:
    """Raise TooOftenError if a person has done this as often as the settings allow.

    The person must be locked. What was undone does not count.
    """
    times = _times(act, person_id, now - DAY)
    for limit in _limits(act):
        if sum(at > now - limit.within for at in times) >= limit.most:
            raise TooOftenError(act, limit)


def _limits(act: LimitedAct) -> tuple[RateLimit, RateLimit]:
    hourly, daily = {
        LimitedAct.SKIP: (settings.SKIPS_AN_HOUR, settings.SKIPS_A_DAY),
        LimitedAct.REPORT: (settings.REPORTS_AN_HOUR, settings.REPORTS_A_DAY),
        LimitedAct.PAUSE: (settings.PAUSES_AN_HOUR, settings.PAUSES_A_DAY),
        LimitedAct.FEEDBACK: (settings.FEEDBACK_AN_HOUR, settings.FEEDBACK_A_DAY),
    }[act]
    return RateLimit(hourly, HOUR), RateLimit(daily, DAY)


def _times(act: LimitedAct, person_id: int, since: datetime) -> list[datetime]:
    """Return when a person did this since a moment."""
    mine = Attempt.objects.filter(
        Q(ended_at__isnull=True) | Q(ended_at__gt=since), annotator=person_id
    ).values("pk")
    if act is LimitedAct.SKIP:
        skips = Skip.objects.filter(attempt__in=mine, skipped_at__gt=since)
        return list(skips.values_list("skipped_at", flat=True))
    if act is LimitedAct.REPORT:
        reports = ClaimReport.objects.filter(attempt__in=mine, reported_at__gt=since)
        kept = reports.exclude(state=ClaimReport.State.UNDONE)
        return list(kept.values_list("reported_at", flat=True))
    logged = Interaction.objects.filter(
        attempt__in=mine, stream=SERVER_STREAM, kind=_LOGGED[act], received_at__gt=since
    )
    return list(logged.values_list("received_at", flat=True))
