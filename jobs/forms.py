"""The filter of the list of jobs."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from jobs.models import JobState


class JobFilterForm(forms.Form):
    """The jobs to list."""

    state = forms.ChoiceField(
        label=_("State"), required=False, choices=[("", _("All")), *JobState.choices]
    )
