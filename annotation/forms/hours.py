"""Forms of the hours of a campaign: the days to show, and what is paid."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from annotation.models import PAID_PURPOSES, Attempt, PayRate
from annotation.rules.pay import PayBasis, Rate

# A report of more weeks would be no report.
LONGEST_SPAN = timedelta(days=2 * 366)


class DaysForm(forms.Form):
    """The first and the last day that are shown."""

    first = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=_("To"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last:
            if first > last:
                raise ValidationError(_("The first day is after the last one."))
            if last - first > LONGEST_SPAN or not date(2000, 1, 1) <= first < date(2100, 1, 1):
                raise ValidationError(_("Choose two years at most."))
        return cleaned


class PayRatesForm(forms.Form):
    """The currency, and for each task an amount and what it is paid for. No amount: not paid."""

    currency = forms.CharField(
        label=_("Currency"),
        max_length=3,
        required=False,
        validators=[RegexValidator(r"^[A-Za-z]{3}\Z", _("Three letters, such as EUR."))],
        help_text=_("Three letters, such as EUR."),
    )

    def __init__(self, data: Any, rates: dict[str, PayRate]) -> None:
        currency = next((rate.currency for rate in rates.values()), "")
        super().__init__(data, initial={"currency": currency})
        for task in PAID_PURPOSES:
            rate = rates.get(task)
            self.fields[f"{task}_amount"] = forms.DecimalField(
                label=_AMOUNTS[task],
                required=False,
                min_value=Decimal(0),
                max_digits=8,
                decimal_places=2,
                initial=rate.amount if rate else None,
            )
            self.fields[f"{task}_basis"] = forms.ChoiceField(
                label=_BASES[task],
                choices=PayRate.Basis.choices,
                initial=rate.basis if rate else PayBasis.HOUR.value,
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and self.rates and not cleaned.get("currency"):
            self.add_error("currency", _("In which currency are the amounts?"))
        return cleaned

    @property
    def rates(self) -> dict[str, Rate]:
        """Return the rates of the tasks that are paid."""
        found = {}
        for task in PAID_PURPOSES:
            amount = self.cleaned_data.get(f"{task}_amount")
            if amount is not None:
                basis = PayBasis(self.cleaned_data[f"{task}_basis"])
                found[task.value] = Rate(basis, amount)
        return found


_AMOUNTS = {
    Attempt.Purpose.WRITE: _("Writing claims: amount"),
    Attempt.Purpose.VERIFY: _("Verifying claims: amount"),
    Attempt.Purpose.CALIBRATION: _("Calibration: amount"),
}
_BASES = {
    Attempt.Purpose.WRITE: _("Writing claims: paid for"),
    Attempt.Purpose.VERIFY: _("Verifying claims: paid for"),
    Attempt.Purpose.CALIBRATION: _("Calibration: paid for"),
}
