"""The API of reports on quality, for managers: request one, follow it, read it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from jobs.services import jobs
from quality.files import file_type, report_content
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.services import reports as services

TAG = "reports"
ReportKind = Annotated[str, one_of(QualityReport.Kind.values)]


class ReportParametersOfList(ListParameters, frozen=True, kw_only=True):
    """The filters of the list of reports."""

    kind: ReportKind = ""


class QualityReportBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The kind of report to make, the seed and the bootstrap samples of its intervals."""

    kind: ReportKind
    seed: Annotated[int, Meta(ge=0, le=2**31)] = services.USUAL_OPTIONS.seed
    resamples: Annotated[int, Meta(ge=1, le=10_000)] = services.USUAL_OPTIONS.resamples


class ReportAnswer(Struct, frozen=True):
    """A report. `job` is followed until it has finished; then the result is there."""

    id: UUID
    kind: ReportKind
    requested_at: datetime
    finished_at: datetime | None
    data_until: datetime | None
    data_version: str
    code_version: str
    parameters: dict[str, Any]
    job: UUID | None
    is_finished: bool


class ReportResultAnswer(Struct, frozen=True):
    """A report with its result; null until it has finished."""

    report: ReportAnswer
    result: Any


class ReportsView(ApiView):
    """The base of the resources of a campaign's reports."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"], Area.CAMPAIGNS)


class ReportList(ReportsView):
    """The reports of a campaign."""

    @operation(
        "reports_list",
        "List the reports of a campaign, newest first",
        tag=TAG,
        parameters=ReportParametersOfList,
        answer=Listing[ReportAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ReportParametersOfList
    ) -> Listing[ReportAnswer]:
        rows = selectors.reports_of(self.access.campaign)
        if parameters.kind:
            rows = rows.filter(kind=parameters.kind)
        found, following = newest_first(rows, parameters, time="requested_at")
        return Listing([_report(report) for report in found], following)

    @operation(
        "reports_request",
        "Request a report; a job makes it",
        tag=TAG,
        scope=Scope.MANAGE,
        body=QualityReportBody,
        answer=ReportAnswer,
        status=202,
    )
    def post(self, request: Request, public_id: UUID, *, body: QualityReportBody) -> ReportAnswer:
        try:
            made = services.request_report(
                campaign=self.access.campaign,
                kind=body.kind,
                by=self.access.person,
                now=timezone.now(),
                options=services.ReportOptions(body.seed, body.resamples),
            )
        except services.BeingMadeError:
            detail = _("This report is being made already.")
            raise ApiProblem(409, "being_made", detail) from None
        except NoDesignError:
            detail = _("The campaign has no study design yet: choose one first.")
            raise ApiProblem(409, "no_design", detail) from None
        return _report(made)


class ReportView(ReportsView):
    """The base of the resources of one report."""

    report: QualityReport

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = QualityReport.objects.filter(campaign=self.access.campaign)
        found = rows.select_related("job").filter(public_id=arguments["report_id"]).first()
        if found is None:
            raise Http404
        self.report = found


class ReportDetail(ReportView):
    """One report."""

    @operation("reports_read", "Read a report with its result", tag=TAG, answer=ReportResultAnswer)
    def get(self, request: Request, public_id: UUID, report_id: UUID) -> ReportResultAnswer:
        return ReportResultAnswer(_report(self.report), self.report.result)


class ReportFile(ReportView):
    """A report as a file."""

    @operation(
        "reports_file",
        "Download a report: report.json, figures.csv, table.tex; of agreement posteriors.csv, too",
        tag=TAG,
        media_type="application/octet-stream",
    )
    def get(self, request: Request, public_id: UUID, report_id: UUID, form: str) -> HttpResponse:
        result = selectors.result_of(self.report)
        if result is None or not file_type(result, form):
            raise Http404
        content = report_content(self.access.campaign, self.report, result, form)
        return HttpResponse(content, content_type="application/octet-stream")


class ReportCancel(ReportView):
    """Stopping a report."""

    @operation(
        "reports_cancel", "Stop making a report", tag=TAG, scope=Scope.MANAGE, answer=ReportAnswer
    )
    def post(self, request: Request, public_id: UUID, report_id: UUID) -> ReportAnswer:
        try:
            services.cancel_report(report=self.report, by=self.access.person, now=timezone.now())
        except jobs.AlreadyFinishedError:
            raise ApiProblem(409, "already_finished", _("It has already finished.")) from None
        return _report(self.report)


def _report(report: QualityReport) -> ReportAnswer:
    return ReportAnswer(
        id=report.public_id,
        kind=report.kind,
        requested_at=report.requested_at,
        finished_at=report.finished_at,
        data_until=report.data_until,
        data_version=report.data_version,
        code_version=report.code_version,
        parameters=report.parameters,
        job=report.job.public_id if report.job is not None else None,
        is_finished=report.is_finished,
    )
