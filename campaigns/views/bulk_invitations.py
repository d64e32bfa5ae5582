"""Inviting many people to a campaign at once."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import shown_once
from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.forms.bulk_invitations import BulkInvitationForm
from campaigns.selectors import invitations as invitation_selectors
from campaigns.services import bulk_invitations
from campaigns.services.invitations import INVITES_NOBODY, CampaignClosedError
from core.http import REFUSED
from core.spreadsheets import csv_text


@require_http_methods(["GET", "HEAD", "POST"])
def invite_many(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the form, or invite everybody in the list."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    if access.campaign.state in INVITES_NOBODY:
        return _refuse(request, public_id)
    posted = request.method == "POST"
    form = BulkInvitationForm(request.POST, request.FILES) if posted else BulkInvitationForm()
    if form.is_valid():
        try:
            made = bulk_invitations.invite_many(
                campaign=access.campaign,
                member_role=form.cleaned_data["role"],
                invitees=form.cleaned_data["invitees"],
                site=f"{request.scheme}://{request.get_host()}",
                actor=access.person,
                now=timezone.now(),
            )
        except CampaignClosedError:
            return _refuse(request, public_id)
        if made.mailed:
            text = ngettext(
                "%d invitation is being mailed.", "%d invitations are being mailed.", made.mailed
            )
            messages.success(request, text % made.mailed)
        if not made.links:
            return redirect("campaign-people", public_id)
        at = reverse("campaign-invitations-made", args=[public_id])
        secret = "\n".join(link.token for link in made.links)
        return shown_once.go_and_show(request, at=at, secret=secret)
    context = {
        "campaign": access.campaign,
        "form": form,
        "mail_is_set_up": settings.MAIL_IS_SET_UP,
    }
    status = REFUSED if posted else 200
    return render(request, "campaigns/invite_many.html", context, status=status)


def _refuse(request: HttpRequest, public_id: UUID) -> HttpResponse:
    messages.error(request, _("This campaign is closed. It invites nobody any more."))
    return redirect("campaign-people", public_id)


@require_safe
@never_cache
def invitations_made(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the links of the new invitations, this once, as text for a spreadsheet."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    back = reverse("campaign-people", args=[public_id])
    secret = shown_once.take(request)
    if secret is None:
        return shown_once.go_back(request, to=back)
    found = invitation_selectors.invitations_with_tokens(access.campaign, secret.split("\n"))
    links = [
        (invitation.note, request.build_absolute_uri(reverse("join", args=[token])))
        for token, invitation in found
    ]
    context = {"campaign": access.campaign, "links": links, "text": csv_text(links, line_end="\n")}
    return render(request, "campaigns/invitations_made.html", context)
