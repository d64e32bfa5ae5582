"""The search in a real browser: by keyboard, with and without scripts, and inside a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django import Settings

from search import presenters
from search.errors import EngineAwayError
from tests.browser.watched import FOUND, FOUND_NOW, WatchedPage, is_on_screen, wait_until
from tests.people import Cast
from tests.search.views.world import make_encyclopedia
from tests.wiki.pages import share_all_corpora


@pytest.fixture
def page(visit: Callable[..., WatchedPage], cast: Cast) -> Page:
    """Open a window of an annotator on the small encyclopedia."""
    make_encyclopedia()
    return visit(user=cast.annotator).page


@pytest.fixture
def scriptless(browser: Browser, site: str, cast: Cast) -> Iterator[WatchedPage]:
    """Open a window in which no script runs."""
    make_encyclopedia()
    context = browser.new_context(base_url=site, java_script_enabled=False)
    window = WatchedPage(context.new_page())
    share_all_corpora(cast.annotator)
    window.log_in(cast.annotator)
    yield window
    context.close()
    assert window.problems == []


# --- completion -----------------------------------------------------------------------------
def test_a_title_is_completed_and_opened_by_keyboard(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Search all pages")).to_be_focused()
    page.keyboard.type("zur")
    options = page.get_by_role("option")
    expect(options).to_have_text(["Zürich", "Search for pages containing “zur”"])
    combobox = page.get_by_role("combobox", name="Search all pages")
    expect(combobox).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(combobox).to_have_attribute("aria-activedescendant", "suggestions-0-0")
    # What was typed stays as it is.
    expect(combobox).to_have_value("zur")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zürich")


def test_the_last_option_searches_for_what_was_typed(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("aare")
    expect(page.get_by_role("option").last).to_have_text("Search for pages containing “aare”")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=aare")
    expect(page.locator(".hit__title").first).to_have_text("Aare")


def test_arrows_go_round_through_the_box(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("zur")
    combobox = page.get_by_role("combobox", name="Search all pages")
    expect(page.get_by_role("option")).to_have_count(2)
    for selected in ["suggestions-0-0", "suggestions-0-1"]:
        page.keyboard.press("ArrowDown")
        expect(combobox).to_have_attribute("aria-activedescendant", selected)
    page.keyboard.press("ArrowDown")
    assert combobox.get_attribute("aria-activedescendant") is None


def test_escape_closes_the_list_and_keeps_what_was_typed(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("zur")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    combobox = page.get_by_role("combobox", name="Search all pages")
    expect(combobox).to_have_value("zur")
    expect(combobox).to_have_attribute("aria-expanded", "false")
    expect(combobox).to_be_focused()
    # With nothing left to close, it leaves the box.
    page.keyboard.press("Escape")
    expect(combobox).not_to_be_focused()
    expect(combobox).to_have_value("zur")


def test_an_option_is_opened_by_a_click(page: Page) -> None:
    page.get_by_role("combobox", name="Search all pages").fill("aare ri")
    option = page.get_by_role("option", name="Aare River leads to Aare")
    option.click()
    expect(page.locator("h1")).to_have_text("Aare")
    expect(page.get_by_text("Redirected from Aare River")).to_be_visible()


def test_enter_opens_the_exact_title_with_a_way_to_the_search(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("zurich")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zürich")
    page.get_by_role("link", name="Search for pages containing “zurich”").click()
    page.wait_for_url("**/search/?q=zurich")
    expect(page.locator(".hit__title").first).to_have_text("Zürich")


def test_an_answer_that_comes_too_late_is_thrown_away(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.url.endswith("q=a"):
            held.append(route)
        else:
            route.continue_()

    page.route("**/search/suggest?*", hold)
    combobox = page.get_by_role("combobox", name="Search all pages")
    with page.expect_request("**/search/suggest?*q=a"):
        combobox.press_sequentially("a")
    combobox.press_sequentially("are ri")
    first = page.get_by_role("option").first
    expect(first).to_have_text("Aare River leads to Aare")
    for route in held:
        route.continue_()
    page.wait_for_timeout(500)
    expect(first).to_have_text("Aare River leads to Aare")
    expect(page.get_by_role("option")).to_have_count(2)


def test_what_is_typed_at_once_is_asked_for_once(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("combobox", name="Search all pages").evaluate(
        """(field) => {
          field.focus();
          for (const letter of "aare ri") {
            field.value += letter;
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
          }
        }"""
    )
    expect(page.get_by_role("option").first).to_have_text("Aare River leads to Aare")
    assert len([url for url in asked if "/search/suggest" in url]) == 1


def test_typing_goes_on_when_the_server_fails(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    window = visit(user=cast.annotator)
    window.expect_status(503)
    window.page.route("**/search/suggest?*", lambda route: route.fulfill(status=503, body="away"))
    combobox = window.page.get_by_role("combobox", name="Search all pages")
    combobox.press_sequentially("aare", delay=120)
    expect(combobox).to_have_value("aare")
    expect(window.page.get_by_role("listbox")).to_have_count(0)


def test_the_slash_is_a_letter_while_something_is_typed(page: Page) -> None:
    page.goto("/wiki/")
    field = page.get_by_label("Titles that start with")
    field.press_sequentially("AC/DC")
    expect(field).to_have_value("AC/DC")
    expect(field).to_be_focused()


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.goto("/search/help/")
    page.get_by_label("Use single keys").uncheck()
    page.goto("/wiki/Aare")
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Search all pages")).not_to_be_focused()


# --- results --------------------------------------------------------------------------------
def test_a_search_goes_from_the_box_to_the_marked_place_by_keyboard(page: Page) -> None:
    page.goto("/search/")
    page.keyboard.press("/")
    page.keyboard.type("intable:wileroltigen")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 page found")).to_be_visible()
    expect(page.locator(".hit__row mark")).to_have_text("Wileroltigen")
    page.get_by_role("link", name="Tributaries").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/wiki/Aare?find=*#cell_1_2_1")
    expect(page.locator(".find__count")).to_have_text("1 of 1")
    assert page.evaluate(FOUND_NOW) == ["Wileroltigen"]
    assert page.evaluate(
        "(() => { const box = document.querySelector('#cell_1_2_1').getBoundingClientRect();"
        " return box.top > 0 && box.bottom < innerHeight; })()"
    )


def test_did_you_mean_is_followed(page: Page) -> None:
    page.goto("/search/?q=swizterland")
    page.get_by_role("link", name="switzerland").click()
    expect(page.get_by_text("4 pages found")).to_be_visible()


def test_an_option_of_the_search_applies_as_soon_as_it_is_chosen(page: Page) -> None:
    page.goto("/search/?q=switzerland&page=1")
    page.get_by_label("Order").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/search/?q=switzerland&sort=title")
    # The keyboard goes on where it was.
    expect(page.get_by_label("Order")).to_be_focused()
    page.get_by_label("Include pages without references").check()
    page.wait_for_url("**/search/?q=switzerland&sort=title&flagged=1")
    expect(page.get_by_role("button", name="Apply")).to_have_count(0)
    # Back: the options are those of the hits.
    page.go_back()
    page.wait_for_url("**/search/?q=switzerland&sort=title")
    expect(page.get_by_label("Include pages without references")).not_to_be_checked()


def test_search_works_without_scripts(scriptless: WatchedPage) -> None:
    page = scriptless.page
    field = page.get_by_role("textbox", name="Search all pages")
    field.fill("capital of switzerland")
    field.press("Enter")
    expect(page.locator(".hit__title")).to_have_text(["Bern"])
    page.get_by_role("textbox", name="Search all pages").fill("intable:saane")
    page.get_by_label("Order").select_option("title")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".hit__row tbody")).to_contain_text("126 km")
    page.get_by_role("link", name="How to search").click()
    expect(page.locator("h1")).to_have_text("How to search")
    # From any page, an exact title opens.
    page.get_by_role("textbox", name="Search all pages").fill("aare river")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("h1")).to_have_text("Aare")
    # What needs scripts is not there.
    expect(page.get_by_label("Find on this page")).to_be_hidden()


# --- inside a page --------------------------------------------------------------------------
def test_words_are_found_inside_a_page_and_stepped_through(page: Page) -> None:
    page.goto("/wiki/Aare")
    field = page.get_by_label("Find on this page")
    count = page.locator(".find__count")
    field.fill("tributary")
    expect(count).to_have_text("1 of 3")
    # In all their forms, in prose, headings and captions.
    assert page.evaluate(FOUND) == ["tributary", "Tributaries", "tributaries"]
    field.press("Enter")
    expect(count).to_have_text("2 of 3")
    assert page.evaluate(FOUND_NOW) == ["Tributaries"]
    field.press("Enter")
    field.press("Enter")
    expect(count).to_have_text("1 of 3")
    field.press("Shift+Enter")
    expect(count).to_have_text("3 of 3")
    page.get_by_role("button", name="Previous match").click()
    expect(count).to_have_text("2 of 3")
    field.press("Escape")
    expect(field).to_have_value("")
    assert page.evaluate(FOUND) == []
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Search all pages")).to_be_focused()


def test_a_phrase_is_found_over_cells_and_sentences(page: Page) -> None:
    page.goto("/wiki/Aare")
    field = page.get_by_label("Find on this page")
    field.fill('"wileroltigen 126"')
    expect(page.locator(".find__count")).to_have_text("1 of 1")
    assert page.evaluate(FOUND) == ["Wileroltigen", "126"]
    with page.expect_response("**/search/in-page?*"):
        field.fill('"switzerland it is"')
    wait_until(page, f"{FOUND}.length && {FOUND}[0] !== 'Wileroltigen'")
    # Half of it is a link.
    assert page.evaluate(FOUND) == ["Switzerland.", "It is"]


def test_what_is_not_on_the_page_is_said(page: Page) -> None:
    page.goto("/wiki/Aare")
    page.get_by_label("Find on this page").fill("volcano")
    expect(page.locator(".find__count")).to_have_text("Not on this page")
    expect(page.get_by_role("button", name="Next match")).to_be_disabled()


def test_a_page_that_could_not_be_searched_whole_is_said(page: Page, settings: Settings) -> None:
    settings.SEARCH_IN_PAGE_SECONDS = -1.0
    page.goto("/wiki/Aare")
    page.get_by_label("Find on this page").fill("river")
    expect(page.locator(".find__count")).to_have_text("Not found (page searched in part)")


def test_line_breaks_and_letters_beyond_the_basic_plane_are_counted_right(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    make_encyclopedia(Odd="𝔸𝔸 meets a needle.\n{|\n| first<br>second needle\n|}\n* 𝔹\n** needle")
    window = visit(user=cast.annotator)
    window.page.goto("/wiki/Odd?find=needle")
    expect(window.page.locator(".find__count")).to_have_text("1 of 3")
    assert window.page.evaluate(FOUND) == ["needle", "needle", "needle"]


# --- every state is accessible and fits ----------------------------------------------------
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_states_of_the_search_are_accessible_and_fit(
    width: int, dark: bool, visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    wide = "{|\n! " + " !! ".join(f"Heading {n}" for n in range(12)) + "\n|-\n| "
    make_encyclopedia(Wide=wide + " || ".join(f"Longwordedcell{n}" for n in range(12)) + "\n|}")
    window = visit(user=cast.annotator, width=width, dark=dark)
    wrong = []
    for path in (
        "/search/?q=switzerland",
        "/search/?q=intable:longwordedcell9",
        "/search/?q=(swizterland+%22",
        "/search/?q=" + "x" * 300,
        "/wiki/Aare?find=river",
        "/wiki/Aare?sought=aare",
    ):
        window.page.goto(path)
        if "find=" in path:
            expect(window.page.locator(".find__count")).to_contain_text("of")
        wrong += [f"{path[:40]}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"{path[:40]}: overflows")
    window.page.get_by_role("combobox", name="Search all pages").fill("a")
    expect(window.page.get_by_role("listbox")).to_be_visible()
    window.page.keyboard.press("ArrowDown")
    wrong += [f"completion: {finding}" for finding in window.axe_findings()]
    if window.overflows() or not is_on_screen(window.page.get_by_role("listbox")):
        wrong.append("completion: overflows")
    assert wrong == []


def test_an_engine_that_is_away_is_said(
    visit: Callable[..., WatchedPage], cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise EngineAwayError("The search engine does not answer.")

    make_encyclopedia()
    monkeypatch.setattr(presenters, "search_pages", refuse)
    window = visit(user=cast.annotator, width=320)
    window.expect_status(503)
    window.page.goto("/search/?q=aare")
    expect(window.page.get_by_role("alert")).to_contain_text("The search engine does not answer.")
    assert window.axe_findings() == []
    assert not window.overflows()
    window.page.get_by_role("link", name="See all pages").click()
    window.page.get_by_role("link", name="Aare", exact=True).click()
    expect(window.page.locator("h1")).to_have_text("Aare")
