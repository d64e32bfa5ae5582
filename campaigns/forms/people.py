"""Forms about people: the roles of members, invitations, the search for a person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from campaigns.member_roles import (
    MEMBER_ROLE_LABELS,
    MEMBER_ROLES,
    ROLES_OF_PEOPLE,
    MemberRole,
)
from campaigns.models import Campaign
from campaigns.services.invitations import INVITES_NOBODY

ADMINISTRATOR = "administrator"
_CHOICES = tuple((key, MEMBER_ROLE_LABELS[key]) for key in ROLES_OF_PEOPLE)


class MemberRoleField(forms.ChoiceField):
    """A choice of one of the roles that people can have."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Role"))
        super().__init__(choices=_CHOICES, **options)

    def clean(self, value: Any) -> MemberRole:
        return MEMBER_ROLES[super().clean(value)]


class MemberRoleForm(forms.Form):
    """The new role of a member."""

    role = MemberRoleField()


class NoteForm(forms.ModelForm[Invitation]):
    """The note that says whom an invitation is for."""

    class Meta:
        model = Invitation
        fields = ["note"]
        help_texts = {
            "note": _(
                "For your own list: who gets the link. It is kept beside their name. "
                "They do not see it."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].required = True


class InvitationForm(NoteForm):
    """An invitation to a campaign, with a role."""

    role = MemberRoleField(initial="annotator")


class SiteInvitationForm(NoteForm):
    """An administrator's invitation: to any campaign, or to administer the site."""

    campaign = forms.ModelChoiceField(
        queryset=Campaign.objects.exclude(
            state__in=[Campaign.State.IMPORTING, *INVITES_NOBODY]
        ).order_by("name"),
        to_field_name="public_id",
        label=_("Campaign"),
        required=False,
        empty_label=_("None"),
        help_text=_("Administrators do not need one."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=(
            *_CHOICES,
            (ADMINISTRATOR, _("Administrator of the whole site")),
        ),
        initial="manager",
    )
    field_order = ["note", "role", "campaign"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        role, campaign = cleaned.get("role"), cleaned.get("campaign")
        if role == ADMINISTRATOR and campaign is not None:
            self.add_error(
                "campaign", _("Administrators have access to the whole site: choose no campaign.")
            )
        if role in MEMBER_ROLES and campaign is None and "campaign" not in self.errors:
            self.add_error("campaign", _("Choose the campaign that they join."))
        return cleaned


class PeopleSearchForm(forms.Form):
    """A search for people."""

    q = forms.CharField(label=_("Name, user name or e-mail"), max_length=120, required=False)
