"""The dashboards of quality in a browser: opened, drilled down to rows, downloaded."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import expect

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue
from campaigns.models import Campaign
from jobs.execution import run_job
from quality.models import QualityReport
from tests.annotation.verifying_world import submit_confirmed
from tests.browser.desk.test_parts_of_the_desk import axe
from tests.browser.desk.world import open_campaign
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def verified_campaign(cast: Cast) -> Campaign:
    """Return a campaign with a claim that somebody verified."""
    campaign = open_campaign(cast)
    now = timezone.now()
    taken = queue.take_claim(campaign=campaign, annotator=cast.annotator, now=now)
    judgement = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[[ElementReference("Aare", "sentence_0")]],
    )
    submit_confirmed(attempt=taken.attempt, judgement=judgement, now=now)
    return campaign


def make_waiting_reports() -> None:
    """Do the work of the worker."""
    for report in QualityReport.objects.filter(finished_at=None):
        assert report.job is not None
        assert run_job(report.job.pk, worker="test")


def test_a_report_is_made_read_and_followed_to_its_rows(visit: Visit, cast: Cast) -> None:
    campaign = verified_campaign(cast)
    window = visit(user=cast.manager)
    page = window.page
    page.goto(f"/campaigns/{campaign.public_id}/quality/description/")
    expect(page.get_by_text("A description of the dataset will be here")).to_be_visible()
    page.get_by_role("button", name="Make report").click()
    expect(page.get_by_text("Description: Waiting for a worker")).to_be_visible()
    make_waiting_reports()
    # The page asks for the progress, and shows the finished run by itself.
    page.get_by_role("link", name="Description", exact=True).last.click()
    expect(page.get_by_text("1 claim is verified")).to_be_visible()
    wrong = axe(window, "description")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download LaTeX").click()
    assert "Total Claims & 1" in download.value.path().read_text("utf-8")
    page.get_by_role("link", name="Supported").click()
    expect(page.get_by_text("The Aare").first).to_be_visible()
    assert "/claims/?verdict=supported" in page.url
    assert wrong == []


def test_every_dashboard_is_accessible_in_light_and_dark_and_on_a_phone(
    visit: Visit, cast: Cast
) -> None:
    campaign = verified_campaign(cast)
    window = visit(user=cast.manager)
    window.page.goto(f"/campaigns/{campaign.public_id}/quality/reports/")
    for kind in ("Agreement", "Bias", "Description"):
        window.page.get_by_role("button", name=f"Make report: {kind}").click()
        expect(window.page.get_by_role("button", name=f"Cancel: {kind}")).to_be_visible()
        make_waiting_reports()
        window.page.goto(f"/campaigns/{campaign.public_id}/quality/reports/")
    wrong = axe(window, "reports")
    window.page.goto(f"/campaigns/{campaign.public_id}/quality/")
    expect(window.page.get_by_text("queues of this moment")).to_be_visible()
    wrong += axe(window, "next")
    for kind in ("agreement", "bias", "description"):
        window.page.goto(f"/campaigns/{campaign.public_id}/quality/{kind}/")
        expect(window.page.get_by_role("button", name="Make report again")).to_be_visible()
        wrong += axe(window, kind)
    assert wrong == []
