"""The profiles of a campaign's annotators, as its managers see them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.selectors.profiles import ProfileAnswers, profile_report
from campaigns.views.campaign_page import render_tab
from metrics.small_groups import LEAST
from plots import Bar, BarChart, Tone


@require_safe
@never_cache
def profiles(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the answers of the annotators, in groups of five or more."""
    access = campaign_for(request, public_id, Area.MEMBERS)
    report = profile_report(access.campaign)
    context = {
        "report": report,
        "least": LEAST,
        "charts": [_chart(answers) for answers in report.questions if answers.groups],
    }
    return render_tab(request, access, "profiles", "campaigns/profiles.html", context)


def _chart(answers: ProfileAnswers) -> BarChart:
    bars = [Bar(label=label, value=count) for label, count in answers.groups]
    if answers.others:
        bars.append(Bar(label=_("All others together"), value=answers.others, tone=Tone.QUIET))
    return BarChart(title=answers.question, value_name=_("People"), bars=tuple(bars))
