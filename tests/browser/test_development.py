"""`make dev` in a browser: the debug toolbar works under the policy of production."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import MILLISECONDS
from tests.browser.watched import WatchedPage
from tests.config.started import StartedSite

pytestmark = pytest.mark.slow


@pytest.fixture
def developed(tmp_path: Path) -> Iterator[StartedSite]:
    running = StartedSite(
        tmp_path, "--no-demo", DJANGO_SETTINGS_MODULE="config.settings.development"
    )
    try:
        running.wait_until_ready()
        yield running
    finally:
        running.kill()


def test_toolbar_opens_and_static_files_are_plain(browser: Browser, developed: StartedSite) -> None:
    context = browser.new_context(base_url=developed.url, viewport={"width": 1280, "height": 800})
    watched = WatchedPage(context.new_page())
    page = watched.page
    page.set_default_timeout(MILLISECONDS)
    page.goto("/log-in/")
    expect(page.get_by_label("User name")).to_be_visible()
    page.locator("#djShowToolBarButton").click()
    page.locator("#djdt-SettingsPanel a").click()
    panel = page.locator("#SettingsPanel")
    expect(panel).to_contain_text("config.settings.development")
    styles = page.locator("link[rel=stylesheet][href*=tokens]").get_attribute("href")
    assert styles == "/static/touchstone/css/tokens.css"
    assert watched.problems == []
    context.close()
