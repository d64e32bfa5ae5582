"""Workers of external platforms: their links, for managers."""

from __future__ import annotations

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
from campaigns.forms.workers import WorkerLinkForm
from campaigns.selectors import workers as selectors
from campaigns.services import workers as services
from campaigns.services.invitations import INVITES_NOBODY, CampaignClosedError
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def workers(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show links and workers, or create a link."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    if request.method != "POST":
        return _page(request, access, WorkerLinkForm())
    form = WorkerLinkForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form)
    try:
        _link, token = services.make_worker_link(
            campaign=access.campaign,
            member_role=form.member_role,
            name=form.cleaned_data["name"],
            parameter=form.cleaned_data["parameter"],
            seats=form.cleaned_data["seats"],
            items=form.cleaned_data["items"],
            code=form.cleaned_data["code"],
            lifetime=form.lifetime,
            actor=access.person,
            now=timezone.now(),
        )
    except CampaignClosedError:
        messages.error(request, _("This campaign is closed. It invites nobody any more."))
        return redirect("campaign-workers", public_id)
    at = reverse("campaign-worker-link-made", args=[public_id])
    return shown_once.go_and_show(request, at=at, secret=token)


@require_safe
@never_cache
def link_made(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the new link, this once."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    back = reverse("campaign-workers", args=[public_id])
    token = shown_once.take(request)
    link = selectors.link_with_token(token) if token else None
    if link is None:
        return shown_once.go_back(request, to=back)
    address = request.build_absolute_uri(reverse("take-part", args=[token]))
    context = {
        "campaign": access.campaign,
        "link": link,
        "address": f"{address}?{link.parameter}=",
        "at_prolific": f"{address}?{link.parameter}={{{{%PROLIFIC_PID%}}}}",
    }
    return render(request, "campaigns/worker_link_made.html", context)


@require_POST
def revoke_link(request: HttpRequest, public_id: UUID, link_id: UUID) -> HttpResponse:
    """Revoke a link."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    link = get_object_or_404(selectors.links_of(access.campaign), public_id=link_id)
    try:
        services.revoke_worker_link(link=link, actor=access.person, now=timezone.now())
    except services.LinkClosedError:
        messages.error(request, _("This link was revoked in the meantime."))
    else:
        messages.success(request, _("The link no longer works."))
    return redirect("campaign-workers", public_id)


def _page(request: HttpRequest, access: CampaignAccess, form: WorkerLinkForm) -> HttpResponse:
    now = timezone.now()
    links = list(selectors.links_of(access.campaign))
    taken = selectors.seats_taken(links)
    context = {
        "links": [(link, link.is_open_at(now), taken[link.pk]) for link in links],
        "workers": list(selectors.workers_of(access.campaign)),
        "form": form,
        "invites_nobody": access.campaign.state in INVITES_NOBODY,
    }
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, "workers", "campaigns/workers.html", context, status=status)
