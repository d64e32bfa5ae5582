"""The pages of reports: request, watch, cancel, compare, download."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from jobs.execution import run_job
from jobs.models import JobState
from quality.models import QualityReport
from quality.services import reports
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Return a campaign in which two people verified three claims each."""
    made = make_desk(protocol=verified_by(2))
    for person in made.verifiers[:2]:
        for _ in range(3):
            verify(made, person)
    return made


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.manager)


def made(desk: Desk, kind: str) -> QualityReport:
    report = reports.request_report(
        campaign=desk.campaign, kind=kind, by=desk.manager, now=timezone.now()
    )
    assert report.job is not None
    assert run_job(report.job.pk, worker="test")
    report.refresh_from_db()
    return report


def page_of(desk: Desk, name: str = "quality-reports", **arguments: object) -> str:
    return reverse(name, kwargs={"public_id": desk.campaign.public_id, **arguments})


def asked(before: QualityReport, after: QualityReport) -> dict[str, str]:
    return {"before": str(before.public_id), "after": str(after.public_id)}


def test_a_manager_requests_and_cancels_a_report(desk: Desk, client: Client) -> None:
    empty = client.get(page_of(desk)).content.decode()
    assert "No report yet" in empty
    client.post(page_of(desk, "quality-report-request"), {"kind": "agreement"})
    report = QualityReport.objects.get()
    assert (report.kind, report.requested_by) == ("agreement", desk.manager)
    busy = client.get(page_of(desk)).content.decode()
    assert "Waiting for a worker" in busy
    again = client.post(page_of(desk, "quality-report-request"), {"kind": "agreement"}, follow=True)
    assert "This report is being made already." in again.content.decode()
    assert QualityReport.objects.count() == 1
    client.post(page_of(desk, "quality-report-cancel", report_id=report.public_id))
    report.refresh_from_db()
    assert report.job is not None
    assert report.job.state == JobState.CANCELLED
    assert client.get(page_of(desk, "quality-reports-progress")).headers["HX-Refresh"] == "true"


def test_an_unknown_kind_is_refused(desk: Desk, client: Client) -> None:
    answer = client.post(page_of(desk, "quality-report-request"), {"kind": "magic"}, follow=True)
    assert "Choose which report to make." in answer.content.decode()
    assert QualityReport.objects.count() == 0


def test_a_report_is_downloaded_as_json_csv_and_latex(desk: Desk, client: Client) -> None:
    report = made(desk, "agreement")
    name = {"report_id": report.public_id}
    stored = client.get(page_of(desk, "quality-report-file", form="report.json", **name))
    facts = json.loads(stored.content)
    assert facts["result"]["claims"] == 3
    assert facts["data_version"] == report.data_version
    assert 'filename="agreement-' in stored.headers["Content-Disposition"]
    listed = client.get(page_of(desk, "quality-report-file", form="figures.csv", **name))
    lines = list(csv.DictReader(io.StringIO(listed.content.decode("utf-8-sig"))))
    people = {line["name"] for line in lines if line["section"] == "person_kappa"}
    assert people == {person.name for person in desk.verifiers[:2]}
    table = client.get(page_of(desk, "quality-report-file", form="table.tex", **name))
    assert table.content.decode().startswith(r"\begin{table}")
    other = client.get(page_of(desk, "quality-report-file", form="figures.xls", **name))
    assert other.status_code == 404


def test_two_runs_are_compared(desk: Desk, client: Client) -> None:
    first = made(desk, "description")
    second = made(desk, "description")
    url = page_of(desk, "quality-report-comparison")
    compared = client.get(url, asked(first, second))
    assert "Both were made from the same data." in compared.content.decode()
    assert "0 of " in compared.content.decode()
    other = made(desk, "agreement")
    refused = client.get(url, asked(first, other))
    assert refused.status_code == 400
    assert "Choose two reports of the same kind." in refused.content.decode()
    same = client.get(url, asked(first, first))
    assert "Choose another report than the first." in same.content.decode()


def test_a_result_of_another_version_is_named_not_shown(desk: Desk, client: Client) -> None:
    first, second = made(desk, "description"), made(desk, "description")
    QualityReport.objects.filter(pk=first.pk).update(result={"claims": "many"})
    url = page_of(desk, "quality-report-comparison")
    answer = client.get(url, asked(first, second))
    assert answer.status_code == 400
    assert "another version of Touchstone" in answer.content.decode()
    name = {"report_id": first.public_id}
    file = client.get(page_of(desk, "quality-report-file", form="report.json", **name))
    assert file.status_code == 404


def test_reports_of_another_campaign_are_not_found(desk: Desk, client: Client) -> None:
    report = made(desk, "description")
    stranger = User.objects.create_user("sten", name="Sten", email="sten@example.org")
    client.force_login(stranger)
    answer = client.get(
        page_of(desk, "quality-report-file", report_id=report.public_id, form="report.json")
    )
    assert answer.status_code == 404
