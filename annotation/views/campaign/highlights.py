"""The highlights of a campaign: drawing them, and the list of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.models import Highlight
from annotation.selectors.campaign import progress, work_in_progress
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from annotation.views.campaign.work import short_quotes, source_labels
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError
from campaigns.views.campaign_page import render_tab
from jobs.services.jobs import AlreadyQueuedError
from jobs.views.polling import STOP_POLLING
from wiki.selectors.corpora import jobs_about


@require_safe
@never_cache
def highlights(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Everything about them."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    sources = source_labels(access)
    spec = ListSpec(
        searched=("page__title",),
        filters=(
            ListFilter("state", gettext_lazy("State"), "state", Highlight.State.choices),
            ListFilter("source", gettext_lazy("Kind"), "source", list(sources.items())),
        ),
        orders=(
            ListOrder("drawn", gettext_lazy("Order drawn"), ("pk",)),
            ListOrder("page", gettext_lazy("Page"), ("page__title", "pk")),
            ListOrder("newest", gettext_lazy("Newest first"), ("-pk",)),
        ),
    )
    shown = show_list(request, work_in_progress.highlights_in(access.campaign), spec)
    context = {
        **_progress_of(access),
        "list": shown,
        "quotes": short_quotes(shown.page),
        "sources": sources,
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
        # True after the end too: the message stays while the page follows the job.
        messages.success(request, _("The drawing of highlights has been requested."))
    return redirect("campaign-highlights", public_id)


def _progress_of(access: CampaignAccess) -> dict[str, Any]:
    campaign = access.campaign
    counts = progress.highlight_counts(campaign)
    jobs = jobs_about(f"{sampling.SAMPLE_HIGHLIGHTS}:{campaign.pk}")
    last = jobs[0] if jobs else None
    sources = source_labels(access)
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
