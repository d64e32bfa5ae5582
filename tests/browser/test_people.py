"""People and claims in a browser: from each dashboard down to a claim, by the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue
from campaigns.models import Campaign
from tests.annotation.verifying_world import submit_confirmed
from tests.annotation.world import make_annotators
from tests.browser.desk.world import open_campaign
from tests.browser.test_quality import make_waiting_reports, verified_campaign
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
SIZES = ((1400, 900), (1366, 768), (1024, 768), (390, 844))


def disputed_campaign(cast: Cast) -> Campaign:
    """Return a campaign with a claim that two people verified differently."""
    each = {
        "redundancy.duplicates": "1",
        "redundancy.depths.of_2.share": "1",
        "redundancy.depths.of_3.share": "0",
    }
    campaign = open_campaign(cast, numbers=each)
    [other] = make_annotators(campaign, 1, "Verifier", verifies_claims=True)
    now = timezone.now()
    for person, verdict, answer in (
        (cast.annotator, "supported", ""),
        (other, "refuted", "yes"),
    ):
        taken = queue.take_claim(campaign=campaign, annotator=person, now=now)
        judgement = Judgement(
            verdict=verdict,
            answer=answer,
            tags={"challenge": "other"},
            sets=[[ElementReference("Aare", "sentence_0")]],
        )
        submit_confirmed(attempt=taken.attempt, judgement=judgement, now=now)
    return campaign


def follow(link: Locator) -> None:
    """Open a link as people do who have no mouse."""
    link.focus()
    link.press("Enter")


def test_a_person_is_found_sorted_and_followed_down_to_a_claim_by_keyboard(
    visit: Visit, cast: Cast
) -> None:
    campaign = verified_campaign(cast)
    window = visit(user=cast.manager)
    page = window.page
    page.goto(f"/campaigns/{campaign.public_id}/")
    expect(page.get_by_role("figure").first).to_be_visible()
    follow(page.get_by_role("navigation", name="Campaign").get_by_role("link", name="People"))
    follow(page.get_by_role("link", name="Items", exact=True))
    expect(page.get_by_role("columnheader", name="Items")).to_have_attribute(
        "aria-sort", "descending"
    )
    with page.expect_download() as download:
        follow(page.get_by_role("link", name="Download as CSV"))
    assert "anna" in download.value.path().read_text("utf-8-sig")
    follow(page.get_by_role("link", name=str(cast.annotator), exact=True))
    expect(page.get_by_role("heading", name=str(cast.annotator))).to_be_visible()
    follow(page.get_by_role("link", name="Claims that they verified").first)
    expect(page.get_by_role("table")).to_contain_text("1 claim")
    follow(page.get_by_role("table").get_by_role("link").first)
    expect(page.get_by_role("heading", name="1 verdict")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The Aare")
    follow(page.get_by_role("link", name="Claims that were searched for"))
    assert f"verifier={cast.annotator.public_id}" in page.url


@pytest.mark.parametrize("kind", ["agreement", "bias", "description"])
def test_figures_of_a_dashboard_lead_down_to_a_claim(visit: Visit, cast: Cast, kind: str) -> None:
    campaign = disputed_campaign(cast)
    window = visit(user=cast.manager)
    page = window.page
    page.goto(f"/campaigns/{campaign.public_id}/quality/{kind}/")
    follow(page.get_by_role("button", name="Make report"))
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    make_waiting_reports()
    page.goto(f"/campaigns/{campaign.public_id}/quality/{kind}/")
    with page.expect_download() as download:
        follow(page.get_by_role("link", name="Download CSV"))
    assert download.value.path().stat().st_size > 100
    rows = page.locator(".chart__caption a").first
    expect(rows).to_be_visible()
    follow(rows)
    page.wait_for_url("**/claims/**")
    follow(page.get_by_role("table").get_by_role("link").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("The Aare")
    expect(page.get_by_role("heading", name="2 verdicts")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_people_and_claims_are_accessible_and_fit_every_size(
    visit: Visit, cast: Cast, dark: bool
) -> None:
    campaign = verified_campaign(cast)
    claim = campaign.claims.get(verifications__isnull=False)
    window = visit(user=cast.manager, dark=dark)
    start = f"/campaigns/{campaign.public_id}"
    wrong = []
    for address in (
        f"{start}/",
        f"{start}/claims/",
        f"{start}/claims/{claim.public_id}/",
        f"{start}/quality/people/",
        f"{start}/quality/people/{cast.annotator.public_id}/",
    ):
        window.page.goto(address)
        wrong += [f"{address}: {finding}" for finding in window.axe_findings()]
        for width, height in SIZES:
            window.page.set_viewport_size({"width": width, "height": height})
            if window.overflows():
                wrong.append(f"{address}: overflows at {width} px")
    assert wrong == []


def test_administrators_read_the_tables_under_the_strict_policy(visit: Visit, cast: Cast) -> None:
    verified_campaign(cast)
    window = visit(user=cast.administrator)
    page = window.page
    follow(page.get_by_role("navigation", name="Main").get_by_role("link", name="Tables"))
    follow(page.get_by_role("link", name="Claims", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Select claim to view")
    follow(page.locator("#result_list th a").first)
    expect(page.get_by_text("The Aare").first).to_be_visible()
    # Nothing to save, and no violation of the policy in the console.
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    assert window.problems == []
