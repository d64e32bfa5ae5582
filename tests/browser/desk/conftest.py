"""One window for all tests of pure modules: they write nothing, so nothing is emptied between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from pytest_django.plugin import DjangoDbBlocker

from tests.browser.watched import WatchedPage
from tests.servers.site import running_site


@pytest.fixture(scope="module")
def modules_window(
    browser: Browser, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[WatchedPage]:
    """Yield a page of the site, from which its modules are loaded under its policy."""
    with django_db_blocker.unblock(), running_site() as address:
        context = browser.new_context(base_url=address)
        window = WatchedPage(context.new_page())
        window.page.goto("/log-in/")
        yield window
        context.close()
    assert window.problems == []
