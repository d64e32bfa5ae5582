"""A manager makes a campaign and opens it: with the mouse, and with the keyboard only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from campaigns.models import Campaign, GuidelinesVersion
from jobs.models import Job
from jobs.services import jobs
from tests.annotation.world import draw, make_articles, seal
from tests.browser.watched import WatchedPage
from tests.people import Cast
from tests.permissions.world import arguments_by_address

MOST_STEPS = 60


class Mouse:
    """Points and clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, target: Locator, text: str) -> None:
        target.fill(text)

    def choose(self, target: Locator, label: str) -> None:
        target.select_option(label=label)

    def pick(self, group: str, label: str) -> None:
        self.page.get_by_label(label, exact=True).check()


class Keyboard:
    """Goes from stop to stop, as somebody does who has no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, target: Locator) -> None:
        expect(target).to_be_visible()
        for _ in range(MOST_STEPS):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by the keyboard")

    def press(self, target: Locator) -> None:
        self.go_to(target)
        self.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        self.go_to(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, target: Locator, label: str) -> None:
        self.go_to(target)
        self.page.keyboard.type(label)

    def pick(self, group: str, label: str) -> None:
        # A group of radio buttons is one stop; the arrows go through it.
        self.go_to(self.page.locator(f'[name="{group}"]:checked'))
        wanted = self.page.get_by_label(label, exact=True)
        while not wanted.is_checked():
            self.page.keyboard.press("ArrowDown")


@pytest.mark.parametrize(("hand", "width"), [(Mouse, 360), (Keyboard, 1280)])
def test_a_manager_makes_a_campaign_and_opens_it(
    hand: type[Mouse] | type[Keyboard], width: int, visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    corpus = make_articles(20)
    seal(corpus)
    window = visit(user=cast.manager, width=width)
    page, does = window.page, hand(window.page)
    does.press(page.get_by_role("link", name="New campaign"))
    does.write(page.get_by_label("Name"), "Rivers again")
    does.press(page.get_by_role("button", name="Create campaign"))

    does.choose(page.get_by_label("Corpus"), corpus.name)
    expect(page.get_by_label("Titles")).to_be_hidden()
    does.pick("pages", "Pages by title")
    does.write(page.get_by_label("Titles"), "River 001")
    does.write(page.get_by_label("Highlights to write from"), "1")
    does.press(page.get_by_role("button", name="Preview"))
    expect(page.locator("#preview")).to_contain_text("1 page to draw from.")
    assert not window.overflows()
    does.press(page.get_by_role("button", name="Save the design"))

    does.press(page.get_by_role("button", name="Draw highlights"))
    expect(page.locator("#drawing")).to_contain_text("Highlights are being drawn.")
    campaign = Campaign.objects.get(name="Rivers again")
    draw(campaign)
    job = Job.objects.get(kind="annotation.sample_highlights")
    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now())
    jobs.finish_job(job_id=job.pk, attempt=1, result={}, now=timezone.now())
    does.press(page.get_by_role("link", name="Back to the checklist"))
    does.press(page.get_by_role("button", name="Open the campaign"))

    expect(page.get_by_text("The campaign is open. People can start.")).to_be_visible()
    campaign.refresh_from_db()
    assert (campaign.state, campaign.target) == ("open", 1)
    assert (campaign.page_choice, campaign.page_names) == ("titles", ["River 001"])
    # Reloading asks for nothing a second time.
    page.reload()
    assert Job.objects.filter(kind="annotation.sample_highlights").count() == 1


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1400, False)])
def test_the_pages_of_a_campaign_at_work_are_accessible_and_fit(
    visit: Callable[..., WatchedPage], cast: Cast, width: int, dark: bool
) -> None:
    window = visit(user=cast.manager, width=width, dark=dark)
    draft = f"/campaigns/{cast.campaign.public_id}/"
    wrong: list[str] = []

    def look(path: str) -> None:
        window.page.goto(path)
        wrong.extend(f"{path}: {finding}" for finding in window.axe_findings())
        if window.overflows():
            wrong.append(f"{path}: overflows at {width} px")

    look(draft)
    look(draft + "design/")
    arguments_by_address(cast)
    look(draft)
    assert wrong == []


def test_guidelines_are_previewed_as_they_are_typed(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    page = visit(user=cast.manager).page
    page.goto(f"/campaigns/{cast.campaign.public_id}/guidelines/edit/")
    page.get_by_label("Text").fill("# Be exact\n\n<img src=x onerror=alert(1)> **Name** things.")
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_role("heading", name="Be exact")).to_be_visible()
    expect(preview.locator("strong")).to_have_text("Name")
    expect(preview.locator("img")).to_have_count(0)
    page.get_by_role("button", name="Publish").click()
    expect(
        page.get_by_text("Version 1 is published. All members are told on their home page.")
    ).to_be_visible()
    assert GuidelinesVersion.objects.get().text.startswith("# Be exact\n")
