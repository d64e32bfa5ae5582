"""Reports: requested, made by a job, stored once, cancelled, made every night."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from annotation.models import Verification
from campaigns.selectors.protocols import NoDesignError
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import JobRun
from jobs.services import jobs
from quality.measuring.results import AgreementResult, BiasResult, DescriptionResult
from quality.models import QualityReport
from quality.selectors.columns import CampaignReader
from quality.selectors.reports import newest_report, result_of
from quality.services import reports
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Return a campaign in which two people verified three claims each."""
    made = make_desk(protocol=verified_by(2))
    for person in made.verifiers[:2]:
        for _ in range(3):
            verify(made, person)
    return made


def request(desk: Desk, kind: str = "agreement") -> QualityReport:
    return reports.request_report(
        campaign=desk.campaign, kind=kind, by=desk.manager, now=timezone.now()
    )


def finish(report: QualityReport) -> QualityReport:
    assert report.job is not None
    assert run_job(report.job.pk, worker="test")
    report.refresh_from_db()
    report.job.refresh_from_db()
    assert (report.job.state, report.job.error_detail) == (JobState.SUCCEEDED, "")
    return report


def test_agreement_is_measured_over_claims_with_two_verifications(desk: Desk) -> None:
    report = finish(request(desk))
    result = result_of(report)
    assert isinstance(result, AgreementResult)
    assert (result.claims, result.verifications) == (3, 6)
    observed = result.two_way.observed
    assert (observed.numerator, observed.items, observed.value) == (3, 3, 1.0)
    # Everybody said "supported": kappa has no value, and says why.
    assert result.two_way.fleiss.undefined == "one_category"
    assert result.evidence["all"].identical.numerator == 3
    assert {person.person for person in result.people} == {
        str(person.public_id) for person in desk.verifiers[:2]
    }


def test_a_report_is_stored_with_its_data_version_parameters_and_duration(desk: Desk) -> None:
    report = finish(request(desk))
    assert len(report.data_version) == 32
    assert report.parameters == {"seed": 0, "resamples": 1000}
    assert report.seconds is not None
    assert report.seconds > 0
    assert report.finished_at is not None
    assert report.data_until is not None
    assert report.requested_at <= report.data_until <= report.finished_at
    assert report.code_version
    assert report.job is not None
    assert report.job.progress_done == report.job.progress_total == 5


def test_the_version_of_the_data_changes_with_the_data_alone(desk: Desk) -> None:
    first, second = finish(request(desk)), finish(request(desk))
    assert first.data_version == second.data_version
    assert first.result == second.result
    Verification.objects.filter(pk=Verification.objects.latest("pk").pk).update(void_since=NOW)
    third = finish(request(desk))
    assert third.data_version != second.data_version


@pytest.mark.parametrize(
    ("kind", "struct"), [("bias", BiasResult), ("description", DescriptionResult)]
)
def test_every_kind_is_read_back_as_its_struct(desk: Desk, kind: str, struct: type) -> None:
    report = finish(request(desk, kind))
    assert isinstance(result_of(report), struct)
    assert newest_report(desk.campaign, kind) == report


def test_the_description_counts_what_the_campaign_has(desk: Desk) -> None:
    result = result_of(finish(request(desk, "description")))
    assert isinstance(result, DescriptionResult)
    assert (result.claims, result.verified_claims) == (3, 3)
    assert result.sets_by_kind == {"sentences": 3}
    assert result.sentences_a_claim == 1.0
    assert result.corpus["pages"] == 14


def test_one_report_of_a_kind_is_made_at_a_time(desk: Desk) -> None:
    request(desk)
    with pytest.raises(reports.BeingMadeError):
        request(desk)
    assert QualityReport.objects.count() == Job.objects.count() == 1
    request(desk, "description")


