"""The form with which a corpus is shared."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from campaigns.selectors.corpora import people_to_share_with
from wiki.models import CorpusMember


class CorpusMemberForm(forms.Form):
    """A person, by user name, and their role in a corpus."""

    username = forms.CharField(
        max_length=60,
        label=_("User name"),
        help_text=_("A person of one of your campaigns."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=CorpusMember.Role, initial=CorpusMember.Role.MEMBER
    )

    def __init__(self, *args: Any, person: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self._people = people_to_share_with(person)
        if person.is_administrator:
            self.fields["username"].help_text = ""

    def clean_username(self) -> User:
        name = User.normalize_username(self.cleaned_data["username"].strip())
        found = self._people.filter(username__iexact=name).first()
        if found is None:
            # The same words for somebody elsewhere and for nobody at all.
            raise forms.ValidationError(
                _("Nobody else in your campaigns has this user name. Check the spelling.")
            )
        return found
