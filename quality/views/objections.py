"""Objections of the verifier on screen: the list, the search for them, and their review."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.selectors.review import disagreements
from annotation.selectors.verifying.desk import shown_verdict
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import go_to
from jobs.services import jobs
from jobs.views.polling import reload_page
from quality.models import Objection
from quality.selectors import objections as selectors
from quality.services import objections as services

TAB = "objections"
# Among the reviews: no review has such a name.
OPEN, REVIEWED = "open", "any"
PROGRAM, SENTENCES = "program", "sentences"


@require_safe
@never_cache
def objection_list(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the objections that the address asks for, the surest first."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    protocol = protocol_of(campaign) if campaign.protocol else None
    shown = show_list(request, selectors.objections_in(campaign), _spec(protocol))
    own = disagreements.own_among(access.person, [each.claim for each in shown.page])
    query = request.GET.copy()
    context = {
        "list": shown,
        "page": shown.page,
        "rows": [_row(each, protocol, own) for each in shown.page] if protocol else [],
        "reviews": Objection.Review.choices,
        "query": query.urlencode(),
        "finished": selectors.finished_search(campaign),
        "least": round(100 * services.LEAST_PROBABILITY),
        **_progress(campaign),
    }
    return render_tab(request, access, TAB, "quality/objections.html", context)


@require_safe
@never_cache
def progress(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the progress of a search."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, with_design=False)
    context = _progress(access.campaign)
    if not context["is_busy"]:
        return reload_page()
    return render(
        request, "quality/objections_progress.html", {"campaign": access.campaign, **context}
    )


@require_POST
def search(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request a check of all claims that count."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    try:
        services.request_search(campaign=access.campaign, by=access.person, now=timezone.now())
    except services.BeingSearchedError:
        messages.info(request, _("The verifier is checking the claims already."))
    except NoDesignError:
        messages.error(request, _("The campaign has no study design yet: choose one first."))
    except services.NotSearchableError:
        messages.error(request, _("The campaign is archived: nothing in it changes."))
    return redirect("objections", public_id)


@require_POST
def cancel(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Stop a search."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, with_design=False)
    latest = selectors.latest_search(access.campaign)
    try:
        if latest is None:
            raise jobs.AlreadyFinishedError
        services.cancel_search(search=latest, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    return redirect("objections", public_id)


@require_POST
def review(request: HttpRequest, public_id: UUID, objection_id: UUID) -> HttpResponse:
    """Store who is right, and go back to the list as it was."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, with_design=False)
    objection = get_object_or_404(
        Objection.objects.select_related("claim"),
        campaign=access.campaign,
        public_id=objection_id,
    )
    _review(request, access, objection)
    # Read and written again, so that nothing but a query is in the address.
    query = QueryDict(request.POST.get("query", "")[:2000]).urlencode()
    here = reverse("objections", args=[public_id])
    return go_to(f"{here}?{query}" if query else here, at="objections")


def _review(request: HttpRequest, access: CampaignAccess, objection: Objection) -> None:
    try:
        services.review_objection(
            objection=objection,
            review=request.POST.get("review", ""),
            seen=request.POST.get("seen", ""),
            by=access.person,
            now=timezone.now(),
        )
    except services.UnknownReviewError:
        messages.error(request, _("Choose who is right, or “Unclear”."))
    except services.ObjectionChangedError:
        messages.warning(
            request,
            _("Somebody else has reviewed this by now, or a verdict changed. Nothing was saved."),
        )
    except services.OwnObjectionError:
        messages.warning(
            request, _("You wrote or verified this claim, so somebody else must review it.")
        )


def _progress(campaign: Campaign) -> dict[str, Any]:
    latest = selectors.latest_search(campaign)
    return {
        "latest": latest,
        "job": latest.job if latest else None,
        "is_busy": latest is not None and latest.is_busy,
        "cancel_url": reverse("objections-cancel", args=[campaign.public_id]),
    }


def _spec(protocol: Protocol | None) -> ListSpec:
    verdicts = (
        [(choice.name, choice.label) for choice in protocol.verdicts.choices] if protocol else []
    )
    return ListSpec(
        searched=("claim__text",),
        filters=(
            ListFilter(
                "review",
                gettext_lazy("Reviewed"),
                "review",
                [
                    (OPEN, gettext_lazy("Not reviewed")),
                    (REVIEWED, gettext_lazy("Reviewed")),
                    *Objection.Review.choices,
                ],
                _reviewed,
            ),
            ListFilter(
                "sure",
                gettext_lazy("Sure"),
                "",
                [(str(share), f"≥ {share}%") for share in (85, 90, 95, 99)],
                lambda share: Q(probability__gte=int(share) / 100),
            ),
            ListFilter("verdict", gettext_lazy("Verifier’s verdict"), "verdict", verdicts),
            ListFilter("counts", gettext_lazy("Verdict that counts"), "version__verdict", verdicts),
            ListFilter(
                "by",
                gettext_lazy("Decided by"),
                "",
                [
                    (PROGRAM, gettext_lazy("A program over a table")),
                    (SENTENCES, gettext_lazy("Sentences")),
                ],
                lambda by: ~Q(english="") if by == PROGRAM else Q(english=""),
            ),
        ),
        orders=(
            ListOrder("surest", gettext_lazy("Surest first"), ("-probability", "pk")),
            ListOrder("newest", gettext_lazy("Newest first"), ("-found_at", "-pk")),
        ),
    )


def _reviewed(state: str) -> Q:
    if state == OPEN:
        return Q(review="")
    return ~Q(review="") if state == REVIEWED else Q(review=state)


def _row(objection: Objection, protocol: Protocol, own: set[int]) -> dict[str, Any]:
    return {
        "objection": objection,
        "counts": shown_verdict(protocol, objection.version.verdict),
        "verdict": shown_verdict(protocol, objection.verdict),
        "percent": int(100 * objection.probability),
        "is_own": objection.claim_id in own,
    }
