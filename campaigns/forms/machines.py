"""The form that adds a machine to a campaign."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class MachineForm(forms.Form):
    """The name of a machine, as people's names are."""

    name = forms.CharField(
        label=_("Name of the machine"),
        max_length=120,
        help_text=_("For example the model and its version. It is marked as a machine everywhere."),
    )
