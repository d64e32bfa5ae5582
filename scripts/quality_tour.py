"""The screenshots of the managers' quality pages, on the demo's campaigns."""

from __future__ import annotations

from playwright.sync_api import Locator

from scripts.camera import Camera

# The demo's campaigns with work to judge, and with people in calibration.
FINISHED, CALIBRATION = "Demo: a nearly finished set", "Demo: people in calibration"


def measure(camera: Camera) -> None:
    """Look at the dashboards, in both themes."""
    page, campaign = camera.page, camera.campaign(FINISHED)
    page.goto(f"{campaign}quality/")
    camera.shoot_both("look-next")
    page.goto(f"{campaign}quality/agreement/")
    camera.shoot_both("agreement")
    scroll_to(page.locator("figure").filter(has_text="select the same evidence"))
    camera.shoot_both("evidence-agreement")
    scroll_to(page.locator("figure").filter(has_text="agree least: κ"))
    camera.shoot_both("pairs")
    page.goto(f"{campaign}quality/bias/")
    scroll_to(page.locator("figure").first)
    camera.shoot_both("bias")
    page.goto(f"{campaign}quality/description/")
    camera.shoot_both("description")


def judge(camera: Camera) -> None:
    """Review a claim, decide about a disagreement, make a spot check, and look at checks."""
    page, campaign = camera.page, camera.campaign(FINISHED)
    page.goto(f"{campaign}review/next/")
    page.get_by_label("Comment, which the writer reads").fill(
        "Say it as a sentence that can be understood without the table."
    )
    camera.shoot("review-claim")
    page.get_by_role("button", name="Return to the writer").click()
    page.goto(f"{campaign}review/?state=returned")
    camera.shoot("review-list")
    page.goto(f"{campaign}adjudication/")
    page.keyboard.press("n")
    page.locator(".bench__column").first.wait_for()
    page.locator("[data-room-view] h1").wait_for()
    camera.shoot_both("bench")
    page.goto(f"{campaign}spot-checks/")
    page.get_by_label("Claims", exact=True).fill("12")
    page.get_by_role("button", name="Draw sample").click()
    page.get_by_role("button", name="Label right, evidence sufficient").wait_for()
    camera.shoot("spot-check")
    for place, key in enumerate("11112111311", start=2):
        page.keyboard.press(key)
        page.get_by_text(f", claim {place} of 12").wait_for()
    page.goto(f"{campaign}spot-checks/")
    camera.shoot("spot-checks")
    page.goto(f"{campaign}set-aside/")
    camera.shoot("set-aside")
    page.goto(f"{campaign}checks/")
    camera.shoot("checks")


def calibrate(camera: Camera) -> None:
    """Look at the candidates, at a phase that waits for grades, at appeals and at gold."""
    page, campaign = camera.page, camera.campaign(CALIBRATION)
    page.goto(f"{campaign}screening/")
    camera.shoot("screening")
    page.get_by_role("link", name="Candidate screened").first.click()
    page.locator(".screening__paragraph").wait_for()
    camera.shoot("screening-grading")
    page.goto(f"{campaign}calibration/")
    scroll_to(page.get_by_role("heading", name="Approval rates"))
    camera.shoot("calibration")
    waiting = page.get_by_role("row").filter(has_text="waiting for grades")
    waiting.first.get_by_role("link").last.click()
    page.locator(".marked").wait_for()
    camera.shoot("grading")
    page.goto(f"{campaign}gold/")
    camera.shoot("gold")
    page.locator("tbody th a").first.click()
    page.locator("#gold-item").wait_for()
    camera.shoot("gold-item")


def scroll_to(place: Locator) -> None:
    place.first.evaluate("node => node.scrollIntoView({ block: 'start' })")
