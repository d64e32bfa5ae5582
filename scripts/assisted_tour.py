"""The screenshots of the verification desk with the verifier's suggestions and second look."""

from __future__ import annotations

from playwright.sync_api import Page

from scripts.camera import Camera
from scripts.quality_tour import FINISHED, scroll_to


def turn_on(camera: Camera) -> None:
    """Turn suggestions on."""
    page = camera.page
    page.goto(f"{camera.campaign(FINISHED)}checks/")
    page.get_by_role("button", name="Turn suggestions on").click()
    off = page.get_by_role("button", name="Turn suggestions off")
    off.wait_for()
    scroll_to(page.get_by_role("heading", name="Suggestions", exact=True))
    camera.shoot("suggestions")


def walk(camera: Camera) -> None:
    """Take claims until one is assisted, use a suggestion, and read the second look."""
    page = camera.page
    card = page.get_by_role("article").filter(has_text=FINISHED)
    card.get_by_role("button", name="Take the next claim").click()
    _wait(page)
    while not page.locator("[data-suggestions]:not([hidden])").count():
        left = page.url
        page.locator("[data-action='skip']").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("radio").first.check()
        dialog.get_by_role("button", name="Skip", exact=True).click()
        page.wait_for_function("left => location.href !== left", arg=left)
        _wait(page)
    page.keyboard.press("Escape")
    page.locator("[data-suggestions] summary").click()
    page.keyboard.press("+")
    page.locator("[data-room-view] [data-sets]").first.wait_for()
    page.wait_for_timeout(800)
    camera.shoot_both("verifying-suggestions")
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Back to the evidence").wait_for()
    camera.shoot("verifying-second-look")
    page.get_by_role("button", name="Back to the evidence").click()


def _wait(page: Page) -> None:
    page.locator("[data-verify][data-ready]").wait_for(state="attached")
    # The verifier answers in the background.
    page.wait_for_timeout(2500)
