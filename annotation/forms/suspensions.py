"""The form that sets a person's work aside."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from annotation.models import LONGEST_REASON, Suspension
from core.form_choices import set_choices
from core.moments import read_day


class SuspensionForm(forms.Form):
    """A person, a task, the day from which the work is set aside, and the reason."""

    person = forms.ChoiceField(label=_("Person"))
    task = forms.ChoiceField(
        label=_("Work"), choices=Suspension.Work.choices, widget=forms.RadioSelect
    )
    since = forms.CharField(
        label=_("From this day on"),
        max_length=20,
        widget=forms.TextInput(attrs={"type": "date"}),
        help_text=_("What they submitted on that day or later."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The person will read this."),
    )

    def __init__(self, *args: Any, people: list[User], **options: Any) -> None:
        super().__init__(*args, **options)
        self._people = {str(person.public_id): person for person in people}
        named = [(key, str(person)) for key, person in self._people.items()]
        set_choices(self, "person", [("", _("Choose a person")), *named])

    def clean_since(self) -> datetime:
        day = read_day(self.cleaned_data["since"])
        if day is None:
            raise ValidationError(_("Enter a day as 2026-03-14."))
        return day

    @property
    def chosen_person(self) -> User:
        """Return whose work it is."""
        return self._people[self.cleaned_data["person"]]
