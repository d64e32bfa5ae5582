"""The form that a person fills in before something is deleted."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class DeletionForm(forms.Form):
    """The name of the thing, typed as a confirmation."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        help_text=_("Type its name to confirm that you mean it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
