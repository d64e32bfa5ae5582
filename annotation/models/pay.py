"""The pay of a campaign for its tasks."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.attempts import Attempt
from annotation.rules.pay import PayBasis, Rate
from campaigns.models.campaigns import Campaign

PAID_PURPOSES = (Attempt.Purpose.WRITE, Attempt.Purpose.VERIFY, Attempt.Purpose.CALIBRATION)


class PayRate(models.Model):
    """The rate of one task. Managers set it; nobody is paid by Touchstone itself."""

    class Basis(models.TextChoices):
        """The units that are paid, with their names on screen."""

        HOUR = PayBasis.HOUR.value, _("an hour of active time")
        ITEM = PayBasis.ITEM.value, _("a submitted item")

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pay_rates", db_index=False)
    task = models.CharField(max_length=12, help_text="a purpose of attempts")
    basis = models.CharField(max_length=4, choices=Basis)
    amount = models.DecimalField(max_digits=8, decimal_places=2)
    currency = models.CharField(max_length=3, help_text="three capital letters: EUR")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "task"], name="pay_rate_once_a_task"),
            models.CheckConstraint(
                name="pay_rate_task_paid", condition=Q(task__in=[*map(str, PAID_PURPOSES)])
            ),
            models.CheckConstraint(
                name="pay_rate_basis_known", condition=Q(basis__in=["hour", "item"])
            ),
            models.CheckConstraint(name="pay_rate_not_negative", condition=Q(amount__gte=0)),
            models.CheckConstraint(name="pay_rate_has_a_currency", condition=~Q(currency="")),
        ]

    def __str__(self) -> str:
        return f"{self.task}: {self.amount} {self.currency}, {self.basis}"

    @property
    def rate(self) -> Rate:
        return Rate(PayBasis(self.basis), self.amount)
