"""Takes the pictures of the documentation from a running demo site.

make run &
.venv/bin/python -m scripts.screenshots http://127.0.0.1:8000
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from accounts.demo_people import PASSWORD
from scripts import verifying_tour, writing_tour
from tests.servers.browser import chromium

# The demo's campaign, and one that is made for the pictures.
CAMPAIGN, DRAFT = verifying_tour.CAMPAIGN, "Lakes and rivers"
IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
# Picture, who looks, address ("{campaign}", "{draft}": that of a campaign), how far down the page.
PICTURES = (
    ("reading", "annotator", "/wiki/Aare", 0),
    ("search", "annotator", "/search/?q=longest+river+alps", 0),
    ("corpora", "manager", "/corpora/", 0),
    ("campaign-checklist", "manager", "{draft}", 0),
    ("campaign-design", "manager", "{draft}design/", 0),
    ("campaign-numbers", "manager", "{campaign}design/numbers/", 0),
    ("campaign-guidelines", "manager", "{campaign}guidelines/edit/", 0),
    ("campaign-progress", "manager", "{campaign}", 0),
    ("campaign-highlights", "manager", "{campaign}highlights/", 0),
    ("campaign-questions", "manager", "{campaign}questions/", 0),
)


def take(browser: Browser, site: str) -> None:
    for name, user, address, down in PICTURES:
        context = browser.new_context(
            base_url=site, viewport={"width": 1200, "height": 760}, color_scheme="light"
        )
        page = _log_in(context, user)
        page.goto(_address(page, address))
        page.mouse.wheel(0, down)
        page.screenshot(path=IMAGES / f"{name}.png")
        context.close()


def walk_desks(browser: Browser, site: str) -> None:
    """The desks at work; on a fresh demo only, since this takes a highlight and writes from it."""
    context = browser.new_context(
        base_url=site, viewport={"width": 1280, "height": 800}, color_scheme="light"
    )
    page = _log_in(context, "annotator")
    writing_tour.walk(page, partial(_shoot, page))
    context.close()
    for user, tour in (("annotator2", verifying_tour.walk), ("manager", _as_manager)):
        context = browser.new_context(
            base_url=site, viewport={"width": 1280, "height": 800}, color_scheme="light"
        )
        page = _log_in(context, user)
        tour(page, partial(_shoot, page))
        context.close()


def _shoot(page: Page, name: str) -> None:
    page.screenshot(path=IMAGES / f"{name}.png")


def _as_manager(page: Page, shoot: verifying_tour.Shoot) -> None:
    verifying_tour.look_as_manager(page, _address(page, "{campaign}"), shoot)


def _log_in(context: BrowserContext, user: str) -> Page:
    page = context.new_page()
    page.goto("/log-in/")
    page.get_by_label("User name").fill(user)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")
    return page


def _address(page: Page, address: str) -> str:
    """The address, with those of the campaigns filled in from the person's home page."""
    if "{draft}" in address and not page.get_by_role("link", name=DRAFT, exact=True).count():
        page.goto("/campaigns/new/")
        page.get_by_label("Name").fill(DRAFT)
        page.get_by_role("button", name="Make the campaign").click()
        page.get_by_label("Corpus").select_option(index=1)
        page.get_by_label("Highlights to write from").fill("60")
        page.get_by_role("button", name="Save the design").click()
        page.goto("/")
    for mark, name in (("{campaign}", CAMPAIGN), ("{draft}", DRAFT)):
        if mark in address:
            link = page.get_by_role("link", name=name, exact=True).first
            address = address.replace(mark, link.get_attribute("href") or "")
    return address


if __name__ == "__main__":
    with chromium() as running:
        take(running, sys.argv[1].rstrip("/"))
        walk_desks(running, sys.argv[1].rstrip("/"))
