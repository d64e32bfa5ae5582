"""A manager brings a dataset: faults by line, then claims to read, then claims to verify again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from accounts.roles import Role
from campaigns.models import Campaign, Membership
from releases.storage.folders import folder_of
from tests.browser.test_releases import add, see, work
from tests.browser.watched import WatchedPage
from tests.people import NOW
from tests.releases.world import make_campaign, make_release, verify_all


def test_a_manager_brings_a_dataset_and_an_annotator_verifies_it_again(
    visit: Callable[..., WatchedPage], site: str, tmp_path: Path
) -> None:
    desk = make_campaign(3)
    verify_all(desk)
    manager = add(desk, "mona", Role.MANAGER)
    annotator = add(desk, "anna", Role.ANNOTATOR)
    good = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    lines = good.read_bytes().splitlines(keepends=True)
    bad = tmp_path / "half.jsonl"
    bad.write_bytes(b"".join([*lines[:2], lines[2][:50] + b"\n", lines[1]]))

    window = visit(user=manager)
    page = window.page
    page.goto("/")
    page.get_by_role("link", name="Import a dataset").click()
    see(window, "Import a dataset")
    page.get_by_label("Name of the campaign").fill("Rivers, once more")
    page.get_by_label("Claims to verify again").check()
    page.get_by_label("File of part 1").set_input_files(bad)
    page.get_by_role("button", name="Upload and import").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    see(window, "Rivers, once more")
    work()
    see(window, "What is wrong")
    expect(page.get_by_role("row", name="half.jsonl 3 This is not JSON")).to_be_visible()
    expect(page.get_by_role("row", name="half.jsonl 4 The id")).to_be_visible()

    page.get_by_role("link", name="Import corrected files").click()
    expect(page.get_by_label("Name of the campaign")).to_have_value("Rivers, once more")
    expect(page.get_by_label("Claims to verify again")).to_be_checked()
    page.get_by_label("File of part 1").set_input_files(good)
    page.get_by_role("button", name="Upload and import").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    work()
    page.get_by_role("link", name="Browse claims").click()
    see(window, "Claims")
    expect(page.get_by_role("row")).to_have_count(len(lines))

    campaign = Campaign.objects.get(name="Rivers, once more")
    Membership.objects.create(
        campaign=campaign, user=annotator, role=Role.ANNOTATOR, verifies_claims=True, joined_at=NOW
    )
    page.goto(f"/campaigns/{campaign.public_id}/")
    see(window, "Before it opens")
    page.get_by_role("button", name="Open the campaign").click()
    see(window, "Progress")

    verifier = visit(user=annotator)
    verifier.page.goto("/")
    card = verifier.page.get_by_role("article").filter(has_text="Rivers, once more")
    card.get_by_role("button", name="Take the next claim").click()
    expect(verifier.page.get_by_role("button", name="Review and submit")).to_be_visible()
    texts = campaign.claims.values_list("text", flat=True)
    # Its names are spans of their own: the words are compared without tags.
    assert verifier.page.locator("[data-claim]").text_content() in texts
