"""The form that draws a sample of wrong predictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from core.form_choices import set_choices
from releases.selectors.systems import System

# `releases.scoring.error_samples.MOST_ERRORS`.
MOST_ERRORS = 1000


class ErrorSampleForm(forms.Form):
    """The system, the size of the sample, and how it is drawn."""

    system = forms.ChoiceField(label=_("Predictions"))
    size = forms.IntegerField(
        label=_("Wrong predictions"), min_value=1, max_value=MOST_ERRORS, initial=100
    )
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=100,
        help_text=_("The same seed draws the same errors. Leave it empty for a random sample."),
    )

    def __init__(self, *args: Any, systems: Sequence[System], **options: Any) -> None:
        super().__init__(*args, **options)
        self._systems = {system.key: system for system in systems}
        set_choices(self, "system", [(each.key, f"{each.name} ({each.part})") for each in systems])

    @property
    def chosen_system(self) -> System:
        """The system that was chosen."""
        return self._systems[self.cleaned_data["system"]]


class TagRequest(Struct, frozen=True):
    """The cause of an error, and the one that was shown before."""

    cause: str = ""
    note: str = ""
    seen: str = ""
