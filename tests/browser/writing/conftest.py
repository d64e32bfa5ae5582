"""A campaign with highlights, and a window with one of them taken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import search
from tests.annotation.world import World, make_world
from tests.browser.watched import WatchedPage
from tests.browser.writing.world import ready
from tests.people import NOW, PASSWORD

Visit = Callable[..., WatchedPage]


@pytest.fixture
def world(site: str) -> World:
    world = make_world(pages=12, target=4, writers=1)
    world.writer.set_password(PASSWORD)
    world.writer.save()
    assert world.campaign.corpus is not None
    search.rebuild_index(corpus=world.campaign.corpus, clock=lambda: NOW)
    return world


@pytest.fixture
def desk(visit: Visit, world: World) -> WatchedPage:
    """Open a window with a highlight taken."""
    window = visit(user=world.writer, width=1400)
    window.page.get_by_role("button", name="Take a highlight").click()
    window.page.wait_for_url("**/write/**")
    ready(window.page)
    return window
