"""The highlights of a campaign: drawing them, held items, and skips with their reasons."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.selectors import progress, work_in_progress
from annotation.services import designs, held_items, sampling
from annotation.services.leases import LeaseLostError
from campaigns.access import CampaignAccess, campaign_for
from campaigns.protocols.enums import StageKind
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.views.campaign_page import render_tab
from jobs.services.jobs import AlreadyQueuedError
from jobs.views.polling import STOP_POLLING
from wiki.selectors.corpora import jobs_about

SKIPS_A_PAGE = 50


@require_safe
@never_cache
def highlights(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Everything about them."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    skips = Paginator(work_in_progress.skips_in(campaign), SKIPS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        **_progress_of(access),
        "held": list(work_in_progress.open_attempts(campaign)),
        "now": timezone.now(),
        "skips": skips,
        "reasons": _skip_reasons(access),
        "sources": _sources(access),
    }
    template = "annotation/campaign/highlights.html"
    return render_tab(request, access, "highlights", template, context)


@require_safe
@never_cache
def highlights_progress(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the part of the page that changes while highlights are drawn."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    context = _progress_of(access) | {"campaign": access.campaign}
    status = 200 if context["is_busy"] else STOP_POLLING
    template = "annotation/campaign/drawing.html"
    return render(request, template, context, status=status)


@require_POST
def draw(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request the highlights that the campaign lacks."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    try:
        sampling.request_highlights(
            campaign=access.campaign, actor=access.person, now=timezone.now()
        )
    except NoDesignError:
        messages.error(request, _("Choose the study design and the pages first."))
    except designs.NotReadyError as error:
        messages.error(request, str(error))
    except AlreadyQueuedError:
        messages.info(request, _("Highlights are already being drawn."))
    else:
        messages.success(request, _("Highlights are being drawn."))
    return redirect("campaign-highlights", public_id)


@require_POST
def free(request: HttpRequest, public_id: UUID, attempt_id: UUID) -> HttpResponse:
    """End a lease, so that somebody else gets the item."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    attempt = work_in_progress.open_attempts(access.campaign).filter(public_id=attempt_id).first()
    try:
        if attempt is not None:
            held_items.free_item(attempt=attempt, actor=access.person, now=timezone.now())
    except LeaseLostError:
        attempt = None
    if attempt is None:
        messages.info(request, _("They are no longer working on it."))
    else:
        messages.success(
            request, _("It goes to the next person who asks, with the same prescriptions.")
        )
    return redirect("campaign-highlights", public_id)


def _progress_of(access: CampaignAccess) -> dict[str, Any]:
    campaign = access.campaign
    counts = progress.highlight_counts(campaign)
    jobs = jobs_about(f"{sampling.SAMPLE_HIGHLIGHTS}:{campaign.pk}")
    last = jobs[0] if jobs else None
    sources = _sources(access)
    return {
        "counts": counts,
        "total": sum(counts.values()),
        "job": last,
        "is_busy": last is not None and not last.is_finished,
        # A job's page is shown to its requester and to administrators.
        "may_open_job": last is not None
        and (access.person.is_administrator or last.requested_by_id == access.person.pk),
        "lacking": [
            (sources.get(name, name), count)
            for name, count in ((last.result or {}).get("lacking", {}) if last else {}).items()
        ],
    }


def _sources(access: CampaignAccess) -> dict[str, str]:
    if access.campaign.protocol is None:
        return {}
    protocol = protocol_of(access.campaign)
    return {source.name: source.label for source in protocol.sources}


def _skip_reasons(access: CampaignAccess) -> dict[str, str]:
    if access.campaign.protocol is None:
        return {}
    stage = protocol_of(access.campaign).stage_for(StageKind.WRITE)
    return {reason.name: reason.label for reason in stage.skip_reasons} if stage else {}
