"""The form of a campaign's name."""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign

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
