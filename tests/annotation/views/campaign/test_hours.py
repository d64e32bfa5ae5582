"""The hours of a campaign: shown, downloaded, with amounts where managers set rates."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, PayRate
from tests.annotation.verifying_world import Desk, make_desk, verify

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
DAYS = "first=2026-03-02&last=2026-03-08"


@pytest.fixture
def desk() -> Desk:
    """Return a campaign in which a verifier worked for 20 minutes on 4 March."""
    desk = make_desk(verifiers=1)
    User.objects.filter(pk=desk.verifier.pk).update(name="=Vera")
    attempt = verify(desk).attempt
    Attempt.objects.update(ended_at=datetime(2025, 1, 1, tzinfo=UTC), timed_acts=0, acts=0)
    Attempt.objects.filter(pk=attempt.pk).update(
        ended_at=datetime(2026, 3, 4, 12, tzinfo=UTC), active_ms=20 * 60_000
    )
    return desk


def address(desk: Desk, rest: str) -> str:
    return f"/campaigns/{desk.campaign.public_id}/{rest}"


def rates(**changes: str) -> dict[str, str]:
    given = {
        "currency": "eur",
        "write_amount": "",
        "write_basis": "hour",
        "verify_amount": "12.35",
        "verify_basis": "hour",
        "calibration_amount": "",
        "calibration_basis": "item",
    }
    return given | changes


def test_a_manager_sees_the_last_four_weeks(log_in: LogIn, desk: Desk) -> None:
    now = timezone.now()
    Attempt.objects.filter(purpose="verify").update(ended_at=now)
    client = log_in(desk.manager)
    page = client.get(address(desk, "hours/"))
    assert page.status_code == 200
    (week,) = page.context["work"].weeks
    assert (week.items, str(week.hours), week.amount) == (1, "0.33", None)
    assert "1 person worked 0.33 active hours on 1 items" in page.content.decode()
    Attempt.objects.filter(purpose="verify").update(ended_at=now - timedelta(weeks=5))
    assert (
        "Nobody finished an item on these days."
        in client.get(address(desk, "hours/")).content.decode()
    )


def test_rates_bring_amounts_into_the_table_and_the_file(log_in: LogIn, desk: Desk) -> None:
    client = log_in(desk.manager)
    answer = client.post(address(desk, "hours/rates/"), rates())
    assert (answer.status_code, answer.headers["Location"]) == (302, address(desk, "hours/"))
    page = client.get(address(desk, f"hours/?{DAYS}")).content.decode()
    assert "4.08 EUR" in page and "All amounts: 4.08 EUR" in page
    file = client.get(address(desk, f"hours.csv?{DAYS}"))
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert file.headers["Content-Disposition"] == (
        'attachment; filename="rivers-of-test-hours-2026-03-02-2026-03-08.csv"'
    )
    (row,) = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
    assert row == {
        "user_name": desk.verifier.username,
        # No spreadsheet takes it for a formula.
        "name": "'=Vera",
        "task": "verify",
        "week": "2026-W10",
        "week_begins": "2026-03-02",
        "items": "1",
        "other_items": "0",
        "active_hours": "0.33",
        "paid_for": "hour",
        "rate": "12.35",
        "amount": "4.08",
        "currency": "EUR",
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"currency": ""}, "In which currency are the amounts?"),
        ({"currency": "€"}, "Three letters, such as EUR."),
        ({"verify_amount": "-1"}, "greater than or equal to 0"),
        ({"verify_amount": "1.005"}, "no more than 2 decimal places"),
        ({"verify_amount": "NaN"}, "Enter a number."),
        ({"verify_basis": "day"}, "Select a valid choice."),
    ],
)
def test_what_is_no_rate_is_refused_and_kept_as_typed(
    log_in: LogIn, desk: Desk, wrong: dict[str, str], said: str
) -> None:
    answer = log_in(desk.manager).post(
        address(desk, "hours/rates/"), rates(write_amount="7.77") | wrong
    )
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert 'value="7.77"' in answer.content.decode()
    assert not PayRate.objects.exists()


@pytest.mark.parametrize(
    "days",
    [
        "first=2026-03-08&last=2026-03-02",
        "first=1826-03-02&last=2026-03-02",
        "first=never&last=2026-03-02",
        "first=0001-01-01&last=0001-01-02",
        "first=9999-12-31&last=9999-12-31",
    ],
)
def test_days_that_make_no_sense_are_refused(log_in: LogIn, desk: Desk, days: str) -> None:
    client = log_in(desk.manager)
    for page in ("hours/", "hours.csv"):
        answer = client.get(address(desk, f"{page}?{days}"))
        assert answer.status_code == 422
        assert "Items and hours" in answer.content.decode()
