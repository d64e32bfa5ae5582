"""The list of one's own verifications: dense, with every column in sight."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.desk.test_fitting import TWO_LINES
from tests.browser.desk.world import element, open_campaign, show_page, take_claim
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
COLUMNS = ["Claim", "Verdict", "When", "State", "Actions"]


def test_no_column_is_cut_off_and_claims_are_read_as_text(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast, claims=[TWO_LINES])
    page = visit(user=cast.annotator).page
    take_claim(page)
    show_page(page, "Reuss")
    element(page, "sentence_0").click()
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    page.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    page.goto(f"/campaigns/{campaign.public_id}/verifications/mine/")
    expect(page.locator(".own-list thead th")).to_have_text(COLUMNS)
    for width, height in ((1400, 900), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        cut = page.evaluate(
            """() => {
              const box = document.querySelector(".table-wrap").getBoundingClientRect();
              const cells = [...document.querySelectorAll(".own-list :is(th, td, time)")];
              return cells.filter((one) => one.getBoundingClientRect().right > box.right + 1
                || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
                .map((one) => one.textContent.trim());
            }"""
        )
        assert cut == []
        # The moment stays on one line.
        assert page.locator(".own-list time").evaluate("(one) => one.getClientRects().length") == 1
    claim = page.locator(".own-list__claim")
    assert claim.evaluate("(one) => getComputedStyle(one).fontWeight") == "400"
    gap = page.evaluate(
        """() => document.querySelector(".table-wrap").getBoundingClientRect().top
          - document.querySelector(".history-filter").getBoundingClientRect().bottom"""
    )
    assert gap >= 12
