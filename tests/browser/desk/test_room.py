"""The search in the room beside the desk: completion on a phone, and searches without an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from search.engines import tantivy_engine
from search.selectors import pages
from tests.browser.desk.world import sit_down
from tests.browser.watched import WatchedPage, is_on_screen
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def test_completion_stays_on_the_screen_of_a_phone(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, width=360).page
    page.locator("#desk-search").fill("a")
    expect(page.get_by_role("option", name="Aare", exact=True)).to_be_visible()
    assert is_on_screen(page.get_by_role("listbox"))
    # Also when the phone is turned.
    page.set_viewport_size({"width": 320, "height": 800})
    page.wait_for_function("innerWidth === 320")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert is_on_screen(page.get_by_role("listbox"))


def test_a_long_query_is_offered_on_the_screen_of_a_phone(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast, width=360)
    page = window.page
    page.locator("#desk-search").fill(f'"river of swizterland" -{"long" * 25} insource:/Reuss/')
    page.locator("#desk-search").press("Enter")
    offered = page.get_by_role("link", name='"river of switzerland"')
    expect(offered).to_be_visible()
    assert is_on_screen(offered)
    assert window.axe_findings() == []
    offered.click()
    expect(page.locator(".hit__title")).to_have_text(["Reuss", "Aare"])


def test_a_search_that_takes_too_long_is_said_and_can_be_tried_again(
    visit: Visit, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = sit_down(visit, cast)
    window.expect_status(422)
    page = window.page
    room = page.locator("[data-room-view]")
    with monkeypatch.context() as slowly:
        slowly.setattr(pages, "ANSWER_SECONDS", -1.0)
        slowly.setattr(tantivy_engine, "_WATCHED", 0)
        page.locator("#desk-search").fill("reuss")
        page.get_by_role("option", name="Search for pages containing").click()
        alert = room.get_by_role("alert")
        expect(alert).to_contain_text("This search took too long and was cut off.")
        expect(alert).to_contain_text("There is a page of this title: Reuss")
        assert window.axe_findings() == []
    alert.get_by_role("link", name="Try again").click()
    expect(room.locator(".hit__title").first).to_have_text("Reuss")
