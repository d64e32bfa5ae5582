"""Reports on screen: the list of runs, requesting and cancelling, comparing two, files."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError
from campaigns.views.campaign_page import render_tab
from jobs.selectors.workers import is_worker_running
from jobs.services import jobs
from jobs.status import status_of
from jobs.views.polling import reload_page
from quality.files import file_type, report_content
from quality.forms import ReportComparisonForm
from quality.measuring.figure_rows import compare_results
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.services import reports as services

TAB = "quality-reports"
RUNS_A_PAGE = 50


@require_safe
@never_cache
def report_list(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the runs of a campaign with their state, and offer to make a report."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    runs = selectors.reports_of(access.campaign)
    page = Paginator(runs, RUNS_A_PAGE).get_page(request.GET.get("page"))
    finished = [run for run in page if run.is_finished]
    context = {
        "page": page,
        "rows": _rows(list(page)),
        "kinds": QualityReport.Kind.choices,
        "can_compare": len(finished) > len({run.kind for run in finished}),
        **_busy(access),
    }
    return render_tab(request, access, TAB, "quality/reports.html", context)


@require_safe
@never_cache
def progress(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the progress of the reports that are being made."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, with_design=False)
    context = _busy(access)
    if not context["busy"]:
        return reload_page()
    return render(request, "quality/progress.html", context | {"campaign": access.campaign})


@require_POST
def request_report(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request a report of one kind."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    kind = request.POST.get("kind", "")
    if kind not in QualityReport.Kind.values:
        messages.error(request, _("Choose which report to make."))
        return redirect("quality-reports", public_id)
    try:
        services.request_report(
            campaign=access.campaign, kind=kind, by=access.person, now=timezone.now()
        )
    except services.BeingMadeError:
        messages.info(request, _("This report is being made already."))
    except NoDesignError:
        messages.error(request, _("The campaign has no study design yet: choose one first."))
    return redirect("quality-reports", public_id)


@require_POST
def cancel(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Stop making a report."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, with_design=False)
    report = get_object_or_404(selectors.reports_of(access.campaign), public_id=report_id)
    try:
        services.cancel_report(report=report, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    return redirect("quality-reports", public_id)


@require_safe
@never_cache
def comparison(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Compare two runs of the same kind, figure by figure."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = ReportComparisonForm(request.GET or None, campaign=access.campaign)
    context: dict[str, Any] = {"form": form}
    status = 200
    if form.is_bound and form.is_valid():
        before, after = form.cleaned_data["before"], form.cleaned_data["after"]
        old, new = selectors.result_of(before), selectors.result_of(after)
        if old is None or new is None:
            form.add_error(
                None, _("A report of another version of Touchstone cannot be read. Make it again.")
            )
        else:
            rows = compare_results(old, new)
            context |= {
                "before": before,
                "after": after,
                "rows": [row for row in rows if row.before != row.after],
                "total": len(rows),
                "is_same_data": before.data_version == after.data_version,
            }
    if form.is_bound and form.errors:
        status = 400
    return render_tab(request, access, TAB, "quality/comparison.html", context, status=status)


@require_safe
@never_cache
def file(request: HttpRequest, public_id: UUID, report_id: UUID, form: str) -> HttpResponse:
    """Send a file of a report: JSON, CSV or LaTeX."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    runs = QualityReport.objects.filter(campaign=access.campaign)
    report = get_object_or_404(runs, public_id=report_id)
    result = selectors.result_of(report)
    if result is None or not file_type(result, form):
        raise Http404
    content = report_content(access.campaign, report, result, form)
    response = HttpResponse(content, content_type=file_type(result, form))
    name = f"{report.kind}-{report.requested_at:%Y-%m-%d}-{form}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _rows(runs: list[QualityReport]) -> list[dict[str, Any]]:
    """Return the runs with the status of their jobs."""
    now = timezone.now()
    running = is_worker_running(now=now)
    return [
        {
            "run": run,
            "url": f"{_page(run)}?report={run.public_id}",
            "status": status_of(run.job, now=now, worker_running=running) if run.job else None,
        }
        for run in runs
    ]


def _page(run: QualityReport) -> str:
    return reverse(f"quality-{run.kind}", args=[run.campaign.public_id])


def _busy(access: CampaignAccess) -> dict[str, Any]:
    latest = [
        selectors.unfinished_report(access.campaign, kind) for kind in QualityReport.Kind.values
    ]
    return {"busy": [run for run in latest if run is not None and run.is_busy]}
