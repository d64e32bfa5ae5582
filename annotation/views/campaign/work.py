"""The work of a campaign: who is on what since when, and what was skipped."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.models import QUEUED_PURPOSES, Attempt, Highlight
from annotation.selectors.campaign import work_in_progress
from annotation.selectors.writing.highlights import quotes_of
from annotation.services.desk import held_items
from annotation.services.desk.leases import LeaseLostError
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab

LONGEST_QUOTE = 160
_TASKS = [(task.value, task.label) for task in (Attempt.Purpose.WRITE, *QUEUED_PURPOSES)]


@require_safe
@never_cache
def work(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List every open lease of both tasks: who holds what, since when, until when."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    spec = ListSpec(
        searched=("annotator__name", "highlight__page__title", "assignment__claim__text"),
        filters=(
            ListFilter("task", gettext_lazy("Task"), "purpose", _TASKS),
            _people(access.campaign, "annotator__public_id"),
        ),
        orders=(
            ListOrder("until", gettext_lazy("Held until"), ("until", "pk")),
            ListOrder("since", gettext_lazy("Longest held"), ("started_at", "pk")),
            ListOrder("person", gettext_lazy("Person"), ("annotator__name", "pk")),
        ),
    )
    shown = show_list(request, work_in_progress.open_attempts(access.campaign), spec)
    context = {
        "list": shown,
        "quotes": _quotes(shown.page),
        "now": timezone.now(),
        "sources": source_labels(access),
    }
    return render_tab(request, access, "work", "annotation/campaign/work.html", context)


@require_safe
@never_cache
def skips(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List every skipped highlight and claim, with the reason."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    reasons = _skip_reasons(access)
    spec = ListSpec(
        searched=("text", "attempt__highlight__page__title", "attempt__claim__text"),
        filters=(
            ListFilter("task", gettext_lazy("Task"), "attempt__purpose", _TASKS),
            ListFilter("reason", gettext_lazy("Reason"), "reason", list(reasons.items())),
            _people(access.campaign, "attempt__annotator__public_id"),
        ),
        orders=(
            ListOrder("newest", gettext_lazy("Newest first"), ("-skipped_at", "-pk")),
            ListOrder("oldest", gettext_lazy("Oldest first"), ("skipped_at", "pk")),
            ListOrder("person", gettext_lazy("Person"), ("attempt__annotator__name", "-pk")),
        ),
    )
    shown = show_list(request, work_in_progress.skips_in(access.campaign), spec)
    context = {
        "list": shown,
        "quotes": _quotes(skip.attempt for skip in shown.page),
        "reasons": reasons,
        "sources": source_labels(access),
    }
    return render_tab(request, access, "skips", "annotation/campaign/skips.html", context)


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
    return redirect("campaign-work", public_id)


def short_quotes(highlights: Iterable[Highlight]) -> dict[int, str]:
    """Return the beginnings of highlights by key, for a line of a list."""
    return quotes_of(highlights, longest=LONGEST_QUOTE, after_row=" · ")


def _quotes(attempts: Iterable[Attempt]) -> dict[int, str]:
    return short_quotes(attempt.highlight for attempt in attempts if attempt.highlight)


def source_labels(access: CampaignAccess) -> dict[str, str]:
    """Return the labels of the kinds of highlights, by name."""
    if access.campaign.protocol is None:
        return {}
    protocol = protocol_of(access.campaign)
    return {source.name: source.label for source in protocol.sources}


def _people(campaign: Campaign, path: str) -> ListFilter:
    people = work_in_progress.people_at_work(campaign)
    return ListFilter("person", gettext_lazy("Person"), path, people)


def _skip_reasons(access: CampaignAccess) -> dict[str, str]:
    if access.campaign.protocol is None:
        return {}
    stages = protocol_of(access.campaign).stages
    return {reason.name: reason.label for stage in stages for reason in stage.skip_reasons}
