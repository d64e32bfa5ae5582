"""Forms about a campaign: its name, its guidelines, answers to questions."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.clauses import GuidelineClause
from campaigns.models import Campaign, GuidelinesVersion, Precedent
from campaigns.services import guidelines, questions

CAMPAIGN_NAME_TAKEN = _("Another campaign has this name. Choose another.")


class CampaignForm(forms.ModelForm[Campaign]):
    """The name of a new campaign or of a copy."""

    class Meta:
        model = Campaign
        fields = ["name"]
        help_texts = {"name": _("What people will see on their home page.")}

    def clean_name(self) -> str:
        name = unicodedata.normalize("NFC", self.cleaned_data["name"])
        if Campaign.objects.filter(name=name).exists():
            raise ValidationError(CAMPAIGN_NAME_TAKEN, code="taken")
        return name


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


class PrecedentForm(forms.ModelForm[Precedent]):
    """A question and its answer as everybody will read them."""

    clause = forms.ChoiceField(
        label=_("Clause of the guidelines"),
        required=False,
        help_text=_("It is listed there, and leads there."),
    )

    class Meta:
        model = Precedent
        fields = ["asked", "answered", "clause"]
        help_texts = {"asked": _("Write nothing that tells who asked.")}
        widgets = {
            "asked": forms.Textarea(attrs={"rows": 4}),
            "answered": forms.Textarea(attrs={"rows": 6}),
        }

    def __init__(self, *args: Any, clauses: Sequence[GuidelineClause], **options: Any) -> None:
        super().__init__(*args, **options)
        names = dict.fromkeys(clause.text for clause in clauses if len(clause.text) <= 300)
        # The clause of an older version stays unless another is chosen.
        if self.instance.clause:
            names.setdefault(self.instance.clause)
        self.fields["clause"].choices = [  # type: ignore[attr-defined]
            ("", _("About no clause in particular")),
            *((name, name) for name in names),
        ]


class AnnouncementForm(forms.Form):
    """A text for all members."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Everyone in the campaign sees it on their home page until they have read it."),
    )


class ReplyForm(forms.Form):
    """A manager's answer to a question."""

    text = forms.CharField(
        label=_("Answer"),
        max_length=questions.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
