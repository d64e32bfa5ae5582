"""Rates: replaced as a whole, audited, refused where they are none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from annotation.models import PayRate
from annotation.rules.pay import PayBasis, Rate
from annotation.services.campaign.pay import BadRateError, set_pay_rates
from core.models import AuditEntry
from tests.annotation.verifying_world import Desk, make_desk
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def set_rates(desk: Desk, **rates: Rate) -> None:
    set_pay_rates(campaign=desk.campaign, rates=rates, currency="EUR", actor=desk.manager, now=NOW)


def stored() -> list[tuple[str, str, Decimal, str]]:
    fields = ("task", "basis", "amount", "currency")
    return list(PayRate.objects.order_by("task").values_list(*fields))


def test_rates_are_replaced_and_audited(desk: Desk) -> None:
    set_rates(
        desk,
        write=Rate(PayBasis.ITEM, Decimal("0.50")),
        verify=Rate(PayBasis.HOUR, Decimal("14")),
    )
    set_rates(desk, verify=Rate(PayBasis.HOUR, Decimal("15.20")))
    assert stored() == [("verify", "hour", Decimal("15.20"), "EUR")]
    entry = AuditEntry.objects.filter(action="campaign.pay_rates_changed").latest("pk")
    assert entry.details == {"verify": "15.20 EUR / hour"}
    assert entry.actor_label == "Mara Manager"


@pytest.mark.parametrize(
    ("task", "amount"), [("gold", "1"), ("verify", "-0.01"), ("verify", "1000000"), ("", "1")]
)
def test_what_is_no_rate_is_refused(desk: Desk, task: str, amount: str) -> None:
    set_rates(desk, verify=Rate(PayBasis.HOUR, Decimal("14")))
    with pytest.raises(BadRateError):
        set_rates(desk, **{task: Rate(PayBasis.HOUR, Decimal(amount))})
    assert stored() == [("verify", "hour", Decimal("14"), "EUR")]


@pytest.mark.parametrize(
    "wrong", [{"task": "gold"}, {"basis": "day"}, {"amount": -1}, {"currency": ""}]
)
def test_the_database_refuses_it_too(desk: Desk, wrong: dict[str, object]) -> None:
    right: dict[str, object] = {"task": "write", "basis": "item", "amount": 1, "currency": "EUR"}
    with pytest.raises(IntegrityError), transaction.atomic():
        PayRate.objects.create(campaign=desk.campaign, **(right | wrong))
    assert stored() == []
