"""A browser window that remembers what went wrong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Response

from tests.people import PASSWORD

if TYPE_CHECKING:
    from accounts.models import User

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


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
        """This window is about to meet an error page on purpose."""
        self.expected_statuses.add(status)

    def log_in(self, user: User) -> None:
        self.page.goto("/log-in/")
        self.page.get_by_label("User name").fill(user.username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url("**/")

    def axe_findings(self) -> list[str]:
        """What axe finds on the page as it is now, as short lines."""
        results = Axe().run(self.page, options={"runOnly": AXE_TAGS})
        return [
            f"{found['impact']}: {found['id']}: {node['html'][:120]}"
            for found in results.response["violations"]
            for node in found["nodes"]
        ]

    def overflows(self) -> bool:
        """Whether the body scrolls sideways."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )
