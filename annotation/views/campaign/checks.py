"""The page on which managers see people measured against silent gold and experts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.rules.form_requests import SwitchRequest
from annotation.rules.measuring import Hits
from annotation.selectors.review import checks as selectors
from annotation.selectors.review.checks import PersonSilent
from annotation.selectors.verifying.silent_gold import silent_gold_in
from annotation.services.campaign.assistance import switch_assistance
from annotation.views.campaign.design_words import percent
from assist.selectors.versions import version_in_use
from campaigns.access import campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import read_form
from plots import Line, LineChart, Point


@require_safe
@never_cache
def checks(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show everybody's agreement with silent gold over time, and with experts."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    redundancy = protocol_of(campaign).redundancy if campaign.protocol else None
    outcomes = selectors.silent_outcomes(campaign)
    people = selectors.silent_by_person(campaign, outcomes)
    chosen = next(
        (row for row in people if str(row.person.public_id) == request.GET.get("person")), None
    )
    shown = [one for one in outcomes if chosen is None or one.person == chosen.person.pk]
    weeks = selectors.by_week(shown)
    context = {
        "rate": percent(redundancy.silent) if redundancy and redundancy.silent else "",
        "gold": silent_gold_in(campaign).count(),
        "people": people,
        "chosen": chosen,
        "chart": _chart(weeks, chosen) if weeks else None,
        "copied": selectors.copied_claims(campaign),
        "without_gold": _without_gold(people) if redundancy and redundancy.silent else [],
        "expert_share": percent(redundancy.experts) if redundancy and redundancy.experts else "",
        "expert_slots": selectors.expert_slots(campaign),
        "experts": selectors.experts_in(campaign).count(),
        "evidence": selectors.evidence_by_person(campaign),
        "suggests_evidence": campaign.suggests_evidence,
        "has_model": version_in_use() is not None,
        "arms": selectors.agreement_by_arm(campaign, outcomes),
    }
    return render_tab(request, access, "checks", "annotation/campaign/checks.html", context)


@require_POST
def switch_suggestions(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Turn the machine's suggestions for verifiers on or off."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    is_on = read_form(request, SwitchRequest).on == "1"
    switch_assistance(
        campaign=access.campaign, is_on=is_on, actor=access.person, now=timezone.now()
    )
    if is_on:
        messages.success(request, _("Suggestions are on, for half of the claims taken from now."))
    else:
        messages.success(request, _("Suggestions are off."))
    return redirect("campaign-checks", public_id)


def _without_gold(people: Sequence[PersonSilent]) -> list[PersonSilent]:
    return [row for row in people if not row.left]


def _chart(weeks: Mapping[date, Hits], chosen: PersonSilent | None) -> LineChart:
    total = sum(weeks.values(), Hits())
    name = str(chosen.person) if chosen else _("Everybody")
    return LineChart(
        title=_("%(name)s: %(hits)d of %(items)d verdicts are those of the gold")
        % {"name": name, "hits": total.hits, "items": total.items},
        caption=_("Percent of right verdicts by week, with Wilson intervals."),
        lines=(
            Line(
                label=_("Right verdicts, percent"),
                points=tuple(_point(week, hits) for week, hits in weeks.items()),
            ),
        ),
        point_name=_("Week of"),
        top=100,
    )


def _point(week: date, hits: Hits) -> Point:
    label = f"{week:%Y-%m-%d}"
    if hits.percents is None:
        return Point(label=label, value=None)
    value, low, high = hits.percents
    return Point(label=label, value=value, low=low, high=high)
