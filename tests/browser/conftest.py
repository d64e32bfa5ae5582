"""A live site and a browser on it. Scripts, styles and the policy are those of production."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import servers
from tests.browser.watched import WatchedPage
from tests.servers.browser import chromium
from tests.wiki.pages import share_all_corpora

if TYPE_CHECKING:
    from accounts.models import User
    from tests.people import Cast

# What is expected comes at once; on a busy machine it may take long.
MILLISECONDS = 60_000
expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    manager = chromium()
    try:
        running = manager.__enter__()
    except servers.ServerUnavailable as error:
        servers.refuse(str(error))
    yield running
    manager.__exit__(None, None, None)


@pytest.fixture
def cast(site: str) -> Cast:
    """Create one person a role, committed, so that the running site sees them."""
    from tests.people import make_cast

    return make_cast()


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Callable[..., WatchedPage]]:
    """Return a function that opens a window. Its errors fail the test at the end."""
    opened: list[WatchedPage] = []

    def open_window(
        *, user: User | None = None, width: int = 1280, dark: bool = False
    ) -> WatchedPage:
        context = browser.new_context(
            base_url=site,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            locale="en-GB",
        )
        page: Page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        watched = WatchedPage(page)
        if user is not None:
            share_all_corpora(user)
            watched.log_in(user)
        opened.append(watched)
        return watched

    yield open_window
    for watched in opened:
        watched.page.context.close()
    problems = [problem for watched in opened for problem in watched.problems]
    assert problems == []
