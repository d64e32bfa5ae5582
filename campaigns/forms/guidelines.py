"""The form of the next version of the guidelines."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.models import GuidelinesVersion
from campaigns.services import guidelines


class GuidelinesForm(forms.ModelForm[GuidelinesVersion]):
    """The next version of the guidelines."""

    # The version that is edited: of two who edit the same, the second is told.
    edited = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    class Meta:
        model = GuidelinesVersion
        fields = ["text", "note"]
        labels = {"text": _("Text"), "note": _("What has changed")}
        help_texts = {
            "text": _("Markdown: # heading, **strong**, *emphasis*, - list, > example."),
            "note": _("One sentence. Everyone in the campaign reads it on their home page."),
        }
        widgets = {"text": forms.Textarea(attrs={"rows": 24, "class": "editor__text"})}

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"].replace("\r\n", "\n")
        if len(text) > guidelines.LONGEST:
            raise ValidationError(
                _("At most %(most)d characters."), params={"most": guidelines.LONGEST}
            )
        return text
