"""The screenshots of the documentation, taken from a running demo site, which must be new.

make run &
.venv/bin/python -m scripts.screenshots http://127.0.0.1:8000

The script writes to the site's database, so `TOUCHSTONE_HOME` must be that of the site.
"""

from __future__ import annotations

import base64
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import django
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page

from accounts.demo_people import PASSWORD
from scripts import managing_tour, verifying_tour, writing_tour
from tests.servers.browser import chromium

# The demo campaign, and two that are created for the screenshots: one in use, one being set up.
CAMPAIGN, USED, DRAFT = (
    writing_tour.CAMPAIGN,
    "Rivers, records and rockets",
    "Lakes and rivers",
)
# Of the demo, with feedback to read; a password is set, for nobody logs in as them otherwise.
CANDIDATE = "candidate-reading"
IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
QUALITY = 40
# Name, user, URL ("{used}", "{draft}": the URL of a campaign), and the distance to scroll down.
SCREENSHOTS = (
    ("reading", "annotator", "/wiki/Aare", 0),
    ("search", "annotator", "/search/?q=longest+river+alps", 0),
    ("corpora", "manager", "/corpora/", 0),
    ("campaign-checklist", "manager", "{draft}", 0),
    ("campaign-design", "manager", "{draft}design/", 0),
    ("campaign-numbers", "manager", "{used}design/numbers/", 0),
    ("campaign-guidelines", "manager", "{used}guidelines/edit/", 0),
    ("campaign-progress", "manager", "{used}", 0),
    ("campaign-work", "manager", "{used}work/", 0),
    ("campaign-claims", "manager", "{used}claims/", 0),
    ("campaign-people", "manager", "{used}people/", 0),
    ("campaign-questions", "manager", "{used}questions/", 0),
)


def take(browser: Browser, site: str) -> None:
    for name, user, url, down in SCREENSHOTS:
        context = browser.new_context(
            base_url=site, viewport={"width": 1200, "height": 760}, color_scheme="light"
        )
        page = _log_in(context, user)
        page.goto(_resolve_url(page, url))
        page.mouse.wheel(0, down)
        _save(page, name)
        context.close()


def walk_desks(browser: Browser, site: str) -> None:
    """Take the screenshots of the desks. This takes a highlight and writes claims."""
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


def walk_quality(browser: Browser, site: str) -> None:
    """Take the screenshots of the managers' quality pages, and of a candidate's feedback."""
    options: dict[str, Any] = {"base_url": site, "viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(**options, color_scheme="light")
    page = _log_in(context, "manager")
    links = {
        name: page.get_by_role("link", name=name, exact=True).first.get_attribute("href") or ""
        for name in (managing_tour.FINISHED, managing_tour.CALIBRATION)
    }
    managing_tour.judge(page, links[managing_tour.FINISHED], partial(_shoot, page))
    managing_tour.calibrate(page, links[managing_tour.CALIBRATION], partial(_shoot, page))
    context.close()
    context = browser.new_context(**options, color_scheme="light")
    page = _log_in(context, CANDIDATE)
    managing_tour.read_feedback(page, partial(_shoot, page))
    context.close()


def _shoot(page: Page, name: str) -> None:
    # Wait until the desk has saved.
    page.locator("[data-saving][data-state=waiting]").wait_for(state="detached")
    _save(page, name)


def _save(page: Page, name: str) -> None:
    """Write the screenshot as WebP, which takes a quarter of the room of PNG."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    (IMAGES / f"{name}.webp").write_bytes(base64.b64decode(answer["data"]))


def _as_manager(page: Page, shoot: verifying_tour.Shoot) -> None:
    verifying_tour.look_as_manager(page, _resolve_url(page, "{campaign}"), shoot)


def _log_in(context: BrowserContext, user: str) -> Page:
    page = context.new_page()
    page.goto("/log-in/")
    page.get_by_label("User name").fill(user)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")
    return page


def _resolve_url(page: Page, url: str) -> str:
    """Return the URL, with the URLs of campaigns filled in from the user's home page."""
    if "{draft}" in url and not page.get_by_role("link", name=DRAFT, exact=True).count():
        page.goto("/campaigns/new/")
        page.get_by_label("Name").fill(DRAFT)
        page.get_by_role("button", name="Create campaign").click()
        page.get_by_label("Corpus").select_option(index=1)
        page.get_by_label("Highlights to write from").fill("60")
        page.get_by_role("button", name="Save the design").click()
        page.goto("/")
    for mark, name in (("{campaign}", CAMPAIGN), ("{used}", USED), ("{draft}", DRAFT)):
        if mark in url:
            link = page.get_by_role("link", name=name, exact=True).first
            url = url.replace(mark, link.get_attribute("href") or "")
    return url


def use_campaign() -> None:
    """Create a campaign with two weeks of work, which would take too long in a browser."""
    from scripts.used_campaign import make_used_campaign

    make_used_campaign(name=USED, now=timezone.now())


def let_candidate_in() -> None:
    """Give a simulated candidate of the demo a password."""
    from accounts.models import User

    candidate = User.objects.get(username=CANDIDATE)
    candidate.set_password(PASSWORD)
    candidate.is_active = True
    candidate.save(update_fields=["password", "is_active"])


def main(site: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    django.setup()
    # The desks come first, while their users have no other tasks.
    with chromium() as running:
        walk_desks(running, site)
    let_candidate_in()
    with chromium() as running:
        walk_quality(running, site)
    use_campaign()
    with chromium() as running:
        take(running, site)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
