"""The screenshots of setting up a campaign and of watching one, with a question and its answer."""

from __future__ import annotations

from scripts.camera import Camera
from scripts.quality_tour import FINISHED, scroll_to

DRAFT = "Lakes and rivers"
QUESTION = "May a claim be Refuted because another page of the corpus says something else?"
ANSWER = "Yes: every page of the corpus counts as evidence. Select the sentence of the other page."


def set_up(camera: Camera) -> None:
    """Create a campaign and look at what is to be decided."""
    page = camera.page
    page.goto("/corpora/")
    camera.shoot("corpora")
    page.goto("/campaigns/new/")
    page.get_by_label("Name").fill(DRAFT)
    page.get_by_role("button", name="Create campaign").click()
    page.get_by_label("Corpus").select_option(index=1)
    page.get_by_label("Highlights to write from").fill("60")
    page.get_by_role("button", name="Save the design").click()
    campaign = camera.campaign(DRAFT)
    for name, part in (
        ("campaign-checklist", ""),
        ("campaign-design", "design/"),
        ("campaign-numbers", "design/numbers/"),
        ("campaign-guidelines", "guidelines/edit/"),
    ):
        page.goto(f"{campaign}{part}")
        page.wait_for_timeout(500)
        camera.shoot(name)


def ask(camera: Camera) -> None:
    """Take a claim and ask the managers about it."""
    page = camera.page
    page.goto("/")
    card = page.get_by_role("article").filter(has_text=FINISHED)
    card.get_by_role("button", name="Take the next claim").click()
    page.locator("[data-verify][data-ready]").wait_for(state="attached")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog", name="Ask the managers")
    dialog.get_by_label("Your question").fill(QUESTION)
    dialog.get_by_role("button", name="Ask", exact=True).click()
    dialog.wait_for(state="hidden")


def watch(camera: Camera) -> None:
    """Look at a campaign in which people work, and answer their question."""
    page, campaign = camera.page, camera.campaign(FINISHED)
    page.goto(campaign)
    camera.shoot_both("campaign-progress")
    page.goto(f"{campaign}work/")
    camera.shoot("campaign-work")
    page.goto(f"{campaign}claims/")
    camera.shoot_both("campaign-claims")
    page.goto(f"{campaign}claims/?disagreement=verdict")
    page.locator("tbody a").first.click()
    page.wait_for_load_state()
    camera.shoot_both("campaign-claim")
    page.goto(f"{campaign}questions/")
    page.get_by_label("Answer").first.fill(ANSWER)
    page.get_by_role("button", name="Send the answer").first.click()
    page.get_by_role("link", name="Publish").first.wait_for()
    camera.shoot("campaign-questions")
    page.get_by_role("link", name="Publish").first.click()
    page.wait_for_load_state()
    camera.shoot("casebook")
    page.goto(f"{campaign}people/")
    camera.shoot("campaign-people")
    page.goto(f"{campaign}quality/people/")
    camera.shoot_both("people")
    page.get_by_role("link", name="Jonas (simulated)").first.click()
    page.wait_for_load_state()
    scroll_to(page.get_by_role("heading", name="Jonas (simulated)"))
    camera.shoot_both("person")
    page.goto(f"{campaign}hours/")
    camera.shoot("hours")
