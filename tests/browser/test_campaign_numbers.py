"""The numbers of a design as bars that add up, and previews that follow what is typed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.annotation.managed_world import make_managed_world, page_of
from tests.annotation.world import make_articles, seal
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def test_bars_add_up_while_one_is_moved_and_the_sentence_follows(visit: Visit, cast: Cast) -> None:
    world = make_managed_world(cast)
    page = visit(user=cast.manager).page
    page.goto(page_of(world, "design/numbers/"))
    quota = page.locator("[data-quota]").first
    quota.get_by_role("slider", name="Four sentences, percent").focus()
    page.keyboard.press("ArrowRight")
    expect(quota.get_by_role("textbox", name="Four sentences")).to_have_value("34%")
    expect(quota.get_by_role("textbox", name="Table")).to_have_value("66%")
    expect(quota).to_contain_text("Adds up to 100%.")
    sentence = page.locator("#numbers-preview")
    expect(sentence).to_contain_text("(34% Four sentences, 66% Table)")
    quota.get_by_role("textbox", name="Table").fill("70%")
    page.keyboard.press("Tab")
    expect(quota.locator(".is-wrong")).to_have_text("Adds up to 104%.")
    expect(sentence).to_contain_text("Table: These shares add up to 1.04, not to 1.")


def test_the_preview_of_a_design_follows_the_form(visit: Visit, cast: Cast) -> None:
    corpus = make_articles(13)
    seal(corpus)
    page = visit(user=cast.manager).page
    page.goto(f"/campaigns/{cast.campaign.public_id}/design/")
    preview = page.locator("#preview")
    page.get_by_label("Corpus").select_option(label=corpus.name)
    expect(preview).to_contain_text("The target cannot be met: of 100 highlights")
    page.get_by_label("Highlights to write from").fill("13")
    page.keyboard.press("Tab")
    expect(preview).to_contain_text("The target can be met.")
    page.get_by_label("Highlights to write from").fill("90000")
    page.keyboard.press("Tab")
    expect(preview).to_contain_text("of 90000 highlights, the 13 pages have room for 13")
