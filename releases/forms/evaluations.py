"""The form with which a measurement of the verifier is requested."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.form_choices import set_choices


class EvaluationForm(forms.Form):
    """The part to measure the verifier on."""

    part = forms.ChoiceField(label=_("Part"))

    def __init__(self, *args: Any, parts: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self, "part", [(part, part) for part in parts])
