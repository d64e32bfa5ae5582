"""Setting what a campaign pays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from accounts.models import User
from annotation.models import PAID_PURPOSES, PayRate
from annotation.rules.pay import Rate
from campaigns.models import Campaign
from core.services import audit


class BadRateError(Exception):
    """A rate is for no task that is paid, or no sum of money."""


@transaction.atomic
def set_pay_rates(
    *, campaign: Campaign, rates: Mapping[str, Rate], currency: str, actor: User, now: datetime
) -> None:
    """Replace the rates of a campaign by these; a task that has none is not paid."""
    for task, rate in rates.items():
        if task not in PAID_PURPOSES or not Decimal(0) <= rate.amount < Decimal(1_000_000):
            raise BadRateError
    PayRate.objects.filter(campaign=campaign).delete()
    PayRate.objects.bulk_create(
        PayRate(
            campaign=campaign,
            task=task,
            basis=rate.basis,
            amount=rate.amount,
            currency=currency,
        )
        for task, rate in rates.items()
    )
    audit.record(
        actor=actor,
        action="campaign.pay_rates_changed",
        target=campaign,
        now=now,
        details={
            task: f"{rate.amount} {currency} / {rate.basis.value}" for task, rate in rates.items()
        },
    )
