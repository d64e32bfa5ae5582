"""The choice of what counts where a claim was verified more than once."""

from __future__ import annotations

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.judging import Resolution

FIRST, MAJORITY = ResolutionRule.FIRST, ResolutionRule.MAJORITY
ADJUDICATED = ResolutionRule.ADJUDICATED
RESOLUTIONS: dict[str, tuple[Resolution, str | Promise]] = {
    "first": (Resolution(rule=FIRST), _("The first verification")),
    "adjudicated_first": (
        Resolution(rule=ADJUDICATED, otherwise=FIRST),
        _("The decision of a manager; where there is none, the first verification"),
    ),
    "majority_first": (
        Resolution(rule=MAJORITY, otherwise=FIRST),
        _("The verdict of the majority; where there is none, the first verification"),
    ),
    "majority_adjudicated": (
        Resolution(rule=MAJORITY, otherwise=ADJUDICATED),
        _("The verdict of the majority; where there is none, the decision of a manager"),
    ),
}


class CountingForm(forms.Form):
    """The rule of a campaign."""

    rule = forms.ChoiceField(
        label=_("What counts"),
        widget=forms.RadioSelect,
        choices=[(name, label) for name, (_rule, label) in RESOLUTIONS.items()],
    )

    @property
    def resolution(self) -> Resolution:
        """Return the chosen rule."""
        return RESOLUTIONS[self.cleaned_data["rule"]][0]


def name_of(resolution: Resolution) -> str:
    """Return the name of a rule in the form; "" if the form does not offer it."""
    return next((name for name, (rule, _label) in RESOLUTIONS.items() if rule == resolution), "")
