"""The screenshots of the managers' quality pages, on the demo's campaigns."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

# The demo's campaigns with work to judge, and with people in calibration.
FINISHED, CALIBRATION = "Demo: a nearly finished set", "Demo: people in calibration"
Shoot = Callable[[str], None]


def judge(page: Page, campaign: str, shoot: Shoot) -> None:
    """Review a claim, decide about a disagreement, make a spot check, and look at people."""
    page.goto(f"{campaign}review/next/")
    page.get_by_label("Comment, which the writer reads").fill(
        "Say it as a sentence that can be understood without the table."
    )
    shoot("review-claim")
    page.get_by_role("button", name="Return to the writer").click()
    page.goto(f"{campaign}review/?state=returned")
    shoot("review-list")
    page.goto(f"{campaign}adjudication/")
    page.keyboard.press("n")
    page.locator(".bench__column").first.wait_for()
    page.locator("[data-room-view] h1").wait_for()
    shoot("bench")
    page.goto(f"{campaign}spot-checks/")
    page.get_by_label("Claims", exact=True).fill("12")
    page.get_by_role("button", name="Draw sample").click()
    page.get_by_role("button", name="Label right, evidence sufficient").wait_for()
    for place, key in enumerate("11112111311", start=2):
        page.keyboard.press(key)
        page.get_by_text(f", claim {place} of 12").wait_for()
    page.goto(f"{campaign}spot-checks/")
    shoot("spot-checks")
    page.goto(f"{campaign}set-aside/")
    shoot("set-aside")
    page.goto(f"{campaign}checks/")
    shoot("checks")
    page.goto(f"{campaign}quality/people/")
    shoot("people")


def calibrate(page: Page, campaign: str, shoot: Shoot) -> None:
    """Look at the candidates, at a phase that waits for grades, and at gold."""
    page.goto(f"{campaign}calibration/")
    shoot("calibration")
    waiting = page.get_by_role("row").filter(has_text="waiting for grades")
    waiting.first.get_by_role("link").last.click()
    page.locator(".marked").wait_for()
    shoot("grading")
    page.goto(f"{campaign}gold/")
    shoot("gold")
    page.locator("tbody th a").first.click()
    page.locator("#gold-item").wait_for()
    shoot("gold-item")


def read_feedback(page: Page, shoot: Shoot) -> None:
    """Read the feedback on a phase, as a candidate."""
    page.get_by_role("link", name="Read the feedback").first.click()
    page.locator(".compare").first.wait_for()
    shoot("feedback")
