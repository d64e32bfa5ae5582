"""Items and hours by person, task and week, for those who pay or plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncWeek
from django.utils import timezone

from accounts.models import User
from annotation.models import PAID_PURPOSES, QUEUED_PURPOSES, Attempt, PayRate
from annotation.rules.pay import hours_of, pay_of
from campaigns.models import Campaign


@dataclass(frozen=True, slots=True)
class WorkWeek:
    """The work of one person in one task in one week. Weeks begin on Monday."""

    person: User
    task: Attempt.Purpose
    week: date
    items: int  # submitted
    others: int  # skipped, reported or passed on: time was spent on them too
    active: timedelta
    rate: PayRate | None

    @property
    def hours(self) -> Decimal:
        return hours_of(self.active)

    @property
    def amount(self) -> Decimal | None:
        if self.rate is None:
            return None
        return pay_of(self.rate.rate, items=self.items, active=self.active)

    @property
    def iso_week(self) -> str:
        return f"{self.week:%G-W%V}"


@dataclass(frozen=True, slots=True)
class WorkHours:
    """The weeks of a campaign between two days, and what is not counted yet."""

    weeks: tuple[WorkWeek, ...]
    uncounted: int

    @property
    def hours(self) -> Decimal:
        return sum((week.hours for week in self.weeks), Decimal(0))

    @property
    def items(self) -> int:
        return sum(week.items for week in self.weeks)

    @property
    def amount(self) -> Decimal | None:
        amounts = [week.amount for week in self.weeks if week.amount is not None]
        return sum(amounts, Decimal(0)) if amounts else None

    @property
    def currency(self) -> str:
        """Return the one currency of all amounts, if there are any."""
        return next((week.rate.currency for week in self.weeks if week.rate), "")


def rates_of(campaign: Campaign) -> dict[str, PayRate]:
    """Return the rates of a campaign by task."""
    return {rate.task: rate for rate in PayRate.objects.filter(campaign=campaign)}


def hours_in(campaign: Campaign, *, first: date, last: date) -> WorkHours:
    """Return the work that ended on these days, by the site's clock: by week, person and task."""
    # Claims and highlights in one condition would be read as a whole, so each is asked for itself.
    ended = Attempt.objects.filter(
        purpose__in=[*PAID_PURPOSES, *QUEUED_PURPOSES],
        ended_at__gte=_start(first),
        ended_at__lt=_start(last, days=1),
    )
    parts = [ended.filter(highlight__campaign=campaign), ended.filter(claim__campaign=campaign)]
    rows: dict[tuple[date, int, str], list[int]] = {}
    for part in parts:
        for week, person, purpose, items, all_items, active in _grouped(part):
            task = Attempt(purpose=purpose).task
            sums = rows.setdefault((week.date(), person, task), [0, 0, 0])
            for place, number in enumerate((items, all_items - items, active)):
                sums[place] += number
    people = User.objects.in_bulk({person for _, person, _ in rows})
    rates = rates_of(campaign)
    weeks = [
        WorkWeek(
            person=people[person],
            task=Attempt.Purpose(task),
            week=week,
            items=items,
            others=others,
            active=timedelta(milliseconds=active),
            rate=rates.get(task),
        )
        for (week, person, task), (items, others, active) in rows.items()
    ]
    weeks.sort(key=lambda each: (-each.week.toordinal(), str(each.person), each.task))
    return WorkHours(tuple(weeks), sum(map(_count_untimed, parts)))


def _grouped(part: QuerySet[Attempt]) -> Iterable[tuple[datetime, int, str, int, int, int]]:
    submitted = Count("pk", filter=Q(outcome=Attempt.Outcome.SUBMITTED))
    return (
        part.annotate(week=TruncWeek("ended_at"))
        .values("week", "annotator", "purpose")
        .annotate(items=submitted, all_items=Count("pk"), active=Sum("active_ms"))
        .order_by()
        .values_list("week", "annotator", "purpose", "items", "all_items", "active")
    )


def _count_untimed(part: QuerySet[Attempt]) -> int:
    return part.exclude(timed_acts=F("acts")).count()


def _start(day: date, *, days: int = 0) -> datetime:
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time.min))
