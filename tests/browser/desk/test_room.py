"""The room beside the desk: its two boxes, what they lead to, and searches without an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from annotation.models import Interaction
from search.engines import tantivy_engine
from tests.browser.desk.world import element, saved, sit_down, wait_for_desk
from tests.browser.watched import FOUND, FOUND_NOW, WatchedPage, is_on_screen, wait_until
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def test_completion_stays_on_the_screen_of_a_phone(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, width=360).page
    page.locator("#desk-search").fill("a")
    expect(page.get_by_role("option", name="Aare", exact=True)).to_be_visible()
    assert is_on_screen(page.get_by_role("listbox"))
    # Also when the phone is turned.
    page.set_viewport_size({"width": 320, "height": 800})
    wait_until(page, "innerWidth === 320")
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
    visit: Visit, cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = sit_down(visit, cast)
    window.expect_status(422)
    page = window.page
    room = page.locator("[data-room-view]")
    enough = settings.SEARCH_ANSWER_SECONDS
    with monkeypatch.context() as slowly:
        settings.SEARCH_ANSWER_SECONDS = -1.0
        slowly.setattr(tantivy_engine, "_WATCHED", 0)
        page.locator("#desk-search").fill("reuss")
        page.get_by_role("option", name="Search for pages containing").click()
        alert = room.get_by_role("alert")
        expect(alert).to_contain_text("This search took too long and was stopped.")
        expect(alert).to_contain_text("There is a page with this title: Reuss")
        assert window.axe_findings() == []
    settings.SEARCH_ANSWER_SECONDS = enough
    alert.get_by_role("link", name="Try again").click()
    expect(room.locator(".hit__title").first).to_have_text("Reuss")


def test_escape_leaves_a_field_so_that_single_keys_work(visit: Visit, cast: Cast) -> None:
    page, keys = (window := sit_down(visit, cast)).page, window.page.keyboard
    find = page.get_by_label("Find on this page")
    expect(find).to_be_hidden()
    search_for(page, "Aare")
    expect(page.locator("[data-room-view] h1")).to_have_text("Aare")
    keys.press("f")
    keys.type("river")
    keys.press("Enter")
    expect(page.locator(".find__count")).to_contain_text("of")
    # It ends what was found first.
    keys.press("Escape")
    expect(find).to_have_value("")
    expect(find).to_be_focused()
    keys.press("Escape")
    expect(page.locator("[data-room-view]")).to_be_focused()
    keys.press("j")
    expect(element(page, "sentence_0")).to_be_focused()
    keys.press("/")
    keys.press("Control+A")
    keys.type("reu")
    expect(page.get_by_role("listbox")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.locator("#desk-search")).to_be_focused()
    keys.press("Escape")
    # Choices of the panel are fields, too.
    keys.press("v")
    expect(page.get_by_role("radio", name="Supported")).to_be_focused()
    keys.press("Escape")
    keys.press("j")
    expect(element(page, "sentence_1")).to_be_focused()
    keys.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("EscLeave a field")


def test_the_passage_of_a_hit_is_marked_when_it_is_opened(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    search_for(page, "nydegg bridges")
    page.locator(".hit__section a").click()
    expect(page.locator(".find__count")).to_have_text("2 of 4")
    expect(page.get_by_label("Find on this page")).to_have_value("nydegg bridges")
    assert page.evaluate(FOUND) == ["Bridges", "Nydegg", "bridge", "bridge"]
    assert page.evaluate(FOUND_NOW) == ["Nydegg"]
    saved(page)
    page.reload()
    wait_for_desk(page)
    expect(page.locator(".find__count")).to_have_text("2 of 4")
    # The link did that: nobody searched in the page.
    page.locator("#find").focus()
    page.keyboard.press("Escape")
    assert page.evaluate(FOUND) == []
    saved(page)
    kinds = set(Interaction.objects.values_list("kind", flat=True))
    assert kinds & {"result_opened", "searched_in_page", "page_search_reset"} == {"result_opened"}


def test_the_box_shows_the_query_of_the_results_that_are_shown(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    box = page.locator("#desk-search")
    heading = page.locator("[data-room-view] h1")
    search_for(page, "swizterland")
    page.get_by_role("link", name="switzerland").click()
    expect(heading).to_have_text("Pages containing “switzerland”")
    expect(box).to_have_value("switzerland")
    saved(page)
    page.reload()
    wait_for_desk(page)
    expect(heading).to_have_text("Pages containing “switzerland”")
    expect(box).to_have_value("switzerland")
    search_for(page, "rhine alps")
    expect(heading).to_have_text("Pages containing “rhine alps”")
    page.keyboard.press("[")
    expect(heading).to_have_text("Pages containing “switzerland”")
    expect(box).to_have_value("switzerland")
    # What is being typed stays.
    box.fill("bern")
    page.evaluate("history.forward()")
    expect(heading).to_have_text("Pages containing “rhine alps”")
    expect(box).to_have_value("bern")


def test_a_text_too_long_for_an_address_is_said(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    window.expect_status(414)
    page = window.page
    page.route(lambda address: len(address) > 2000, lambda route: route.fulfill(status=414))
    search_for(page, "river " * 500)
    problem = page.locator(".room__problem")
    expect(problem).to_have_text("This text is too long to search for. Shorten it.")
    expect(page.locator("#desk-search")).to_have_value("river " * 500)
    assert window.axe_findings() == []
    search_for(page, "Aare")
    expect(problem).to_have_count(0)
    page.get_by_label("Find on this page").fill("東京" * 400)
    expect(page.locator(".find__count")).to_have_text("Too long to search for")


def search_for(page: Page, text: str) -> None:
    page.locator("#desk-search").fill(text)
    page.locator("#desk-search").press("Enter")


def test_a_claim_opens_with_the_search_ready_to_type(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    expect(page.get_by_role("combobox", name="Search all pages")).to_be_focused()
    # Somebody used to the key for it types no slash.
    page.keyboard.press("/")
    page.keyboard.type("Reuss")
    page.keyboard.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text("Reuss")
    saved(page)
    # Whoever goes on reads on.
    page.reload()
    wait_for_desk(page)
    expect(page.get_by_role("combobox", name="Search all pages")).not_to_be_focused()


def test_words_of_the_claim_are_searched_for_by_a_click(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    nav = page.get_by_role("navigation", name="Search for words of the claim")
    expect(nav.get_by_role("link")).to_have_text(["Aare", "longer", "tributaries"])
    nav.get_by_role("link", name="tributaries").click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Pages containing “tributaries”")
    claim = page.locator("[data-claim]")
    claim.get_by_text("Aare", exact=True).click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Aare")
    claim.get_by_text("longer", exact=True).click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Pages containing “longer”")
    claim.get_by_text("tributaries", exact=True).click(modifiers=["Shift"])
    box = page.get_by_role("combobox", name="Search all pages")
    expect(box).to_have_value("longer tributaries")


def test_pages_and_searches_of_the_claim_are_a_list(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    for text in ("Aare", "tributaries", "Rhine"):
        page.get_by_role("combobox", name="Search all pages").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("[data-room-view] h1")).to_contain_text(text)
    saved(page)
    page.reload()
    wait_for_desk(page)
    page.keyboard.press("y")
    entries = page.locator("[data-visited] li")
    expect(entries).to_have_text(["Rhine", "Search: tributaries", "Aare"])
    expect(entries.first.get_by_role("button")).to_be_focused()
    page.keyboard.press("Escape")
    expect(entries.first).to_be_hidden()
    page.keyboard.press("y")
    entries.nth(1).get_by_role("button").click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Pages containing “tributaries”")
    page.keyboard.press("y")
    expect(entries).to_have_text(["Search: tributaries", "Rhine", "Aare"])
