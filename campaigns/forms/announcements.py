"""The form of an announcement."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AnnouncementForm(forms.Form):
    """A text for all members."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Everyone in the campaign sees it on their home page until they have read it."),
    )
