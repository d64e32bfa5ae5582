"""Forms about people: who is in a campaign, invitations, the search for a person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from campaigns.models import Campaign
from campaigns.parts import LABELS, PARTS, GivenPart

ADMINISTRATOR = "administrator"


class PartField(forms.ChoiceField):
    """Chooses one of `PARTS`, and yields it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Part"))
        super().__init__(choices=tuple(LABELS.items()), **options)

    def clean(self, value: Any) -> GivenPart:
        return PARTS[super().clean(value)]


class PartForm(forms.Form):
    """What a member is from now on."""

    part = PartField()


class NoteForm(forms.ModelForm[Invitation]):
    """Whom an invitation is for."""

    class Meta:
        model = Invitation
        fields = ["note"]
        help_texts = {
            "note": _("Who gets the link, for your own list. They do not see it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].required = True


class InvitationForm(NoteForm):
    """Whom to invite to a campaign, as what."""

    part = PartField(initial="annotator")


class SiteInvitationForm(NoteForm):
    """Whom an administrator invites: to any campaign, or as an administrator."""

    campaign = forms.ModelChoiceField(
        queryset=Campaign.objects.exclude(state=Campaign.State.IMPORTING).order_by("name"),
        to_field_name="public_id",
        label=_("Campaign"),
        required=False,
        empty_label=_("None"),
        help_text=_("An administrator needs none."),
    )
    part = forms.ChoiceField(
        label=_("Part"),
        choices=(*LABELS.items(), (ADMINISTRATOR, _("Administrator of the whole site"))),
        initial="manager",
    )
    field_order = ["note", "part", "campaign"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        part, campaign = cleaned.get("part"), cleaned.get("campaign")
        if part == ADMINISTRATOR and campaign is not None:
            self.add_error(
                "campaign", _("An administrator is one for the whole site: choose none.")
            )
        if part in PARTS and campaign is None and "campaign" not in self.errors:
            self.add_error("campaign", _("Choose the campaign that they join."))
        return cleaned


class PeopleSearchForm(forms.Form):
    """Which people to list."""

    q = forms.CharField(label=_("Name, user name or e-mail"), max_length=120, required=False)
