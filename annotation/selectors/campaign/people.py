"""The work of a campaign's people in numbers: items, hours, times, skips and reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from django.db.models import Count, F, Max, Q, QuerySet, Sum, Window
from django.db.models.functions import Coalesce, RowNumber, TruncWeek
from django.utils import timezone

from accounts.models import User
from annotation.models import QUEUED_PURPOSES, Attempt, Claim, Highlight
from annotation.selectors.campaign.claims import listed_verifications
from campaigns.models import Campaign

# The days of the small chart beside a person, and the weeks on their page.
SHOWN_DAYS = 14
SHOWN_WEEKS = 12


@dataclass(slots=True)
class PersonWork:
    """The work of one person in a campaign, both tasks together unless told otherwise."""

    written: int = 0  # highlights that claims were written from
    verified: int = 0  # with silent gold, and as an expert
    # What the list of claims shows by this writer, and as verified by this person.
    claims_written: int = 0
    claims_verified: int = 0
    skipped: int = 0
    reported: int = 0
    active_ms: int = 0
    last_at: datetime | None = None
    # Of a submitted item.
    median_ms: float | None = None
    # Submitted items on each of the last days, the oldest first.
    days: tuple[int, ...] = (0,) * SHOWN_DAYS

    @property
    def items(self) -> int:
        return self.written + self.verified

    @property
    def hours(self) -> float:
        return self.active_ms / 3_600_000

    @property
    def median_seconds(self) -> float | None:
        return None if self.median_ms is None else self.median_ms / 1000

    @property
    def finished(self) -> int:
        """Return how many items they submitted, skipped or reported."""
        return self.items + self.skipped + self.reported

    @property
    def skip_rate(self) -> float | None:
        return self.skipped / self.finished if self.finished else None

    @property
    def judged(self) -> int:
        """Return how many claims they verified or reported."""
        return self.verified + self.reported

    @property
    def report_rate(self) -> float | None:
        return self.reported / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class PersonWeek:
    """The work of a person in one week, which begins on Monday."""

    week: date
    items: int
    hours: float


def work_by_person(
    campaign: Campaign, now: datetime, *, only: User | None = None
) -> dict[int, PersonWork]:
    """Return the work of everyone, or of one person, by their keys.

    The number of queries does not grow with them, but their time does with the campaign's work.
    """
    found: dict[int, PersonWork] = {}
    attempts = _attempts_in(campaign) if only is None else _attempts_of(only, campaign)
    totals = (
        attempts.order_by()
        .values_list("annotator", "purpose", "outcome")
        .annotate(
            count=Count("pk"),
            active=Sum("active_ms"),
            last=Max(Coalesce("ended_at", "started_at")),
        )
    )
    for person, purpose, outcome, count, active, last in totals:
        work = found.setdefault(person, PersonWork())
        _add(work, Attempt.Purpose(purpose), outcome, count)
        work.active_ms += active
        work.last_at = last if work.last_at is None else max(work.last_at, last)
    submitted = attempts.filter(outcome=Attempt.Outcome.SUBMITTED)
    for person, median in _medians(submitted).items():
        found[person].median_ms = median
    for person, *days in _by_day(submitted, now):
        found[person].days = tuple(days)
    _count_claims(found, campaign, only)
    return found


def _count_claims(found: dict[int, PersonWork], campaign: Campaign, only: User | None) -> None:
    """Add the claims of each person, as the list of claims would count them."""
    written = Claim.objects.filter(campaign=campaign, author__isnull=False)
    verified = listed_verifications(campaign)
    if only is not None:
        written, verified = written.filter(author=only), verified.filter(annotator=only)
    for person, count in written.order_by().values_list("author").annotate(count=Count("pk")):
        found.setdefault(person, PersonWork()).claims_written = count
    by_person = verified.order_by().values_list("annotator")
    for person, count in by_person.annotate(count=Count("claim", distinct=True)):
        found.setdefault(person, PersonWork()).claims_verified = count


def weeks_of(person: User, campaign: Campaign, now: datetime) -> list[PersonWeek]:
    """Return the last weeks of a person in a campaign, the oldest first, without a gap."""
    today = timezone.localdate(now)
    first = today - timedelta(days=today.weekday(), weeks=SHOWN_WEEKS - 1)
    rows = (
        _attempts_of(person, campaign)
        .filter(ended_at__gte=_start(first))
        .order_by()
        .annotate(week=TruncWeek("ended_at"))
        .values_list("week")
        .annotate(
            items=Count("pk", filter=Q(outcome=Attempt.Outcome.SUBMITTED)), active=Sum("active_ms")
        )
    )
    by_week = {week.date(): (items, active) for week, items, active in rows}
    weeks = []
    for number in range(SHOWN_WEEKS):
        week = first + timedelta(weeks=number)
        items, active = by_week.get(week, (0, 0))
        weeks.append(PersonWeek(week, items, active / 3_600_000))
    return weeks


def _attempts_in(campaign: Campaign) -> QuerySet[Attempt]:
    """Return the attempts at a campaign's work, to write and to verify."""
    # By keys, which an index has: joins would read every highlight and every claim.
    highlights = Highlight.with_gold.filter(campaign=campaign).order_by().values("pk")
    claims = Claim.with_gold.filter(campaign=campaign).order_by().values("pk")
    return Attempt.objects.filter(
        Q(purpose=Attempt.Purpose.WRITE, highlight__in=highlights)
        | Q(purpose__in=QUEUED_PURPOSES, claim__in=claims)
    )


