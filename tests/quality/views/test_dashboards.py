"""The dashboards: figures with their denominators and age, linked to their rows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Claim
from annotation.services.verifying import queue
from quality.models import QualityReport
from tests.annotation.machines import add_machine, verify_as_machine
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    verified_by,
)
from tests.annotation.world import later
from tests.quality.views.test_reports import made, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Return a campaign with nine claims; two people verified all, and disagree about some."""
    found = make_desk(protocol=verified_by(2), highlights_written=3)
    for place, person in enumerate(found.verifiers[:2]):
        for number in range(9):
            taken = queue.take_claim(campaign=found.campaign, annotator=person, now=later(0))
            is_refuted = taken.assignment.claim.slot == "type_1" or (place and number == 4)
            verdict = {"verdict": "refuted", "answer": "yes"} if is_refuted else {}
            submit_confirmed(
                attempt=taken.attempt, judgement=judgement(**verdict), now=later(number / 10)
            )
    return found


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.manager)


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        ("agreement", "Agreement will be here"),
        ("bias", "Bias will be here"),
        ("description", "A description of the dataset will be here"),
    ],
)
def test_before_the_first_report_a_page_says_what_will_be_there_and_when(
    desk: Desk, client: Client, kind: str, promise: str
) -> None:
    page = client.get(page_of(desk, f"quality-{kind}")).content.decode()
    assert promise in page
    assert "in the night after the first claim is written" in page
    assert "Make report" in page


def test_agreement_shows_coefficients_people_and_their_rows(desk: Desk, client: Client) -> None:
    report = made(desk, "agreement")
    assert report.result is not None
    page = client.get(page_of(desk, "quality-agreement")).content.decode()
    observed = report.result["two_way"]["observed"]
    assert f"({observed['numerator']} of 9)" in page
    assert report.data_version[:8] in page
    # A pair's κ has its interval and its claims in the heat map's numbers.
    [pair] = report.result["pairs"]
    assert pair["kappa"]["items"] == 9
    assert re.search(r"\[[−\d.-]+, [\d.]+\], n = 9</td>", page)
    for person in desk.verifiers[:2]:
        assert f"{page_of(desk, 'quality-people')}{person.public_id}/" in page
        assert person.name in page
    assert "Two people select the same evidence for 100% of claims" in page
    assert page_of(desk, "adjudication") in page
    assert f"{page_of(desk, 'campaign-claims')}?disagreement=verdict" in page


def test_claims_that_the_model_would_decide_otherwise_are_listed(
    desk: Desk, client: Client
) -> None:
    report = made(desk, "agreement")
    assert report.result is not None
    # About the claim with two verdicts it may think either, as the queue has dealt it.
    for each in report.result["posteriors"]:
        each[3] = [float(verdict == each[2]) for verdict in report.result["verdicts"]]
    QualityReport.objects.filter(pk=report.pk).update(result=report.result)
    assert (
        "None: the model agrees with every verdict that counts."
        in client.get(page_of(desk, "quality-agreement")).content.decode()
    )
    claim = Claim.objects.get(pk=report.result["posteriors"][0][0])
    verifications, counts, chances = report.result["posteriors"][0][1:]
    assert verifications == 2
    report.result["posteriors"][0][3] = [
        0.97 if place == (counts == "supported") else 0.015 for place in range(len(chances))
    ]
    QualityReport.objects.filter(pk=report.pk).update(result=report.result)
    page = client.get(page_of(desk, "quality-agreement")).content.decode()
    assert page_of(desk, "campaign-claim", claim_id=claim.public_id) in page
    assert "97%" in page
    name = {"report_id": report.public_id, "form": "posteriors.csv"}
    listed = client.get(page_of(desk, "quality-report-file", **name))
    lines = {
        line["claim"]: line
        for line in csv.DictReader(io.StringIO(listed.content.decode("utf-8-sig")))
    }
    assert lines[str(claim.public_id)]["counts"] == counts
    assert "0.97" in lines[str(claim.public_id)].values()
    assert len(lines) == 9


def test_machines_have_a_table_of_their_own(desk: Desk, client: Client) -> None:
    made(desk, "agreement")
    page = client.get(page_of(desk, "quality-agreement")).content.decode()
    assert 'id="machines"' not in page
    before = page.split('id="coefficients"')[1].split("</table>")[0]
    machine = add_machine(desk)
    for confirms in (True, False):
        verify_as_machine(desk, machine, confirms=confirms)
    made(desk, "agreement")
    page = client.get(page_of(desk, "quality-agreement")).content.decode()
    assert page.split('id="coefficients"')[1].split("</table>")[0] == before
    table = page.split('id="machines"')[1].split("</table>")[0]
    assert "Model 1 (machine)" in table
    assert "1 of 2" in table
    people = page.split('id="people"')[1].split("</table>")[0]
    assert "Model 1" not in people


def test_only_agreement_has_estimates_of_claims(desk: Desk, client: Client) -> None:
    report = made(desk, "description")
    name = {"report_id": report.public_id, "form": "posteriors.csv"}
    assert client.get(page_of(desk, "quality-report-file", **name)).status_code == 404


def test_bias_shows_probes_beside_the_majority(desk: Desk, client: Client) -> None:
    made(desk, "bias")
    page = client.get(page_of(desk, "quality-bias")).content.decode()
    assert "a lower bound on bias" in page
    assert "With the verdict of a verification" in page
    assert "No word or pair of words gives Supported away beyond chance" in page


def test_the_description_shows_the_papers_table(desk: Desk, client: Client) -> None:
    made(desk, "description")
    page = client.get(page_of(desk, "quality-description")).content.decode()
    assert "9 claims are verified" in page
    assert "9 sets of evidence, by what they are made of" in page
    assert "1.0 sentences, 0.0 cells (0.0 tables) on average" in page
    assert "Verifiers met the challenge that the author expected for" in page
    assert "?verdict=refuted" in page


def test_an_older_report_keeps_its_address(desk: Desk, client: Client) -> None:
    first = made(desk, "description")
    QualityReport.objects.filter(pk=first.pk).update(data_version="0" * 32)
    made(desk, "description")
    url = page_of(desk, "quality-description")
    assert "version 00000000" not in client.get(url).content.decode()
    named = client.get(url, {"report": str(first.public_id)}).content.decode()
    assert "version 00000000" in named
    for wrong in (str(uuid4()), "x"):
        assert client.get(url, {"report": wrong}).status_code == 404
    # A report of another kind is not shown here.
    other = client.get(page_of(desk, "quality-bias"), {"report": str(first.public_id)})
    assert other.status_code == 404


def test_a_report_that_cannot_be_read_is_as_none(desk: Desk, client: Client) -> None:
    report = made(desk, "agreement")
    QualityReport.objects.filter(pk=report.pk).update(result={"claims": "many"})
    page = client.get(page_of(desk, "quality-agreement")).content.decode()
    assert "Agreement will be here" in page
