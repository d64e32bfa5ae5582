"""The people of a campaign: inviting, changing and removing members."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import shown_once
from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.forms import people as forms
from campaigns.forms.machines import MachineForm
from campaigns.member_roles import MEMBER_ROLE_LABELS, ROLES_OF_PEOPLE
from campaigns.models import Membership
from campaigns.selectors import invitations as invitation_selectors
from campaigns.selectors import memberships as membership_selectors
from campaigns.services import invitations, memberships
from campaigns.views.campaign_page import render_tab
from campaigns.views.invitations import show_link
from core.http import REFUSED


@require_safe
@never_cache
def people(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show members and invitations."""
    return people_page(request, campaign_for(request, public_id, Area.MEMBERS))


@require_POST
def invite(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Create an invitation."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    form = forms.InvitationForm(request.POST)
    if not form.is_valid():
        return people_page(request, access, invitation_form=form)
    try:
        made = invitations.invite_to_campaign(
            campaign=access.campaign,
            member_role=form.cleaned_data["role"],
            note=form.cleaned_data["note"],
            actor=access.person,
            now=timezone.now(),
        )
    except invitations.CampaignClosedError:
        messages.error(request, _("This campaign is closed. It invites nobody any more."))
        return redirect("campaign-people", public_id)
    at = reverse("campaign-invitation-made", args=[public_id])
    return shown_once.go_and_show(request, at=at, secret=made.token)


@require_safe
@never_cache
def invitation_made(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the new invitation's link, this once."""
    campaign_for(request, public_id, Area.MEMBERS)
    return show_link(request, back=reverse("campaign-people", args=[public_id]))


@require_POST
def revoke_invitation(request: HttpRequest, public_id: UUID, invitation_id: UUID) -> HttpResponse:
    """Revoke an invitation."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    invitation = get_object_or_404(
        invitation_selectors.invitations_to(access.campaign), public_id=invitation_id
    )
    try:
        invitations.revoke_invitation(
            invitation=invitation, actor=access.person, now=timezone.now()
        )
    except invitations.InvitationClosedError:
        messages.error(request, _("This invitation was used or revoked in the meantime."))
    else:
        messages.success(request, _("The link no longer works."))
    return redirect("campaign-people", public_id)


@require_POST
def change_member(request: HttpRequest, public_id: UUID, membership_id: UUID) -> HttpResponse:
    """Change a member's role."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    membership = _member(access, membership_id)
    if membership is None:
        return _member_gone(request, public_id)
    form = forms.MemberRoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the roles in the list."))
        return people_page(request, access, status=REFUSED)
    try:
        memberships.change_member_role(
            membership=membership,
            member_role=form.cleaned_data["role"],
            actor=access.person,
            now=timezone.now(),
        )
    except memberships.OwnMembershipError:
        messages.error(request, _("Another manager or an administrator must change your role."))
    except memberships.MachineRoleError:
        messages.error(request, _("A machine stays a machine."))
    except memberships.MembershipGoneError:
        return _member_gone(request, public_id)
    else:
        messages.success(
            request,
            _("%(name)s is now: %(role)s.")
            % {"name": membership.user, "role": form.cleaned_data["role"].label},
        )
    return redirect("campaign-people", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def remove_member(request: HttpRequest, public_id: UUID, membership_id: UUID) -> HttpResponse:
    """Ask for confirmation, then remove a member."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    membership = _member(access, membership_id)
    if membership is None:
        return _member_gone(request, public_id)
    if request.method != "POST":
        context = {"campaign": access.campaign, "membership": membership}
        return render(request, "campaigns/member_remove.html", context)
    try:
        memberships.remove_member(membership=membership, actor=access.person, now=timezone.now())
    except memberships.OwnMembershipError:
        messages.error(request, _("Another manager or an administrator must remove you."))
    except memberships.MembershipGoneError:
        return _member_gone(request, public_id)
    else:
        messages.success(
            request, _("%(name)s is no longer in this campaign.") % {"name": membership.user}
        )
    return redirect("campaign-people", public_id)


def _member(access: CampaignAccess, membership_id: UUID) -> Membership | None:
    members = membership_selectors.members_of(access.campaign)
    return members.filter(public_id=membership_id).first()


def _member_gone(request: HttpRequest, public_id: UUID) -> HttpResponse:
    # A page open elsewhere, or the browser's Back, still lists a person who was removed.
    messages.error(request, _("They are no longer in this campaign."))
    return redirect("campaign-people", public_id)


def people_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    invitation_form: forms.InvitationForm | None = None,
    machine_form: MachineForm | None = None,
    status: int | None = None,
) -> HttpResponse:
    """Show members and invitations, with forms that were refused."""
    invited = invitation_selectors.open_invitations_to(access.campaign, now=timezone.now())
    context: dict[str, Any] = {
        "members": list(membership_selectors.members_of(access.campaign)),
        "roles": {key: MEMBER_ROLE_LABELS[key] for key in ROLES_OF_PEOPLE},
        "invitations": list(invited),
        "invitation_form": invitation_form or forms.InvitationForm(),
        "machine_form": machine_form or MachineForm(),
    }
    refused = REFUSED if invitation_form is not None or machine_form is not None else 200
    template = "campaigns/members_page.html"
    return render_tab(request, access, "people", template, context, status=status or refused)
