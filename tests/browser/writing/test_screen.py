"""The screen of the writing desk: in sight, at rest, accessible, with keys and guidelines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotation.models import Highlight
from tests.annotation.world import World
from tests.browser.watched import WatchedPage
from tests.browser.writing.world import (
    FIRST,
    SHOWS_HIGHLIGHT,
    card,
    ready,
    saved,
    say_it_is_fine,
    write_card,
)

Visit = Callable[..., WatchedPage]


def test_what_is_missing_is_listed_in_sight(desk: WatchedPage) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1366, "height": 650})
    desk.expect_status(422)
    write_card(page, "type_1", FIRST)
    say_it_is_fine(page, "type_1")
    page.keyboard.press("Control+Enter")
    expect(card(page, "type_2").get_by_label("Claim", exact=True)).to_be_focused()
    expect(page.locator("[data-refusal]")).to_be_in_viewport(ratio=0.9)
    expect(card(page, "type_2").get_by_label("Claim", exact=True)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_the_desk_at_work_is_accessible(visit: Visit, world: World, width: int, dark: bool) -> None:
    window = visit(user=world.writer, width=width, dark=dark)
    page = window.page
    page.get_by_role("button", name="Take a highlight").click()
    ready(page)
    assert page.evaluate(SHOWS_HIGHLIGHT)
    card(page, "type_1").get_by_label("Claim", exact=True).fill("He was recently the best.")
    expect(card(page, "type_1").locator(".finding").first).to_be_visible()
    card(page, "type_1").locator("[data-override]").first.click()
    found = window.axe_findings()
    card(page, "type_3").locator("[data-toggle]").click()
    page.locator(".quotas summary").click()
    # Skipping is offered once: the button opens what stands open only without scripts.
    expect(page.locator(".skip summary")).to_be_hidden()
    page.locator(".claims__foot").get_by_text("Skip this highlight").click()
    expect(page.locator(".skip summary")).to_be_visible()
    found += window.axe_findings()
    page.keyboard.press("Escape")
    for key, heading in (("?", "Keys"), ("g", "Guidelines"), ("a", "Ask the managers")):
        page.locator("[data-room-view]").focus()
        page.keyboard.press(key)
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        found += window.axe_findings()
        page.keyboard.press("Escape")
    assert found == []
    assert not window.overflows()


def test_a_lease_about_to_end_warns_and_one_key_extends_it(desk: WatchedPage) -> None:
    page = desk.page
    Highlight.objects.filter(state="held").update(
        lease_until=timezone.now() + timedelta(minutes=4, seconds=30)
    )
    page.reload()
    ready(page)
    expect(page.locator("[data-lease]")).to_contain_text("Yours for 4 more minutes.")
    page.keyboard.press("e")
    expect(page.locator("[data-lease]")).to_be_hidden()
    until = Highlight.objects.get(state="held").lease_until
    assert until is not None
    assert until > timezone.now() + timedelta(hours=1)


def test_the_guidelines_stay_open_beside_the_work(desk: WatchedPage) -> None:
    page = desk.page
    sheet = page.get_by_role("dialog", name="Guidelines")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    # At the chapter of the card that is open, with contents.
    expect(sheet.get_by_role("heading", name="Type II: beyond the highlight")).to_be_in_viewport()
    sheet.get_by_text("Contents", exact=True).click()
    sheet.get_by_role("button", name="The challenge you expect").click()
    expect(sheet.get_by_role("heading", name="The challenge you expect")).to_be_in_viewport()
    # It covers neither the article nor the desk, and the keys work on.
    covered = page.evaluate(
        """() => document.querySelector("[data-room-view]").getBoundingClientRect().left
            < document.querySelector("[data-dialog='guidelines']").getBoundingClientRect().right"""
    )
    assert covered is False
    page.keyboard.press("1")
    expect(card(page, "type_1").get_by_label("Claim", exact=True)).to_be_focused()
    expect(sheet).to_be_visible()
    # It is open at the next visit too, until it is closed.
    page.reload()
    ready(page)
    expect(sheet).to_be_visible()
    page.locator("[data-room-view]").focus()
    page.keyboard.press("g")
    expect(sheet).to_be_hidden()


def test_single_keys_are_inert_while_typing_and_listed_behind_a_question_mark(
    desk: WatchedPage,
) -> None:
    page = desk.page
    card(page, "type_1").get_by_label("Claim", exact=True).focus()
    page.keyboard.type("h 2 s ? g")
    expect(card(page, "type_1").get_by_label("Claim", exact=True)).to_have_value("h 2 s ? g")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Go to the highlight")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("ask")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your question")).to_be_focused()


# The places of the fields below the text of a card, from the top of the panel's contents.
FIELDS_BELOW = """() => {
  const work = document.querySelector(".panel__work");
  return [...document.querySelectorAll(".is-open :is(select, fieldset, .claim__left ~ *)")]
    .map((field) => Math.round(field.getBoundingClientRect().top + work.scrollTop));
}"""


def test_nothing_moves_while_one_types(desk: WatchedPage) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1366, "height": 768})
    before = page.evaluate(FIELDS_BELOW)
    assert before
    text = card(page, "type_1").get_by_label("Claim", exact=True)
    advice = card(page, "type_1").locator(".finding")
    text.fill("Recently he was perhaps the best of some, many and few famous people")
    expect(advice.nth(2)).to_be_attached()
    assert page.evaluate(FIELDS_BELOW) == before
    expect(page.get_by_role("button", name="Keep all")).to_be_visible()
    # Near the end of what fits, the characters that are left are told; still nothing moves.
    text.fill("The river has a bridge. " * 38)
    expect(card(page, "type_1").locator(".claim__left")).to_be_visible()
    assert page.evaluate(FIELDS_BELOW) == before
    text.fill("")
    expect(advice).to_have_count(0)
    assert page.evaluate(FIELDS_BELOW) == before


def test_a_phone_shows_whole_claims_and_the_highlight(visit: Visit, world: World) -> None:
    page = visit(user=world.writer, width=390).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Take a highlight").click()
    ready(page)
    long = "The first bridge of the river was built before the second one, which is older than the"
    long += " third one, and none of them was ever closed."
    for name, base in (("type_1", ""), ("type_2", "")):
        write_card(page, name, long, base=base)
        assert page.evaluate(SHOWS_HIGHLIGHT)
    card(page, "type_3").locator("[data-toggle]").click()
    assert page.evaluate(SHOWS_HIGHLIGHT)
    preview = card(page, "type_1").locator("[data-preview]")
    expect(preview).to_have_text(long)
    assert preview.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    # The sheet folds and opens by its whole edge.
    submit = page.get_by_role("button", name="Submit all 3 claims")
    expect(submit).to_be_visible()
    page.locator(".panel__title").click()
    expect(submit).to_be_hidden()
    page.locator("[data-saving]").click()
    expect(submit).to_be_visible()
    saved(page)
