"""Hours by person, task and week: everything that ended, in the week in which it ended."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from annotation.models import Attempt, PayRate
from annotation.selectors.campaign.work_hours import WorkWeek, hours_in
from tests.annotation.verifying_world import Desk, make_desk, verify

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

FIRST, LAST = date(2026, 3, 2), date(2026, 3, 15)


def end(attempt: Attempt, day: date, minutes: int, hour: int = 12) -> None:
    """Let an attempt have ended at this hour of the site's clock after so much active time."""
    at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    Attempt.objects.filter(pk=attempt.pk).update(
        started_at=at - timedelta(hours=3),
        ended_at=at,
        active_ms=minutes * 60_000,
        acts=1,
        timed_acts=1,
    )


def shown(week: WorkWeek) -> tuple[str, str, str, int, int, str]:
    return (
        str(week.person), week.task.value, week.iso_week, week.items, week.others, str(week.hours)
    )  # fmt: skip


@pytest.fixture
def desk() -> Desk:
    """Return a campaign in which nothing has ended in these weeks."""
    desk = make_desk(highlights_written=2)
    Attempt.objects.update(ended_at=datetime(2025, 1, 1, tzinfo=UTC))
    return desk


def test_work_is_summed_by_person_task_and_week(desk: Desk) -> None:
    anna, ben, _ = desk.verifiers
    end(verify(desk, anna).attempt, date(2026, 3, 2), 30, hour=0)
    end(verify(desk, anna).attempt, date(2026, 3, 8), 45, hour=23)
    end(verify(desk, anna).attempt, date(2026, 3, 9), 60, hour=0)
    end(verify(desk, ben).attempt, date(2026, 3, 9), 6)
    writing = Attempt.objects.filter(purpose="write")[0]
    end(writing, date(2026, 3, 3), 120)
    hours = hours_in(desk.campaign, first=FIRST, last=LAST)
    assert [shown(week) for week in hours.weeks] == [
        ("Verifier 0", "verify", "2026-W11", 1, 0, "1.00"),
        ("Verifier 1", "verify", "2026-W11", 1, 0, "0.10"),
        ("Verifier 0", "verify", "2026-W10", 2, 0, "1.25"),
        ("Writer 0", "write", "2026-W10", 1, 0, "2.00"),
    ]
    assert (hours.items, hours.hours, hours.amount) == (5, Decimal("4.35"), None)


def test_days_outside_and_other_campaigns_are_left_out(desk: Desk) -> None:
    end(verify(desk).attempt, date(2026, 3, 1), 30, hour=23)
    end(verify(desk).attempt, date(2026, 3, 16), 30, hour=0)
    assert hours_in(desk.campaign, first=FIRST, last=LAST).weeks == ()


def test_time_of_what_was_skipped_counts_and_gold_does_not(desk: Desk) -> None:
    attempt = verify(desk).attempt
    end(attempt, date(2026, 3, 4), 15)
    Attempt.objects.filter(pk=attempt.pk).update(outcome="skipped", digest="")
    other = verify(desk, desk.verifiers[1]).attempt
    end(other, date(2026, 3, 4), 15)
    Attempt.objects.filter(pk=other.pk).update(purpose="gold", assignment=None)
    (week,) = hours_in(desk.campaign, first=FIRST, last=LAST).weeks
    assert shown(week) == ("Verifier 0", "verify", "2026-W10", 0, 1, "0.25")


def test_amounts_follow_the_rate_of_the_task(desk: Desk) -> None:
    end(verify(desk).attempt, date(2026, 3, 4), 20)
    end(Attempt.objects.filter(purpose="write")[0], date(2026, 3, 3), 120)
    PayRate.objects.create(
        campaign=desk.campaign, task="verify", basis="hour", amount="12.35", currency="EUR"
    )
    hours = hours_in(desk.campaign, first=FIRST, last=LAST)
    assert [week.amount for week in hours.weeks] == [Decimal("4.08"), None]
    assert hours.amount == Decimal("4.08")


def test_what_is_not_counted_yet_is_told(desk: Desk) -> None:
    attempt = verify(desk).attempt
    end(attempt, date(2026, 3, 4), 20)
    Attempt.objects.filter(pk=attempt.pk).update(acts=2)
    assert hours_in(desk.campaign, first=FIRST, last=LAST).uncounted == 1
