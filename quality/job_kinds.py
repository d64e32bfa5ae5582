"""The job kinds of this app: reports, objections of the verifier, work of simulated people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from assist.claim_sources import ClaimSourceKind, add_source
from assist.messages import model_problem
from campaigns.models import Campaign
from jobs.chores import chore
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun
from quality.messages import kind_label, section_note
from quality.models import ObjectionSearch, QualityReport, Simulation
from quality.selectors.simulated_claims import simulated_claims
from quality.services import calibration_demo, demo, demo_model, objections, reports, simulations
from search import SearchError

# Trainings of the verifier read them; nothing else needs what they import.
add_source(ClaimSourceKind.SIMULATED, simulated_claims)


def _name_of_campaign(parameters: demo.SimulationParameters) -> str:
    return parameters.name


@job_kind(
    demo.SIMULATE,
    title=gettext_lazy("Simulate the people of a campaign"),
    parameters=demo.SimulationParameters,
    subject=_name_of_campaign,
    attempts=8,
)
def simulate_campaign(run: JobRun[demo.SimulationParameters]) -> dict[str, Any]:
    """Do the work of all simulated people; a new attempt goes on with what is left."""
    campaign = Campaign.objects.select_related("corpus").get(public_id=run.parameters.campaign)
    simulation = Simulation.objects.get(campaign=campaign)
    simulation.campaign = campaign
    written = simulations.run_simulation(simulation=simulation, run=run)
    if campaign.name == demo.CAMPAIGN_NAME:
        assert campaign.corpus is not None
        calibration_demo.fill_calibration_campaign(corpus=campaign.corpus, run=run)
        # So that the demonstration has a verifier, which waits for these claims.
        demo_model.request_first_model(campaign=campaign, now=run.now())
    # So that the dashboards are full at once, not after the first night.
    reports.request_first_reports(campaign=campaign, now=run.now())
    return {_("Claims"): written, "url": reverse("campaign", args=[campaign.public_id])}


def _report_to_make(parameters: reports.ReportParameters) -> str:
    return f"{parameters.name}, {kind_label(parameters.kind)}" if parameters.kind else ""


def _page_of_reports(parameters: reports.ReportParameters) -> str:
    if parameters.campaign is None:
        return ""
    return reverse("quality-reports", args=[parameters.campaign])


@job_kind(
    reports.MAKE_REPORT,
    title=gettext_lazy("Make a report"),
    parameters=reports.ReportParameters,
    subject=_report_to_make,
    page=_page_of_reports,
    attempts=8,
)
def make_report(run: JobRun[reports.ReportParameters]) -> dict[str, Any]:
    """Make a report. Only its end is written: a new attempt starts from the beginning."""
    joined = QualityReport.objects.select_related("campaign__corpus")
    try:
        report = joined.get(public_id=run.parameters.report)
    except QualityReport.DoesNotExist as error:
        raise JobError(_("The report is gone. Request it again.")) from error
    reports.make_report(report=report, run=run, words=section_note)
    return {_("Report"): kind_label(report.kind), "url": _page_of_reports(run.parameters)}


def _name_of_searched(parameters: objections.ObjectionParameters) -> str:
    return parameters.name


def _page_of_objections(parameters: objections.ObjectionParameters) -> str:
    return reverse("objections", args=[parameters.campaign]) if parameters.campaign else ""


@job_kind(
    objections.FIND_OBJECTIONS,
    title=gettext_lazy("Check claims with the verifier"),
    parameters=objections.ObjectionParameters,
    subject=_name_of_searched,
    page=_page_of_objections,
    attempts=8,
)
def find_objections(run: JobRun[objections.ObjectionParameters]) -> dict[str, Any]:
    """Check every claim of a campaign; a new attempt goes on after the last step."""
    # It loads NumPy.
    from assist.selectors.loaded import NoModelError

    joined = ObjectionSearch.objects.select_related("campaign__corpus")
    try:
        search = joined.get(public_id=run.parameters.search)
        objections.find_objections(search=search, run=run, after=run.checkpoint.get("after", 0))
    except ObjectionSearch.DoesNotExist as error:
        raise JobError(_("The search is gone. Request it again.")) from error
    except NoModelError as error:
        raise JobError(model_problem(error.code)) from error
    except SearchError as error:
        raise JobError(str(error)) from error
    return {_("Claims"): search.checked, "url": _page_of_objections(run.parameters)}


@chore
def make_nightly_reports(now: datetime) -> None:
    """Request the reports of the night."""
    reports.request_nightly_reports(now=now)
