"""A page with injections in all of its texts, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Request

from tests.attacks.test_hostile_pages import ATTRIBUTES, TAGS, hostile_page, store
from tests.browser.watched import WatchedPage
from tests.people import Cast


def test_a_stored_injection_does_nothing_in_a_browser(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    store(hostile_page())
    window = visit(user=cast.administrator)
    requests: list[Request] = []
    window.page.on("request", lambda request: requests.append(request))
    window.page.goto("/wiki/Aare")
    window.page.wait_for_load_state("networkidle")
    names = window.page.evaluate(
        """() => [...document.querySelectorAll(".article__body *")].flatMap((element) =>
          [...element.attributes].map((attribute) => attribute.name))"""
    )
    assert set(names) <= ATTRIBUTES
    tags = window.page.evaluate(
        """() => [...document.querySelectorAll(".article__body *")]
          .map((element) => element.localName)"""
    )
    assert set(tags) <= TAGS
    assert [request.url for request in requests if request.method != "GET"] == []
    assert not [request.url for request in requests if "administrator" in request.url]
