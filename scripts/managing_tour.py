"""The screenshots of the managers' quality pages, on the demo's campaigns."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

# The demo's campaigns with work to judge, and with people in calibration.
FINISHED, CALIBRATION = "Demo: a nearly finished set", "Demo: people in calibration"
Shoot = Callable[[str], None]


def judge(page: Page, campaign: str, shoot: Shoot) -> None:
    """Review a claim, decide about a disagreement, and make a spot check."""
    page.goto(f"{campaign}review/next/")
    page.get_by_label("Comment, which the writer reads").fill(
        "“Has the Opened” is the name of a column. Say it as a sentence."
    )
    shoot("review-claim")
    page.get_by_role("button", name="Return to the writer").click()
    page.goto(f"{campaign}review/?state=returned")
    shoot("review-list")
    page.goto(f"{campaign}adjudication/")
    shoot("adjudication")
    page.keyboard.press("n")
    page.locator(".bench__column").first.wait_for()
    page.locator("[data-room-view] h1").wait_for()
    shoot("bench")
    page.goto(f"{campaign}spot-checks/")
    page.get_by_label("Claims", exact=True).fill("12")
    page.get_by_role("button", name="Draw sample").click()
    page.get_by_role("button", name="Label right, evidence sufficient").wait_for()
    shoot("spot-check")
    for key in "111121113114":
        page.keyboard.press(key)
        page.wait_for_load_state()
    page.goto(f"{campaign}spot-checks/")
    shoot("spot-checks")
    page.goto(f"{campaign}set-aside/")
    shoot("set-aside")
    page.goto(f"{campaign}people/")
    shoot("campaign-people")


def calibrate(page: Page, campaign: str, shoot: Shoot) -> None:
    """Look at the candidates, at gold, and at a phase that waits for grades."""
    page.goto(f"{campaign}calibration/")
    shoot("calibration")
    page.get_by_role("link", name="Grade").first.click()
    page.locator(".marked").wait_for()
    shoot("grading")
    page.goto(f"{campaign}gold/")
    shoot("gold")


def read_feedback(page: Page, shoot: Shoot) -> None:
    """Read the feedback on a phase, as a candidate."""
    shoot("candidate-home")
    page.get_by_role("link", name="Read the feedback").first.click()
    page.locator(".compare").first.wait_for()
    shoot("feedback")