def _attempts_of(person: User, campaign: Campaign) -> QuerySet[Attempt]:
    """Return the same of one person: few, so that their items are joined."""
    return Attempt.objects.filter(
        Q(purpose=Attempt.Purpose.WRITE, highlight__campaign=campaign)
        | Q(purpose__in=QUEUED_PURPOSES, claim__campaign=campaign),
        annotator=person,
    )


def _add(work: PersonWork, purpose: Attempt.Purpose, outcome: str, count: int) -> None:
    match outcome:
        case Attempt.Outcome.SUBMITTED if purpose is Attempt.Purpose.WRITE:
            work.written += count
        case Attempt.Outcome.SUBMITTED:
            work.verified += count
        case Attempt.Outcome.SKIPPED:
            work.skipped += count
        case Attempt.Outcome.REPORTED:
            work.reported += count


def _medians(submitted: QuerySet[Attempt]) -> dict[int, float]:
    """Return the median active time of each person's items, by their keys."""
    each = [F("annotator")]
    ordered = submitted.order_by().annotate(
        place=Window(RowNumber(), partition_by=each, order_by=["active_ms", "pk"]),
        total=Window(Count("pk"), partition_by=each),
    )
    # One of an odd number, two of an even one.
    middle = ordered.filter(place__gte=F("total") / 2.0, place__lte=F("total") / 2.0 + 1)
    found: dict[int, list[int]] = {}
    for person, active in middle.values_list("annotator", "active_ms"):
        found.setdefault(person, []).append(active)
    return {person: sum(times) / len(times) for person, times in found.items()}


def _by_day(submitted: QuerySet[Attempt], now: datetime) -> QuerySet[Attempt, tuple[int, ...]]:
    """Return each person with the number of their items on each of the last days."""
    first = timezone.localdate(now) - timedelta(days=SHOWN_DAYS - 1)
    starts = [_start(first + timedelta(days=number)) for number in range(SHOWN_DAYS + 1)]
    # Counted by comparing: to cut the times to days takes much longer on SQLite.
    counts = {
        f"day_{number}": Count("pk", filter=Q(ended_at__gte=start, ended_at__lt=end))
        for number, (start, end) in enumerate(pairwise(starts))
    }
    recent = submitted.filter(ended_at__gte=starts[0])
    return recent.order_by().values_list("annotator").annotate(**counts)


def _start(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
