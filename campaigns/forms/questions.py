"""The form of an answer to a question."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.services import questions


class ReplyForm(forms.Form):
    """A manager's answer to a question."""

    text = forms.CharField(
        label=_("Answer"),
        max_length=questions.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
