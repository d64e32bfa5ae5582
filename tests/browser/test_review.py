"""The review of claims by keyboard: a manager returns one, its writer corrects it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from annotation.models import Claim, ClaimReview
from tests.annotation.verifying_world import make_desk, verified_by
from tests.browser.desk.test_parts_of_the_desk import axe
from tests.browser.watched import WatchedPage
from tests.people import PASSWORD

Visit = Callable[..., WatchedPage]


def test_claims_are_reviewed_by_keyboard_and_the_writer_corrects(visit: Visit) -> None:
    desk = make_desk(protocol=verified_by(1))
    for person in (desk.manager, desk.writer):
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
    first, second, third = Claim.objects.filter(campaign=desk.campaign).order_by("pk")
    window = visit(user=desk.manager)
    window.expect_status(422)
    page, press = window.page, window.page.keyboard.press
    page.goto(f"/campaigns/{desk.campaign.public_id}/review/")
    expect(page.get_by_role("link", name="Review the next")).to_be_visible()
    wrong = axe(window, "list")
    press("n")
    expect(page.locator(".shown-claim")).to_have_text(first.text)
    expect(page.locator(".marked [data-marked=highlight]").first).to_be_in_viewport()
    wrong += axe(window, "claim")
    # Without a comment nothing is returned.
    press("2")
    expect(page.get_by_role("alert")).to_contain_text("say why")
    assert not ClaimReview.objects.exists()
    press("c")
    page.keyboard.type("Which bridge?")
    press("Escape")
    press("2")
    expect(page.locator(".shown-claim")).to_have_text(second.text)
    press("1")
    expect(page.locator(".shown-claim")).to_have_text(third.text)
    press("n")
    expect(page.get_by_text("No other claim waits for your review here.")).to_be_visible()
    decided = ClaimReview.objects.order_by("pk").values_list("claim", "decision", "comment")
    assert list(decided) == [
        (first.pk, "returned", "Which bridge?"),
        (second.pk, "accepted", ""),
    ]

    theirs = visit(user=desk.writer)
    their_page = theirs.page
    expect(their_page.get_by_text("A manager returned 1 claim of yours")).to_be_visible()
    their_page.get_by_role("link", name="See them").press("Enter")
    expect(their_page.get_by_text("Which bridge?")).to_be_visible()
    wrong += axe(theirs, "my claims")
    their_page.get_by_role("link", name="Correct").press("Enter")
    expect(their_page.get_by_role("button", name="Withdraw claim")).to_be_visible()
    wrong += axe(theirs, "correction")
    box = their_page.get_by_role("textbox", name="Claim").first
    box.fill("The old bridge over the river was opened in 1902.")
    their_page.get_by_role("button", name="Save correction").press("Enter")
    expect(their_page.get_by_text("Corrected. The earlier version is kept.")).to_be_visible()
    first.refresh_from_db()
    assert (first.state, first.text) == (
        Claim.State.LIVE,
        "The old bridge over the river was opened in 1902.",
    )
    assert wrong == []
