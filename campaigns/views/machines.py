"""The machines of a campaign: adding one, and its token, which is shown once."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import shown_once
from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.forms.machines import MachineForm
from campaigns.selectors.memberships import machines_of
from campaigns.services import machines, memberships
from campaigns.services.invitations import CampaignClosedError
from campaigns.views.members import people_page


@require_POST
def add_machine(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Add a machine."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    form = MachineForm(request.POST)
    if not form.is_valid():
        return people_page(request, access, machine_form=form)
    try:
        added = machines.add_machine(
            campaign=access.campaign,
            name=form.cleaned_data["name"],
            actor=access.person,
            now=timezone.now(),
        )
    except CampaignClosedError:
        messages.error(request, _("This campaign is closed. It invites nobody any more."))
        return redirect("campaign-people", public_id)
    at = reverse("campaign-machine-token", args=[public_id, added.membership.public_id])
    return shown_once.go_and_show(request, at=at, secret=added.secret)


@require_POST
def renew_token(request: HttpRequest, public_id: UUID, machine_id: UUID) -> HttpResponse:
    """Create another token for a machine; those before stop working."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    found = machines_of(access.campaign).filter(public_id=machine_id).first()
    try:
        if found is None:
            raise memberships.MembershipGoneError
        renewed = machines.renew_token(membership=found, actor=access.person, now=timezone.now())
    except memberships.MembershipGoneError:
        messages.error(request, _("This machine is no longer in this campaign."))
        return redirect("campaign-people", public_id)
    at = reverse("campaign-machine-token", args=[public_id, machine_id])
    return shown_once.go_and_show(request, at=at, secret=renewed.secret)


@require_safe
@never_cache
def token(request: HttpRequest, public_id: UUID, machine_id: UUID) -> HttpResponse:
    """Show the new token of a machine, this once."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    machine = machines_of(access.campaign).filter(public_id=machine_id).first()
    if machine is None:
        raise Http404
    secret = shown_once.take(request)
    if secret is None:
        return shown_once.go_back(request, to=reverse("campaign-people", args=[public_id]))
    context = {"campaign": access.campaign, "machine": machine.user, "secret": secret}
    return render(request, "campaigns/machine_token.html", context)
