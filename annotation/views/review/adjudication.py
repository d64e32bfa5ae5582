"""Adjudication: the list of disagreements, and the way to the bench."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.models import Adjudication, Claim, Verification
from annotation.selectors.review import disagreements
from annotation.selectors.review.claim_reviews import first_after
from annotation.selectors.verifying.desk import shown_verdict
from annotation.services.review import adjudications
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab

ABOUT = [
    ("verdict", gettext_lazy("Different verdicts")),
    ("evidence", gettext_lazy("Same verdict, no evidence in common")),
]
STATES = [
    ("waiting", gettext_lazy("Waiting")),
    ("decided", gettext_lazy("Decided")),
]


@require_safe
@never_cache
def adjudication(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the claims that are disagreed about, those that wait for a decision first."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about = _asked(request, "about", ABOUT)
    state = _asked(request, "state", STATES)
    if state == "decided":
        chosen = disagreements.decided_in(access.campaign, about_evidence=about == "evidence")
    else:
        chosen = disagreements.undecided(_disagreements(access, about))
    cause = ListFilter(
        "cause",
        gettext_lazy("Cause"),
        "adjudications__cause",
        Adjudication.Cause.choices if state == "decided" else [],
    )
    spec = ListSpec(
        searched=("text",),
        filters=(cause,) if state == "decided" else (),
        orders=(
            ListOrder("oldest", gettext_lazy("Oldest first"), ("pk",)),
            ListOrder("newest", gettext_lazy("Newest first"), ("-pk",)),
        ),
    )
    if request.GET.get("cause") and state == "decided":
        chosen = chosen.filter(adjudications__superseded_at=None)
    read = disagreements.with_verdicts(Claim.objects.all(), access.campaign)
    shown = show_list(request, chosen, spec, read=read)
    own = disagreements.own_among(access.person, shown.page)
    context = {
        "list": shown,
        "about": about,
        "state": state,
        "abouts": ABOUT,
        "states": STATES,
        "entries": [_entry(claim, access, own) for claim in shown.page],
        "causes": disagreements.count_causes(access.campaign) if state == "decided" else [],
        "kept": [("about", about), ("state", state)],
    }
    return render_tab(
        request, access, "adjudication", "annotation/campaign/adjudication.html", context
    )


@require_POST
def take_next(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Open the bench of the next claim that waits, after the one that the address names."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about = _asked(request, "about", ABOUT)
    waiting = disagreements.waiting_for(access.person, _disagreements(access, about))
    claim = first_after(waiting, request.GET.get("after", ""))
    if claim is None:
        messages.info(request, _("No disagreement is waiting for you."))
        return redirect(_list_address(public_id, about))
    return _open(request, access, claim)


@require_POST
def open_claim(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Open the bench of a claim."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    claim = get_object_or_404(Claim, campaign=access.campaign, public_id=claim_id)
    return _open(request, access, claim)


def _open(request: HttpRequest, access: CampaignAccess, claim: Claim) -> HttpResponse:
    back = redirect("adjudication", access.campaign.public_id)
    try:
        attempt = adjudications.open_bench(
            claim=claim, adjudicator=access.person, now=timezone.now()
        )
    except adjudications.PartInClaimError:
        messages.error(
            request, _("You wrote or verified this claim, so somebody else must decide.")
        )
        return back
    except adjudications.NotAnAdjudicatorError:
        messages.error(request, _("Only managers of the campaign decide."))
        return back
    except adjudications.NothingToAdjudicateError:
        messages.info(request, _("There is nothing to decide about this claim any more."))
        return back
    return redirect("verifying-desk", attempt.public_id)


def _asked(request: HttpRequest, name: str, options: list[tuple[str, Any]]) -> str:
    """Return what the address asks for; else the first of the options."""
    asked = request.GET.get(name, "")
    return asked if asked in dict(options) else options[0][0]


def _disagreements(access: CampaignAccess, about: str) -> QuerySet[Claim]:
    return disagreements.disagreements_in(access.campaign, about_evidence=about == "evidence")


def _list_address(public_id: UUID, about: str) -> str:
    return f"{reverse('adjudication', args=[public_id])}?about={about}"


def _entry(claim: Claim, access: CampaignAccess, own: set[int]) -> dict[str, Any]:
    protocol = protocol_of(access.campaign)
    # Without their people, and in no order of theirs.
    counting: list[Verification] = claim.counting  # type: ignore[attr-defined]
    in_force: list[Adjudication] = claim.in_force  # type: ignore[attr-defined]
    decided = in_force[0] if in_force else None
    given = decided.verification if decided else None
    return {
        "claim": claim,
        "verdicts": [shown_verdict(protocol, one.verdict) for one in counting],
        "decided": decided,
        "verdict": shown_verdict(protocol, given.verdict) if given else None,
        "is_own": claim.pk in own,
    }
