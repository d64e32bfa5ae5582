"""Pay for work: an amount an hour of active time, or an item. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

_CENT = Decimal("0.01")
_HOUR = timedelta(hours=1)


class PayBasis(StrEnum):
    """The units that are paid."""

    HOUR = "hour"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Rate:
    """An amount of money for an hour or an item of a task."""

    basis: PayBasis
    amount: Decimal


def hours_of(active: timedelta) -> Decimal:
    """Return hours with two decimals, as they are paid and exported."""
    seconds = Decimal(active // timedelta(milliseconds=1)) / 1000
    return (seconds / Decimal(_HOUR.total_seconds())).quantize(_CENT, ROUND_HALF_UP)


def pay_of(rate: Rate, *, items: int, active: timedelta) -> Decimal:
    """Return what is owed, in whole hundredths: hours as they are shown, so that anyone can check.

    Every line is rounded by itself, and a total is the sum of its lines.
    """
    quantity = hours_of(active) if rate.basis is PayBasis.HOUR else Decimal(items)
    return (quantity * rate.amount).quantize(_CENT, ROUND_HALF_UP)
