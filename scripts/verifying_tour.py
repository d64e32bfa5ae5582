"""A tour of the verification desk of a new demo site, with a screenshot at each step.

It comes after the writing tour, whose claims about one film are the only ones in the queue; the
screenshots work with any of them.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from scripts.camera import Camera
from scripts.writing_tour import CAMPAIGN

FILM, OTHER_FILM = "Psycho (film)", "Vertigo (film)"


def walk(camera: Camera) -> None:
    """Go from the home page to the list of verifications, then report a second claim."""
    page = camera.page
    _take(page)
    camera.shoot("verifying-start")
    _search(page, "Psycho Academy Award")
    page.locator("[data-shown=results] .hit").first.wait_for()
    camera.shoot("verifying-results")
    _search(page, FILM)
    page.locator("[data-shown=page]").wait_for()
    page.keyboard.press("t")
    page.keyboard.press("t")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    page.locator(".element").nth(3).wait_for()
    page.locator("[data-room-view]").evaluate("view => view.scrollBy(0, 400)")
    page.wait_for_timeout(1500)
    camera.shoot("verifying-column")
    if "Vertigo" in page.locator("h1").first.inner_text():
        _search(page, OTHER_FILM)
        page.locator(f"article[data-page='{OTHER_FILM}']").wait_for()
        page.keyboard.press("j")
        page.keyboard.press("Space")
    else:
        page.keyboard.press("2")
        page.locator("[data-room-view] [data-address='sentence_0']").click()
        page.locator("[data-room-view]").evaluate("view => view.scrollBy(0, 400)")
    page.wait_for_timeout(900)
    page.keyboard.press("v")
    page.get_by_role("radio", name="Not enough information").check(force=True)
    page.wait_for_timeout(1500)
    camera.shoot("verifying-verdict")
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Multi-hop Reasoning").check(force=True)
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Back to the evidence").wait_for()
    camera.shoot("verifying-confirmation")
    page.get_by_role("button", name="Back to the evidence").click()
    page.keyboard.press("?")
    camera.shoot("verifying-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.locator("[data-submit]").click()
    # The next claim opens at once.
    page.get_by_text("Submitted.").first.wait_for()
    page.goto("/")
    _card(page).get_by_role("link", name="My verifications").click()
    camera.shoot("my-verifications")
    _report(camera)


def _report(camera: Camera) -> None:
    page = camera.page
    _go_on(page)
    page.locator("[data-action='report']").click()
    dialog = page.get_by_role("dialog", name="Report this claim")
    dialog.get_by_label("Ambiguous").check()
    dialog.get_by_label("Note").fill("Which of the nominations is meant?")
    camera.shoot("verifying-report")
    dialog.get_by_role("button", name="Report", exact=True).click()
    page.get_by_text("Reported.").first.wait_for()


def look_as_manager(camera: Camera) -> None:
    """Show what a manager sees: the report, and the verification with its timeline."""
    page, campaign = camera.page, camera.campaign(CAMPAIGN)
    page.goto(f"{campaign}reports/")
    camera.shoot("reported-claims")
    page.goto(f"{campaign}verifications/")
    page.locator("tbody a").first.click()
    page.locator(".timeline").scroll_into_view_if_needed()
    page.mouse.wheel(0, 500)
    page.wait_for_timeout(300)
    camera.shoot("verification-replay")


def _card(page: Page) -> Locator:
    """Return the home page's card of the campaign that the writing tour used."""
    return page.get_by_role("article").filter(has_text=CAMPAIGN)


def _take(page: Page) -> None:
    _card(page).get_by_role("button", name="Take the next claim").click()
    _wait(page)


def _go_on(page: Page) -> None:
    """Go on with the claim that opened when the one before was submitted."""
    page.goto("/")
    _card(page).get_by_role("link", name="Continue").click()
    _wait(page)


def _wait(page: Page) -> None:
    page.locator("[data-verify][data-ready]").wait_for(state="attached")
    page.wait_for_timeout(500)


def _search(page: Page, text: str) -> None:
    page.get_by_role("combobox", name="Search all pages").fill(text)
    page.keyboard.press("Enter")
    page.wait_for_timeout(700)