def test_a_cancelled_report_stores_nothing_and_can_be_made_again(desk: Desk) -> None:
    report = request(desk)
    reports.cancel_report(report=report, by=desk.manager, now=timezone.now())
    report.refresh_from_db()
    assert report.job is not None
    assert report.job.state == JobState.CANCELLED
    assert report.result is None
    with pytest.raises(jobs.AlreadyFinishedError):
        reports.cancel_report(report=report, by=desk.manager, now=timezone.now())
    assert finish(request(desk)).is_finished


def test_a_running_report_hears_that_it_is_cancelled(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = request(desk)
    assert report.job is not None
    job = report.job
    reading = CampaignReader.read

    def read_and_cancel(reader: CampaignReader) -> object:
        data = reading(reader)
        Job.objects.filter(pk=job.pk).update(cancel_requested_at=timezone.now())
        return data

    monkeypatch.setattr(CampaignReader, "read", read_and_cancel)
    monkeypatch.setattr("jobs.runs.PROGRESS_EVERY", timedelta(0))
    assert run_job(job.pk, worker="test")
    report.refresh_from_db()
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert (report.result, report.data_version) == (None, "")


def test_a_report_of_a_run_that_lost_its_job_is_not_stored(desk: Desk) -> None:
    report = request(desk)
    assert report.job is not None
    first = jobs.claim_job(job_id=report.job.pk, worker="dead", now=timezone.now())
    assert first is not None
    # The worker fell silent; another one takes the job, and stores the report.
    Job.objects.filter(pk=first.pk).update(heartbeat_at=NOW)
    assert jobs.requeue_stale_jobs(now=timezone.now()) == 1
    finish(report)
    stored = report.finished_at
    with pytest.raises(jobs.JobLost):
        reports.make_report(
            report=QualityReport(pk=report.pk, campaign=desk.campaign, kind="agreement"),
            run=JobRun(first),
            words=str,
        )
    report.refresh_from_db()
    assert report.finished_at == stored
    assert QualityReport.objects.count() == 1


def test_reports_are_requested_every_night_while_something_changes(
    desk: Desk, settings: Settings
) -> None:
    settings.REPORTS_HOUR = 2
    # The claims were written in the morning: the next night is the first.
    reports.request_nightly_reports(now=NOW.replace(hour=22))
    assert QualityReport.objects.count() == 0
    evening = NOW.replace(hour=23) + timedelta(days=1)
    night = evening + timedelta(hours=3, minutes=1)
    reports.request_nightly_reports(now=evening)
    assert QualityReport.objects.count() == 3
    reports.request_nightly_reports(now=evening + timedelta(minutes=5))
    assert QualityReport.objects.count() == 3
    QualityReport.objects.all().update(
        finished_at=evening,
        data_until=evening,
        data_version="v",
        seconds=1.0,
        result={},
    )
    Job.objects.all().update(state=JobState.SUCCEEDED, finished_at=evening)
    # Nothing has changed since.
    reports.request_nightly_reports(now=night)
    assert QualityReport.objects.count() == 3
    Verification.objects.filter(pk=Verification.objects.latest("pk").pk).update(
        submitted_at=evening + timedelta(minutes=30)
    )
    reports.request_nightly_reports(now=evening + timedelta(hours=1))
    assert QualityReport.objects.count() == 3
    reports.request_nightly_reports(now=night)
    assert QualityReport.objects.count() == 6
    assert set(QualityReport.objects.values_list("requested_by", flat=True)) == {None}


def test_a_campaign_without_a_design_has_no_reports(desk: Desk) -> None:
    desk.campaign.protocol = None
    with pytest.raises(NoDesignError):
        request(desk)
    assert QualityReport.objects.count() == 0


def test_no_web_process_loads_the_libraries_of_the_probes() -> None:
    command = (
        "import django; django.setup(); import config.urls, sys; print('sklearn' in sys.modules)"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    done = subprocess.run(
        [sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True
    )
    assert "sklearn" not in done.stdout.split()
