"""The form that draws a sample for a spot check."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.services.review.spot_checks import MOST_CLAIMS


class SpotCheckForm(forms.Form):
    """The size of a sample, and how it is drawn."""

    size = forms.IntegerField(label=_("Claims"), min_value=1, max_value=MOST_CLAIMS, initial=100)
    by_verdict = forms.BooleanField(
        label=_("Each verdict in proportion to its claims"), required=False
    )
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=100,
        help_text=_("The same seed draws the same claims. Leave it empty for a random sample."),
    )
