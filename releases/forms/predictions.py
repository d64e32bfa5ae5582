"""The form with which predictions are uploaded."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.form_choices import set_choices

LARGEST_UPLOAD = 200 * 2**20


class PredictionForm(forms.Form):
    """A file of predictions for one part."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("The name of the system."))
    part = forms.ChoiceField(label=_("Part"))
    file = forms.FileField(
        label=_("Predictions"),
        help_text=_("JSON lines with predicted_label and predicted_evidence; gzip and zstd too."),
    )

    def __init__(self, *args: Any, parts: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        set_choices(self, "part", [(part, part) for part in parts])

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_UPLOAD:
            raise forms.ValidationError(_("The file is larger than 200 MB."))
        return file
