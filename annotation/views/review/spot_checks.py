"""Spot checks: rounds with their shares, the claim to judge next, and a file of all results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Area
from annotation.forms.spot_checks import SpotCheckForm
from annotation.models import SampledClaim, SpotCheck
from annotation.rules.form_requests import SpotCheckRequest
from annotation.selectors.review import spot_checks as selectors
from annotation.selectors.review.published_labels import published_labels
from annotation.selectors.verifying.desk import shown_verdict
from annotation.selectors.verifying.shown_sets import ShownSet
from annotation.selectors.verifying.verifications import shown_evidence
from annotation.services.review import spot_checks
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, csv_file, posted, read_form
from core.row_pages import RowPaginator
from plots import Bar, BarChart

LONGEST_COMMENT = spot_checks.LONGEST_COMMENT
ROUNDS_A_PAGE = 10


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rounds(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the rounds with their shares; draw another sample."""
    access = campaign_for(request, public_id, Area.RELEASES)
    form = SpotCheckForm(posted(request))
    if form.is_valid():
        try:
            made = spot_checks.draw_spot_check(
                campaign=access.campaign,
                size=form.cleaned_data["size"],
                by_verdict=form.cleaned_data["by_verdict"],
                seed=form.cleaned_data["seed"],
                among=_visible_labels(access),
                actor=access.person,
                now=timezone.now(),
            )
        except spot_checks.NothingToCheckError:
            form.add_error(None, _nothing_to_draw(access))
        else:
            return redirect("spot-check", public_id, made.number)
    page = RowPaginator(selectors.rounds_of(access.campaign), ROUNDS_A_PAGE).get_page(
        request.GET.get("page")
    )
    shown = selectors.show_rounds(page)
    context = {
        "form": form,
        "rounds": [(one, _chart(one)) for one in shown],
        "pages": page,
        "sees_all": _sees_all(access),
    }
    status = REFUSED if form.is_bound else 200
    template = "annotation/campaign/spot_checks.html"
    return render_tab(request, access, "spot-checks", template, context, status=status)


@require_safe
@never_cache
def check(request: HttpRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show the claim of a round to judge next, or the one that the address names."""
    access = campaign_for(request, public_id, Area.RELEASES)
    found = get_object_or_404(SpotCheck, campaign=access.campaign, number=number)
    place = request.GET.get("position", "")
    among = _visible_labels(access)
    if place.isdecimal() and len(place) < 6:
        checked = selectors.claims_of(found, among=among).filter(position=int(place)).first()
    else:
        checked = selectors.next_claim(found, access.person, among=among)
    if checked is None:
        messages.success(request, _("There is nothing left for you to judge in this round."))
        return redirect("spot-checks", public_id)
    protocol = protocol_of(access.campaign)
    sets = shown_evidence(checked.version)
    context: dict[str, Any] = {
        "spot_check": found,
        "checked": checked,
        "verdict": shown_verdict(protocol, checked.version.verdict),
        "sets": [ShownSet(place, list(each)) for place, each in enumerate(sets, start=1)],
        "results": list(enumerate(SampledClaim.Result.choices, start=1)),
        "total": found.claims.count(),
        "longest": LONGEST_COMMENT,
    }
    template = "annotation/campaign/spot_check.html"
    return render_tab(request, access, "spot-checks", template, context)


@require_POST
def answer(request: HttpRequest, public_id: UUID, checked_id: UUID) -> HttpResponse:
    """Store what somebody found, and go to the next claim."""
    access = campaign_for(request, public_id, Area.RELEASES)
    checked = get_object_or_404(
        SampledClaim.objects.select_related("spot_check"),
        spot_check__campaign=access.campaign,
        public_id=checked_id,
    )
    number = checked.spot_check.number
    among = _visible_labels(access)
    if among is not None and checked.claim_id not in among:
        messages.warning(request, _("The label of this claim is not published: managers judge it."))
        return redirect("spot-check", public_id, number)
    sent = read_form(request, SpotCheckRequest)
    try:
        spot_checks.store_result(
            checked=checked,
            result=sent.result,
            comment=sent.comment,
            seen=sent.seen,
            actor=access.person,
            now=timezone.now(),
        )
    except spot_checks.ResultError:
        messages.error(
            request, _("Choose one of the four; a comment has at most 1,000 characters.")
        )
        here = reverse("spot-check", args=[public_id, number])
        return redirect(f"{here}?position={checked.position}")
    except spot_checks.CheckedMeanwhileError:
        messages.warning(
            request, _("Somebody else has judged this claim by now. Your result was not saved.")
        )
    except spot_checks.OwnClaimCheckedError:
        messages.warning(
            request, _("You wrote or verified this claim, so somebody else must judge it.")
        )
    return redirect("spot-check", public_id, number)


@require_safe
@never_cache
def results_file(request: HttpRequest, public_id: UUID, number: int) -> HttpResponse:
    """Return the results of a round as comma-separated values."""
    access = campaign_for(request, public_id, Area.RELEASES)
    found = get_object_or_404(SpotCheck, campaign=access.campaign, number=number)
    return csv_file(
        f"spot-check-{number}", _rows(selectors.claims_of(found, among=_visible_labels(access)))
    )


def _rows(claims: Iterable[SampledClaim]) -> Iterator[Sequence[object]]:
    """Yield the lines of the file."""
    yield "position", "claim", "verdict", "result", "comment", "checked_at"
    for checked in claims:
        version, at = checked.version, checked.checked_at
        yield (
            *(checked.position, version.claim_version.text, version.verdict),
            *(checked.result, checked.comment, at.isoformat(timespec="seconds") if at else ""),
        )


def _sees_all(access: CampaignAccess) -> bool:
    """Return whether somebody may see labels that releases withhold: managers may."""
    return Area.CAMPAIGNS in access.areas


def _visible_labels(access: CampaignAccess) -> set[int] | None:
    """Return the claims whose labels a researcher may see; None where all may be seen."""
    return None if _sees_all(access) else published_labels(access.campaign)


def _nothing_to_draw(access: CampaignAccess) -> str:
    if _sees_all(access):
        return _("No claim of this campaign counts yet.")
    return _("No release has published labels of this campaign yet: there is nothing to draw.")


def _chart(shown: selectors.ShownSpotCheck) -> BarChart | None:
    if not shown.shares:
        return None
    return BarChart(
        title=_("Shares of the results, with Wilson intervals"),
        bars=tuple(
            Bar(
                label=str(one.result.label),
                value=100 * (one.share.value or 0.0),
                low=100 * (one.share.low or 0.0),
                high=100 * (one.share.high or 0.0),
                note=f"{one.count}",
            )
            for one in shown.shares
        ),
        value_name=_("Percent"),
        top=100.0,
    )
