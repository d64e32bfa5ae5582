"""A campaign's first page; making, copying, opening, pausing and closing one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Area, Role
from annotation.models import Highlight
from annotation.selectors.campaign import progress, readiness
from annotation.selectors.desk.campaign_tasks import campaign_tasks
from annotation.services.campaign import designs
from annotation.views.campaign import figures
from campaigns.access import CampaignAccess, campaign_for, person_of
from campaigns.forms.campaigns import CAMPAIGN_NAME_TAKEN, CampaignForm
from campaigns.models import Campaign
from campaigns.selectors.memberships import areas_for
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.services import campaigns
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted


@require_safe
@never_cache
def campaign(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show managers and researchers the progress, and annotators their tasks."""
    access = campaign_for(request, public_id)
    context = _progress(access) if Area.PROGRESS in access.areas else {}
    if access.membership is not None and access.membership.role == Role.ANNOTATOR:
        tasks = campaign_tasks(access.person, [access.membership], timezone.now())
        context |= {"work": tasks[0]}
    return render_tab(request, access, "overview", "annotation/campaign/overview.html", context)


def _progress(access: CampaignAccess) -> dict[str, Any]:
    campaign = access.campaign
    if Campaign.State.DRAFT in (campaign.state, campaign.archived_from):
        items = readiness.checklist(campaign)
        return {
            "checklist": items,
            "is_ready": not any(item.is_missing for item in items),
            "next_item": next((item.name for item in items if not item.is_done), ""),
        }
    protocol = protocol_of(campaign)
    counts = progress.highlight_counts(campaign)
    funnel = progress.funnel_of(campaign, protocol, counts)
    verifying = _verifying(campaign, funnel)
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        # Nothing was dealt for its claims; data that is only analysed has none to verify.
        if not campaign.claims.exists():
            return {"protocol": protocol, "funnel": [], "is_data": True}
        return {"protocol": protocol, "funnel": funnel, "is_data": True, **verifying}
    pace = progress.pace_of(campaign, now=timezone.now(), written=counts[Highlight.State.WRITTEN])
    meters = progress.meters_of(campaign, protocol)
    return {
        "protocol": protocol,
        "counts": counts,
        "funnel": funnel,
        "pace": pace,
        "pace_chart": figures.pace_chart(pace),
        "has_written": counts[Highlight.State.WRITTEN] > 0,
        "meters": [(meter, figures.meter_chart(meter)) for meter in meters],
        **verifying,
    }


def _verifying(campaign: Campaign, funnel: Sequence[progress.FunnelStep]) -> dict[str, Any]:
    """Return the pace of verifying, if the design has claims verified."""
    step = next((step for step in funnel if step.name == "verified"), None)
    if step is None:
        return {}
    pace = progress.verifying_pace_of(campaign, now=timezone.now(), left=step.target - step.count)
    return {
        "verifying": pace,
        "verifying_chart": figures.verifying_chart(pace),
        "has_verified": step.count > 0,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest) -> HttpResponse:
    """Make a campaign: managers, who then manage it, and administrators."""
    person = person_of(request)
    if Area.CAMPAIGNS not in areas_for(person):
        raise PermissionDenied
    form = CampaignForm(posted(request))
    if form.is_valid():
        try:
            made = campaigns.create_campaign(
                name=form.cleaned_data["name"], actor=person, now=timezone.now()
            )
        except campaigns.CampaignNameTakenError:
            form.add_error("name", CAMPAIGN_NAME_TAKEN)
        else:
            messages.success(request, _("The campaign is created. Choose its study design next."))
            return redirect("campaign-design", made.public_id)
    status = REFUSED if form.is_bound else 200
    return render(request, "annotation/campaign/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def copy_campaign(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Make another campaign of the same design."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = CampaignForm(posted(request))
    if form.is_valid():
        try:
            copy = designs.copy_campaign(
                campaign=access.campaign,
                name=form.cleaned_data["name"],
                actor=access.person,
                now=timezone.now(),
            )
        except campaigns.CampaignNameTakenError:
            form.add_error("name", CAMPAIGN_NAME_TAKEN)
        except NoDesignError:
            form.add_error(
                None, _("This campaign has no study design yet, so there is nothing to copy.")
            )
        else:
            messages.success(request, _("The copy is created. It has no members and no work yet."))
            return redirect("campaign", copy.public_id)
    context = {"form": form, "campaign": access.campaign}
    status = REFUSED if form.is_bound else 200
    return render(request, "annotation/campaign/copy.html", context, status=status)


def _moving(service: Callable[..., Campaign], done: Promise) -> Callable[..., HttpResponse]:
    """Return a view that brings a campaign into another state."""

    @require_POST
    def view(request: HttpRequest, public_id: UUID) -> HttpResponse:
        access = campaign_for(request, public_id, Area.CAMPAIGNS)
        try:
            service(campaign=access.campaign, actor=access.person, now=timezone.now())
        except designs.NotReadyError as error:
            messages.error(
                request, _("The campaign cannot be opened yet. %(why)s") % {"why": error}
            )
        except campaigns.WrongStateError:
            messages.error(request, _("Somebody else changed its state in the meantime."))
        else:
            messages.success(request, str(done))
        return redirect("campaign", public_id)

    return view


open_campaign = _moving(
    designs.open_campaign, gettext_lazy("The campaign is open. People can start.")
)
pause_campaign = _moving(
    campaigns.pause_campaign,
    gettext_lazy("The campaign is paused. People may finish what they have begun."),
)


@require_http_methods(["GET", "HEAD", "POST"])
def close_campaign(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Ask, then close: it cannot be opened again."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    if request.method == "POST":
        return _close(request, public_id=public_id)
    held = progress.highlight_counts(access.campaign)[Highlight.State.HELD]
    context = {"campaign": access.campaign, "held": held}
    return render(request, "annotation/campaign/close.html", context)


_close = _moving(campaigns.close_campaign, gettext_lazy("The campaign is closed."))
