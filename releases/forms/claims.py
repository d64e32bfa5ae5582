"""The filters of the claim browser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.form_choices import set_choices


class ClaimFilterForm(forms.Form):
    """The filters for the claims of a release, of those fields that have options."""

    text = forms.CharField(
        label=_("Words in the claim"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    split = forms.ChoiceField(label=_("Part"), required=False)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    evidence_kind = forms.ChoiceField(label=_("Evidence"), required=False)
    is_unresolved = forms.ChoiceField(label=_("Pages"), required=False)

    def __init__(self, *args: Any, options: dict[str, list[tuple[str, str]]], **more: Any) -> None:
        super().__init__(*args, **more)
        for name in self.fields.keys() - options.keys() - {"text"}:
            del self.fields[name]
        for name, choices in options.items():
            set_choices(self, name, [("", _("All")), *choices])

    def filters(self) -> dict[str, str]:
        """Return the columns that were chosen, with their values."""
        given = self.cleaned_data.items()
        return {name: value for name, value in given if value and name != "text"}
