"""Takes the pictures of the documentation from a running demo site, which must be a fresh one.

make run &
.venv/bin/python -m scripts.screenshots http://127.0.0.1:8000

The site's database is written to, so `TOUCHSTONE_HOME` must be that of the site.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import django
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page

from accounts.demo_people import PASSWORD
from scripts import verifying_tour, writing_tour
from tests.servers.browser import chromium

# The demo's campaign, and two that are made for the pictures: one in use, one being set up.
CAMPAIGN, USED, DRAFT = (
    verifying_tour.CAMPAIGN,
    "Rivers, records and rockets",
    "Lakes and rivers",
)
IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
# Picture, who looks, address ("{used}", "{draft}": that of a campaign), how far down the page.
PICTURES = (
    ("reading", "annotator", "/wiki/Aare", 0),
    ("search", "annotator", "/search/?q=longest+river+alps", 0),
    ("corpora", "manager", "/corpora/", 0),
    ("campaign-checklist", "manager", "{draft}", 0),
    ("campaign-design", "manager", "{draft}design/", 0),
    ("campaign-numbers", "manager", "{used}design/numbers/", 0),
    ("campaign-guidelines", "manager", "{used}guidelines/edit/", 0),
    ("campaign-progress", "manager", "{used}", 0),
    ("campaign-highlights", "manager", "{used}highlights/", 0),
    ("campaign-questions", "manager", "{used}questions/", 0),
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
    """The desks at work; this takes a highlight and writes from it."""
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
    # A desk is photographed at rest.
    page.locator("[data-saving][data-state=waiting]").wait_for(state="detached")
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
        page.get_by_role("button", name="Create campaign").click()
        page.get_by_label("Corpus").select_option(index=1)
        page.get_by_label("Highlights to write from").fill("60")
        page.get_by_role("button", name="Save the design").click()
        page.goto("/")
    for mark, name in (("{campaign}", CAMPAIGN), ("{used}", USED), ("{draft}", DRAFT)):
        if mark in address:
            link = page.get_by_role("link", name=name, exact=True).first
            address = address.replace(mark, link.get_attribute("href") or "")
    return address


def use_campaign() -> None:
    """Two weeks of work, which no browser could do."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    django.setup()
    from scripts.used_campaign import make_used_campaign

    make_used_campaign(name=USED, now=timezone.now())


def main(site: str) -> None:
    # The desks come first: their people have nothing else to do yet.
    with chromium() as running:
        walk_desks(running, site)
    use_campaign()
    with chromium() as running:
        take(running, site)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
