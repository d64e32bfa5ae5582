"""Takes the pictures of the documentation from a running demo site.

make run &
.venv/bin/python -m scripts.screenshots http://127.0.0.1:8000
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser

from accounts.demo_people import PASSWORD
from tests.servers.browser import chromium

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
# Picture, who looks, address, and how far down the page.
PICTURES = (
    ("reading", "annotator", "/wiki/Aare", 0),
    ("search", "annotator", "/search/?q=longest+river+alps", 0),
    ("corpora", "manager", "/corpora/", 0),
)


def take(browser: Browser, site: str) -> None:
    for name, user, address, down in PICTURES:
        context = browser.new_context(
            base_url=site, viewport={"width": 1200, "height": 760}, color_scheme="light"
        )
        page = context.new_page()
        page.goto("/log-in/")
        page.get_by_label("User name").fill(user)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/")
        page.goto(address)
        page.mouse.wheel(0, down)
        page.screenshot(path=IMAGES / f"{name}.png")
        context.close()


if __name__ == "__main__":
    with chromium() as running:
        take(running, sys.argv[1].rstrip("/"))
