"""Writing claims in a real browser: three claims, and all that can come between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from annotation.models import Attempt, Claim, Draft, Highlight, Interaction
from annotation.services.writing import highlights
from annotation.services.writing.claims import submit_claims
from tests.annotation.world import World, written_for
from tests.browser.conftest import MILLISECONDS
from tests.browser.watched import WatchedPage
from tests.browser.writing.world import (
    FIRST,
    SECOND,
    THIRD,
    card,
    checked,
    override_all,
    ready,
    saved,
    say_it_is_fine,
    write_by_key,
    write_card,
)
from tests.people import NOW, PASSWORD

Visit = Callable[..., WatchedPage]
LOGGED = {
    "loading_started",
    "loading_ended",
    "input",
    "searched",
    "result_opened",
    "page_opened",
    "went_back",
    "searched_in_page",
    "went_to_highlight",
    "guidelines_opened",
    "draft_saved",
    "warning_shown",
    "warning_overridden",
    "submitted",
}


def sequences_are_whole(attempt: Attempt) -> bool:
    streams = Interaction.objects.filter(attempt=attempt).values_list("stream", flat=True)
    return all(
        list(
            Interaction.objects.filter(attempt=attempt, stream=stream)
            .order_by("sequence")
            .values_list("sequence", flat=True)
        )
        == list(range(1, Interaction.objects.filter(attempt=attempt, stream=stream).count() + 1))
        for stream in set(streams)
    )


def test_three_claims_with_a_warning_overridden_and_a_reload(desk: WatchedPage) -> None:
    page = desk.page
    write_card(page, "type_1", FIRST)
    expect(card(page, "type_1").locator(".finding").first).to_contain_text("Recently")
    override_all(page, "type_1")
    saved(page)
    # The room: search, open a result, look something up, go back, return to the highlight.
    page.get_by_role("combobox", name="Search all pages").fill("story number")
    page.keyboard.press("Enter")
    page.locator(".hit__title a").first.click()
    expect(page.locator("[data-shown=page]")).to_be_visible()
    page.get_by_label("Find on this page").fill("bridge")
    expect(page.locator(".find__count")).to_contain_text("of")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("[data-shown=results]")).to_be_visible()
    page.get_by_role("button", name="Guidelines").click()
    sheet = page.get_by_role("dialog", name="Guidelines")
    expect(sheet.get_by_role("heading", name="Type I: the highlight only")).to_be_in_viewport()
    page.keyboard.press("Escape")
    saved(page)

    page.reload()
    ready(page)
    expect(card(page, "type_1").get_by_label("Claim", exact=True)).to_have_value(FIRST)
    expect(page.locator("[data-shown=results]")).to_be_visible()
    expect(card(page, "type_1").locator("[data-override]").first).to_have_text("Undo")

    page.get_by_role("button", name="Highlight").click()
    expect(page.locator("[data-highlighted]").first).to_be_in_viewport()
    write_card(page, "type_2", SECOND, "Supported", base="A new claim")
    # Nothing is forgotten: submitting lists what is missing and goes there.
    desk.expect_status(422)
    page.get_by_role("button", name="Submit all 3 claims").click()
    expect(page.locator("[data-refusal]")).to_contain_text("Type III: the claim")
    expect(card(page, "type_3").get_by_label("Claim", exact=True)).to_be_focused()
    write_card(page, "type_3", THIRD, "Refuted", base="Type I")
    for name in ("type_1", "type_2", "type_3"):
        card(page, name).locator("[data-toggle]").focus()
        if not card(page, name).locator(".claim__body").is_visible():
            card(page, name).locator("[data-toggle]").click()
        say_it_is_fine(page, name)
    page.get_by_role("button", name="Submit all 3 claims").click()
    expect(page.get_by_text("Your claims are submitted.")).to_be_visible()

    rows = Claim.objects.order_by("slot").values_list(
        "slot", "text", "verdict", "tags", "base__slot"
    )
    dealt = Claim.objects.get(slot="type_1").verdict
    assert list(rows) == [
        ("type_1", FIRST, dealt, {"challenge": "other"}, None),
        ("type_2", SECOND, "supported", {"challenge": "other"}, None),
        ("type_3", THIRD, "refuted", {"challenge": "other"}, "type_1"),
    ]
    # The next highlight is there at once, and each claim can still be corrected.
    attempt = Attempt.objects.get(outcome=Attempt.Outcome.SUBMITTED)
    following = Attempt.objects.get(outcome=Attempt.Outcome.OPEN)
    page.wait_for_url(f"**/write/{following.public_id}/")
    links = page.locator("[data-messages]").get_by_role("link")
    expect(links).to_have_text(["Type I", "Type II", "Type III"])
    kinds = set(Interaction.objects.values_list("kind", flat=True))
    assert LOGGED - kinds == set()
    assert sequences_are_whole(attempt)
    opened = Interaction.objects.get(kind="result_opened").body
    assert (opened["rank"], opened["query"]) == (1, "story number")


def test_three_claims_by_keyboard_only(desk: WatchedPage) -> None:
    page, keys = desk.page, desk.page.keyboard

    keys.press("h")
    expect(page.locator("[data-highlighted]").first).to_be_in_viewport()
    write_by_key(page, "1", FIRST)
    write_by_key(page, "2", SECOND, verdict=1, base=True)
    write_by_key(page, "3", THIRD, verdict=2, base=True)
    keys.press("Control+Enter")
    expect(page.get_by_text("Your claims are submitted.")).to_be_visible()
    rows = Claim.objects.order_by("slot").values_list("text", "tags", "base__slot")
    assert list(rows) == [
        (FIRST, {"challenge": "other"}, None),
        (SECOND, {"challenge": "other"}, None),
        (THIRD, {"challenge": "other"}, "type_1"),
    ]
    assert list(Claim.objects.order_by("slot").values_list("verdict", flat=True))[1:] == [
        "supported",
        "refuted",
    ]


def test_what_is_typed_without_a_connection_is_saved_afterwards(desk: WatchedPage) -> None:
    page = desk.page
    # The closing page's last request may come before the next page's first one; nobody notices.
    desk.expect_status(409)
    page.context.set_offline(True)
    card(page, "type_1").get_by_label("Claim", exact=True).fill(FIRST)
    expect(page.locator("[data-saving]")).to_have_text("Not saved, retrying")
    # The window is killed and opened again: the device has kept it.
    page.context.set_offline(False)
    page.reload()
    ready(page)
    expect(card(page, "type_1").get_by_label("Claim", exact=True)).to_have_value(FIRST)
    saved(page)
    assert Draft.objects.get().body["claims"]["type_1"]["text"] == FIRST
    desk.problems = [one for one in desk.problems if "ERR_INTERNET_DISCONNECTED" not in one]


def test_a_lost_highlight_is_said_and_the_text_kept(desk: WatchedPage, world: World) -> None:
    page = desk.page
    desk.expect_status(410)
    highlights.free_highlight(
        highlight=Highlight.objects.get(state="held"), actor=world.writer, now=NOW
    )
    card(page, "type_1").get_by_label("Claim", exact=True).fill(FIRST)
    expect(page.locator("[data-lost]")).to_contain_text("passed on to somebody else")
    expect(card(page, "type_1").get_by_label("Claim", exact=True)).to_have_value(FIRST)
    saved(page)
    assert Draft.objects.get().body["claims"]["type_1"]["text"] == FIRST


@pytest.mark.parametrize(
    ("choice", "kept"), [("mine", "second window"), ("theirs", "first window")]
)
def test_two_windows_end_with_the_text_that_was_chosen(
    desk: WatchedPage, choice: str, kept: str
) -> None:
    page = desk.page
    other = WatchedPage(page.context.new_page())
    other.expect_status(409)
    other.page.goto(page.url)
    ready(other.page)
    card(page, "type_1").get_by_label("Claim", exact=True).fill("first window")
    saved(page)
    card(other.page, "type_1").get_by_label("Claim", exact=True).fill("second window")
    other.page.locator(f"[data-stale={choice}]").click()
    expect(card(other.page, "type_1").get_by_label("Claim", exact=True)).to_have_value(kept)
    saved(other.page)
    assert Draft.objects.get().body["claims"]["type_1"]["text"] == kept
    assert other.problems == []


def test_logging_in_again_happens_in_place(desk: WatchedPage) -> None:
    page = desk.page
    desk.expect_status(403)
    page.context.clear_cookies(name="sessionid")
    card(page, "type_1").get_by_label("Claim", exact=True).fill(FIRST)
    expect(page.get_by_role("dialog")).to_contain_text("You are logged out")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    saved(page)
    assert Draft.objects.get().body["claims"]["type_1"]["text"] == FIRST


def test_a_warning_is_overridden_for_what_it_says(desk: WatchedPage) -> None:
    page = desk.page
    text = card(page, "type_1").get_by_label("Claim", exact=True)
    text.fill(FIRST)
    override_all(page, "type_1")
    text.fill(FIRST.replace("Recently", "Lately"))
    said = card(page, "type_1").locator(".finding", has_text="“Lately” means")
    expect(said.get_by_role("button")).to_have_text("Keep as is")
    text.fill(FIRST)
    said = card(page, "type_1").locator(".finding", has_text="“Recently” means")
    expect(said.get_by_role("button")).to_have_text("Undo")


def test_a_claim_starts_from_the_text_of_another(desk: WatchedPage) -> None:
    page = desk.page
    start = page.get_by_role("button", name="Start from this text")
    write_card(page, "type_1", FIRST)
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    card(page, "type_2").get_by_role("radio", name="Changes Type I").check()
    expect(card(page, "type_2").locator("[data-base-text]")).to_have_text(FIRST)
    start.click()
    second = card(page, "type_2").get_by_label("Claim", exact=True)
    expect(second).to_have_value(FIRST)
    expect(second).to_be_focused()
    # As if it was typed: it is undone like that, and comes back.
    page.keyboard.press("Control+Z")
    expect(second).to_have_value("")
    second.fill(SECOND)
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect(start).to_be_hidden()
    card(page, "type_3").get_by_role("radio", name="Type II", exact=True).check()
    start.click()
    expect(card(page, "type_3").get_by_label("Claim", exact=True)).to_have_value(SECOND)


def test_all_advice_is_kept_at_once(desk: WatchedPage) -> None:
    page = desk.page
    write_card(page, "type_1", "Recently a few bridges of the river were perhaps built near it.")
    checked(page, "type_1")
    lines = card(page, "type_1").locator(".finding")
    expect(lines.first).to_be_visible()
    codes = lines.locator("[data-override]").evaluate_all(
        "all => all.map(one => one.dataset.override)"
    )
    assert len(codes) > 1
    page.get_by_role("button", name="Keep all").click()
    expect(card(page, "type_1").locator(".finding:not(.is-fine)")).to_have_count(0)
    expect(page.get_by_role("button", name="Keep all")).to_be_hidden()
    # Each is sent, and the server logs each when the claims are submitted.
    sent = card(page, "type_1").locator("[data-fines] input")
    values = sent.evaluate_all("all => all.map((one) => one.value)")
    assert sorted(values) == sorted(set(codes))


def test_a_choice_is_undone(desk: WatchedPage) -> None:
    page = desk.page
    card(page, "type_2").locator("[data-toggle]").click()
    card(page, "type_2").get_by_role("radio", name="Supported").check()
    card(page, "type_2").get_by_role("radio", name="Refuted").check()
    page.keyboard.press("Control+z")
    expect(card(page, "type_2").get_by_role("radio", name="Supported")).to_be_checked()


def test_three_claims_without_scripts(browser: Browser, site: str, world: World) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    window = WatchedPage(page)
    window.expect_status(422)
    window.log_in(world.writer)
    page.get_by_role("button", name="Take a highlight").click()
    expect(page.locator("[data-highlighted]").first).to_be_visible()
    # What would do nothing is not there.
    expect(page.get_by_role("button", name="Ask")).to_have_count(0)
    submit = page.get_by_role("button", name="Submit all 3 claims")
    submit.click()
    expect(page.locator("[data-refusal]")).to_contain_text("Type III: which claim it changes")
    texts = {"type_1": FIRST, "type_2": SECOND, "type_3": THIRD}
    for name, text in texts.items():
        card(page, name).get_by_label("Claim", exact=True).fill(text)
        card(page, name).get_by_label("Challenge").select_option("other")
    card(page, "type_2").get_by_role("radio", name="Supported").check()
    card(page, "type_2").get_by_role("radio", name="A new claim").check()
    card(page, "type_3").get_by_role("radio", name="Type I", exact=True).check()
    card(page, "type_3").get_by_role("radio", name="Refuted").check()
    submit.click()
    # The checks say what they find; what was typed stands where it was, also after going away.
    expect(card(page, "type_1").locator(".finding").first).to_contain_text("Recently")
    page.goto("/")
    page.get_by_role("link", name="Continue").click()
    for name, text in texts.items():
        expect(card(page, name).get_by_label("Claim", exact=True)).to_have_value(text)
    submit.click()
    for name in texts:
        for box in card(page, name).get_by_label("Keep as is").all():
            box.check()
    card(page, "type_3").get_by_label("Challenge").select_option("")
    submit.click()
    expect(page.locator("[data-refusal]")).to_contain_text("Type III: challenge")
    card(page, "type_3").get_by_label("Challenge").select_option("other")
    submit.click()
    expect(page.get_by_text("Your claims are submitted.")).to_be_visible()
    assert dict(Claim.objects.values_list("slot", "text")) == texts
    assert Claim.objects.get(slot="type_3").base == Claim.objects.get(slot="type_1")
    overridden = Interaction.objects.filter(kind="warning_overridden")
    assert "vague_time" in {one.body["code"] for one in overridden}
    assert window.problems == []
    context.close()


def test_a_correction_is_checked_as_it_is_typed(visit: Visit, world: World) -> None:
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    third = Claim.objects.get(slot="type_3")
    window = visit(user=world.writer, width=1400)
    page = window.page
    page.goto(f"/claims/{third.public_id}/correct/")
    checked(page, "type_3")
    base = Claim.objects.get(slot="type_1").text
    expect(card(page, "type_3").locator("[data-base-text]")).to_have_text(base)
    card(page, "type_3").get_by_label("Claim", exact=True).fill(base)
    expect(card(page, "type_3").locator(".finding--refuse")).to_contain_text("still the claim")
    card(page, "type_3").get_by_label("Claim", exact=True).fill(FIRST)
    expect(card(page, "type_3").locator(".finding").first).to_contain_text("Recently")
    override_all(page, "type_3")
    assert window.axe_findings() == []
    page.get_by_role("button", name="Save correction").click()
    page.wait_for_url("**/claims/mine/")
    third.refresh_from_db()
    assert (third.text, third.versions.count()) == (FIRST, 2)
