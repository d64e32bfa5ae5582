"""A browser window that is photographed for the guides."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from accounts.demo_people import PASSWORD

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
QUALITY = 40
LAPTOP, PHONE = (1280, 800), (390, 844)


@dataclass(frozen=True)
class Camera:
    """A person's window on the demo site. `is_loaded`: whether pictures are stored."""

    page: Page
    is_loaded: bool

    def shoot(self, name: str) -> None:
        """Store what the window shows, once the desk has saved."""
        self.page.locator("[data-saving][data-state=waiting]").wait_for(state="detached")
        if self.is_loaded:
            _save(self.page, name)

    def shoot_both(self, name: str) -> None:
        """Store what the window shows in the light and in the dark theme."""
        self.shoot(name)
        self.page.emulate_media(color_scheme="dark")
        self.page.wait_for_timeout(300)
        self.shoot(f"{name}-dark")
        self.page.emulate_media(color_scheme="light")

    def shoot_on_phone(self, name: str) -> None:
        """Store what a phone shows."""
        self._resize(PHONE)
        self.shoot(name)
        self._resize(LAPTOP)

    def campaign(self, name: str) -> str:
        """Return the address of a campaign, from the home page."""
        self.page.goto("/")
        link = self.page.get_by_role("link", name=name, exact=True).first
        return link.get_attribute("href") or ""

    def _resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.wait_for_timeout(500)


def open_window(browser: Browser, site: str, user: str, *, is_loaded: bool) -> Camera:
    """Log a person of the demo in, in a window of their own."""
    width, height = LAPTOP
    context = browser.new_context(
        base_url=site,
        viewport={"width": width, "height": height},
        color_scheme="light",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto("/log-in/")
    page.get_by_label("User name").fill(user)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")
    return Camera(page, is_loaded)


def _save(page: Page, name: str) -> None:
    """Write the picture as WebP, which takes a quarter of the room of PNG."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    (IMAGES / f"{name}.webp").write_bytes(base64.b64decode(answer["data"]))
