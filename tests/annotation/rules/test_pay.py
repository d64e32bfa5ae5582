"""Pay: hours and amounts as they are shown, rounded line by line."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from annotation.rules.pay import PayBasis, Rate, hours_of, pay_of


@pytest.mark.parametrize(
    ("active", "hours"),
    [
        (timedelta(), "0.00"),
        (timedelta(seconds=17), "0.00"),
        (timedelta(seconds=18), "0.01"),
        (timedelta(minutes=90), "1.50"),
        (timedelta(hours=1234, milliseconds=1), "1234.00"),
    ],
)
def test_hours_have_two_decimals(active: timedelta, hours: str) -> None:
    assert hours_of(active) == Decimal(hours)
    assert str(hours_of(active)) == hours


def test_an_hourly_rate_is_paid_for_the_hours_that_are_shown() -> None:
    rate = Rate(PayBasis.HOUR, Decimal("12.35"))
    # 20 minutes are shown as 0.33 hours.
    assert pay_of(rate, items=7, active=timedelta(minutes=20)) == Decimal("4.08")


def test_a_rate_an_item_is_paid_for_submitted_items() -> None:
    rate = Rate(PayBasis.ITEM, Decimal("0.35"))
    assert pay_of(rate, items=7, active=timedelta(hours=9)) == Decimal("2.45")
