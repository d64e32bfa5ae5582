"""A browser window that remembers what went wrong in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import axe_playwright_python
from playwright.sync_api import ConsoleMessage, Locator, Page, Response

from tests.people import PASSWORD

if TYPE_CHECKING:
    from accounts.models import User

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# What "find on this page" has marked, and what of it is the current match.
FOUND = "[...(CSS.highlights.get('found') || [])].map((range) => range.toString())"
FOUND_NOW = "[...(CSS.highlights.get('found-now') || [])].map((range) => range.toString())"
# After the next frame is painted: by then scripts have followed a change of the size.
HIDES_CURRENT = """async () => {
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return [...document.querySelectorAll("nav [aria-current='page']")].some((current) => {
    const entry = current.getBoundingClientRect();
    const nav = current.closest("nav").getBoundingClientRect();
    return entry.left < nav.left - 1 || entry.right > nav.right + 1;
  });
}"""
PATIENCE_SECONDS = 60
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def wait_until(page: Page, expression: str, argument: object = None) -> None:
    """Ask the page until the expression is true.

    `Page.wait_for_function` asks inside the page, by `eval`, which our policy forbids from the
    second time on.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate(expression, argument):
        assert time.monotonic() < deadline, f"never true: {expression}"
        page.wait_for_timeout(20)


def is_on_screen(locator: Locator) -> bool:
    """Return whether it is between the left and the right edge of the window."""
    return bool(
        locator.evaluate(
            """(element) => {
              const { left, right } = element.getBoundingClientRect();
              return left >= 0 && right <= document.documentElement.clientWidth;
            }"""
        )
    )


class WatchedPage:
    """Collects script errors, refusals of the policy and broken requests."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.expected_statuses: set[int] = set()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on("response", self._on_response)

    def _on_console(self, message: ConsoleMessage) -> None:
        # A failed request is reported by its status, in _on_response.
        if message.type in {"error", "warning"} and "Failed to load resource" not in message.text:
            self.problems.append(f"console: {message.text}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected_statuses:
            self.problems.append(f"{response.status}: {response.url}")

    def expect_status(self, status: int) -> None:
        """Expect an error page of this status, on purpose."""
        self.expected_statuses.add(status)

    def log_in(self, user: User) -> None:
        self.page.goto("/log-in/")
        self.page.get_by_label("User name").fill(user.username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url("**/")

    def axe_findings(self, *, rules: Sequence[str] = (), without: Sequence[str] = ()) -> list[str]:
        """Return axe's findings on the page as short lines: with all our rules, with these rules
        only, or with all except some.
        """
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        options = {
            "runOnly": {"type": "rule", "values": rules} if rules else AXE_TAGS,
            "rules": {rule: {"enabled": False} for rule in without},
            "resultTypes": ["violations"],
        }
        results = self.page.evaluate("options => axe.run(document, options)", options)
        return [
            f"{found['impact']}: {found['id']}: {node['html'][:120]}"
            for found in results["violations"]
            for node in found["nodes"]
        ]

    def overflows(self) -> bool:
        """Return whether the body scrolls sideways."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )

    def hides_current_entry(self) -> bool:
        """Return whether the entry of this page is outside the visible part of the navigation."""
        return bool(self.page.evaluate(HIDES_CURRENT))


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until a place has the focus."""
    for _ in range(150):
        if place.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there.")
