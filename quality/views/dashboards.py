"""Dashboards: the newest report of a kind, or the one that the address names, as charts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from campaigns.views.campaign_page import render_tab
from quality.measuring.results import (
    AgreementResult,
    BiasResult,
    DescriptionResult,
    ReportResult,
)
from quality.messages import FEEDBACK
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.views.agreement_charts import agreement_charts
from quality.views.bias_charts import bias_charts, shown_pairs
from quality.views.description_charts import description_charts
from quality.words import DesignWords

# The claims listed of which the model makes another verdict than counts; the file has all.
MOST_OVERRULED = 20


@require_safe
@never_cache
def agreement(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show agreement: of verdicts and evidence, of pairs and people, and what it depends on."""
    access, report, result = _asked(request, public_id, QualityReport.Kind.AGREEMENT)
    context: dict[str, Any] = {}
    if isinstance(result, AgreementResult):
        names = selectors.names_of(result.named)
        lead, *charts = agreement_charts(access.campaign, result, names)
        context = {
            "lead": lead,
            "charts": charts,
            "overruled": _overruled(access.campaign, result),
            "machines": [(names.get(one.machine, "?"), one) for one in result.machines],
            "people": sorted(
                ((names.get(one.person, "?"), one) for one in result.people),
                key=lambda row: (row[1].kappa.value is None, row[1].kappa.value, row[0]),
            ),
        }
    return _render(request, access, QualityReport.Kind.AGREEMENT, report, result, context)


@require_safe
@never_cache
def bias(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show what gives verdicts away: words, the design, the place of evidence, and probes."""
    access, report, result = _asked(request, public_id, QualityReport.Kind.BIAS)
    context: dict[str, Any] = {}
    if isinstance(result, BiasResult):
        context = {
            "charts": bias_charts(access.campaign, result),
            "pairs": shown_pairs(access.campaign, result),
        }
    return _render(request, access, QualityReport.Kind.BIAS, report, result, context)


@require_safe
@never_cache
def description(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the dataset as the papers describe theirs."""
    access, report, result = _asked(request, public_id, QualityReport.Kind.DESCRIPTION)
    context: dict[str, Any] = {}
    if isinstance(result, DescriptionResult):
        words = DesignWords.of(access.campaign)
        context = {
            "charts": description_charts(access.campaign, result),
            "writing": _labelled(result.writing_seconds, words),
            "by_feedback": [
                (FEEDBACK[name], found) for name, found in result.writing_by_feedback.items()
            ],
            "verifying": _labelled(result.verifying_seconds, words),
            "skips": [
                (words.label(reason), number)
                for reasons in result.skips.values()
                for reason, number in sorted(reasons.items())
            ],
            "reasons": _labelled(result.reports, words),
            "skips_url": reverse("campaign-skips", args=[public_id]),
            "reports_url": reverse("reported-claims", args=[public_id]),
        }
    return _render(request, access, QualityReport.Kind.DESCRIPTION, report, result, context)


def _asked(
    request: HttpRequest, public_id: UUID, kind: QualityReport.Kind
) -> tuple[CampaignAccess, QualityReport | None, ReportResult | None]:
    """Return the report that the address names, or the newest; its result, if there is one."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    named = request.GET.get("report", "")
    if not named:
        report = selectors.newest_report(access.campaign, kind)
    else:
        report = _named(access.campaign, kind, named)
    return access, report, selectors.result_of(report) if report else None


def _named(campaign: Campaign, kind: str, named: str) -> QualityReport:
    try:
        key = UUID(named)
    except ValueError:
        raise Http404 from None
    rows = QualityReport.objects.filter(campaign=campaign, kind=kind, finished_at__isnull=False)
    report = rows.filter(public_id=key).first()
    if report is None or selectors.result_of(report) is None:
        raise Http404
    return report


def _render(
    request: HttpRequest,
    access: CampaignAccess,
    kind: QualityReport.Kind,
    report: QualityReport | None,
    result: ReportResult | None,
    context: dict[str, Any],
) -> HttpResponse:
    unfinished = selectors.unfinished_report(access.campaign, kind)
    shared = {
        "kind": kind,
        "report": report,
        "result": result,
        "busy": unfinished if unfinished is not None and unfinished.is_busy else None,
        "ended": unfinished if unfinished is not None and not unfinished.is_busy else None,
    }
    name = f"quality-{kind.value}"
    template = f"quality/{kind.value}.html"
    return render_tab(request, access, name, template, shared | context)


def _overruled(campaign: Campaign, result: AgreementResult) -> list[dict[str, Any]]:
    words = DesignWords.of(campaign)
    return [
        {
            "claim": claim,
            "counts": words.label(posterior.counts),
            "model": words.label(result.verdicts[posterior.most_probable]),
            "percent": round(100 * max(posterior.chances)),
            "verifications": posterior.verifications,
        }
        for claim, posterior in selectors.overruled(result, MOST_OVERRULED)
    ]


def _labelled(figures: Any, words: DesignWords) -> list[tuple[str, Any]]:
    return [(words.label(name), figure) for name, figure in sorted(figures.items())]
