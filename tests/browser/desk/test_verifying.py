"""A whole verification in a real browser, by mouse and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, expect

from annotation.models import Attempt, Interaction, VerificationVersion
from annotation.selectors.logs.acts import read_timeline_with_context
from releases.dataset.rules.records import Act
from releases.formats.feverous.operations import write_operations
from tests.browser.desk.world import (
    CLAIM,
    COLUMN,
    element,
    open_by_key,
    saved,
    sets_in_page,
    sit_down,
    stored_evidence,
    told,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.people import Cast
from wiki.parsing.context import element_id

Visit = Callable[..., WatchedPage]
SUBMITTED = "Submitted. You can correct it for 24 hours."
EVIDENCE = {
    1: ["Aare sentence_0", "Aare cell_0_1_1"],
    2: [f"Reuss {address}" for address in COLUMN],
    3: ["Rhine sentence_2", "Aare sentence_0"],
}


def check_stored() -> None:
    """Assert that the database holds what was chosen."""
    version = VerificationVersion.objects.get()
    assert (version.verdict, version.answer) == ("refuted", "yes")
    assert version.tags == {"challenge": "numerical_reasoning"}
    assert {number: sorted(each) for number, each in stored_evidence().items()} == {
        number: sorted(each) for number, each in EVIDENCE.items()
    }
    attempt = Attempt.objects.get(purpose="verify")
    assert attempt.outcome == "submitted"


def exported() -> list[tuple[str, str]]:
    """Return the operations as a release writes them; time never goes back."""
    attempt = Attempt.objects.get(purpose="verify")
    assert attempt.claim is not None
    corpus = attempt.claim.campaign.corpus
    assert corpus is not None
    acts = [
        Act(one.kind, one.at_ms / 1000, one.body)
        for one in read_timeline_with_context(attempt, corpus)
    ]
    lines = write_operations(acts, element_id)
    times = [float(line.time) for line in lines]
    assert all(one <= other for one, other in pairwise(times))
    return [(line.operation, line.value) for line in lines]


def test_a_whole_verification_by_mouse(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    page = window.page
    expect(page.get_by_role("heading", name=CLAIM)).to_be_visible()
    search_for(page, "Aare")
    element(page, "sentence_0").click(position={"x": 5, "y": 8})
    element(page, "cell_0_1_1").click()
    assert sets_in_page(page) == {"sentence_0": "1", "cell_0_1_1": "1"}
    tray = page.locator("[data-elements]")
    expect(tray.locator("[data-text]")).to_have_text(
        ["288 km", "The Aare is a river of Switzerland."]
    )
    page.get_by_role("tab", name="Set 2, 0 elements").click()
    page.locator("[data-room-view]").get_by_role("link", name="Reuss").click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Reuss")
    header = element(page, "header_cell_0_0_2")
    box = header.bounding_box()
    assert box is not None
    header.click(position={"x": box["width"] - 8, "y": box["height"] / 2})
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "2")
    saved(page)

    # A reload in the middle: sets, page and undo are there again.
    page.reload()
    wait_for_desk(page)
    expect(page.locator("[data-room-view] h1")).to_have_text("Reuss")
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "2")
    page.get_by_role("button", name="Undo").click()
    assert sets_in_page(page) == {}
    page.get_by_role("button", name="Redo").click()
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "2")
    saved(page)

    # The connection drops: one goes on, sees that nothing is saved, and then it is.
    page.get_by_role("tab", name="Set 3, 0 elements").click()
    search_for(page, "Rhine")
    page.context.set_offline(True)
    element(page, "sentence_2").click()
    element(page, "sentence_1").click()
    expect(page.locator("[data-saving]")).to_have_text("Not saved, retrying")
    page.context.set_offline(False)
    saved(page)

    # In the panel: take one out, copy another one over from the first set.
    entry = page.locator(".element", has_text="It rises in the Alps.")
    expect(page.locator("[data-elements] h3")).to_have_text("Rhine")
    entry.get_by_role("button", name="Remove").click()
    page.get_by_role("tab", name="Set 1, 2 elements").click()
    entry = page.locator(".element", has_text="The Aare is a river")
    entry.get_by_role("button", name="Move or copy").click()
    entry.get_by_role("button", name="Copy to 3").click()
    page.get_by_role("tab", name="Set 3, 2 elements").click()

    # A click on an element jumps to it.
    page.get_by_role("button", name="The Aare is a river of Switzerland.").click()
    expect(element(page, "sentence_0")).to_be_focused()
    assert sets_in_page(page) == {"sentence_0": "1 3", "cell_0_1_1": "1"}

    # The verdict; the answer to the question leads to another one.
    page.get_by_role("radio", name="Not enough information").check(force=True)
    page.get_by_role("radio", name="Yes").check(force=True)
    expect(page.get_by_role("radio", name="Refuted")).to_be_checked()
    page.get_by_role("radio", name="Numerical Reasoning").check(force=True)
    # One thing to do next stands out, at any time.
    next_step = page.locator(".button--primary:visible")
    expect(next_step).to_have_text("Review and submit Ctrl ⏎")
    next_step.click()
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation).to_contain_text("Evidence set 2: 5 elements")
    expect(confirmation).to_contain_text("164 km")
    expect(next_step).to_have_text("Submit ⏎")
    page.get_by_role("button", name="Back to the evidence").click()
    expect(page.locator("[data-room-view] h1")).to_have_text("Aare")
    expect(next_step).to_have_text("Review and submit Ctrl ⏎")
    page.get_by_role("button", name="Review and submit").click()
    confirmation.locator("[data-submit]").click()
    expect(page.get_by_text(SUBMITTED)).to_be_visible()

    check_stored()
    column = [f"element_selected Reuss {address} 2 column" for address in COLUMN]
    assert told() == [
        "started",
        "page_opened",
        "searched Aare",
        "page_opened Aare",
        "element_selected Aare sentence_0 1 click",
        "element_selected Aare cell_0_1_1 1 click",
        "set_switched 2",
        "link_followed Reuss",
        "page_opened Reuss",
        *column,
        "page_opened Reuss",
        "undone",
        *[f"element_deselected Reuss {address} 2 undone" for address in COLUMN],
        "redone",
        *[f"element_selected Reuss {address} 2 redone" for address in COLUMN],
        "set_switched 3",
        "searched Rhine",
        "page_opened Rhine",
        "element_selected Rhine sentence_2 3 click",
        "element_selected Rhine sentence_1 3 click",
        "element_deselected Rhine sentence_1 3 panel",
        "set_switched 1",
        "element_selected Aare sentence_0 3 copied",
        "set_switched 3",
        "page_opened Aare",
        "verdict_chosen form not_enough_information",
        "verdict_chosen form refuted",
        "guideline_answered form yes",
        "tag_chosen form numerical_reasoning",
        "confirmation_opened",
        "confirmation_left",
        "confirmation_opened",
        "submitted refuted",
    ]
    operations = exported()
    assert [value for name, value in operations if name == "Now on"] == [
        "?search=",
        "Aare",
        "Reuss",
        "Rhine",
        "Aare",
    ]
    assert [one for one in operations if one[0] in ("search", "hyperlink")] == [
        ("search", "Aare"),
        ("hyperlink", "Reuss"),
        ("search", "Rhine"),
    ]
    assert (operations[0], operations[-1]) == (("start", "start"), ("finish", "finish"))
    left = {value for name, value in operations if name == "Highlighting"}
    assert {f"Reuss_{address}" for address in COLUMN} < left


def test_a_whole_verification_by_keyboard_alone(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    page = window.page
    press = page.keyboard.press
    open_by_key(page, "Aare")
    # The infobox comes first; then through the text, sentence by sentence.
    press("j")
    press("Space")
    press("T")
    press("ArrowDown")
    press("ArrowRight")
    expect(element(page, "cell_0_1_1")).to_be_focused()
    press("Space")
    assert sets_in_page(page) == {"sentence_0": "1", "cell_0_1_1": "1"}
    press("j")
    press("3")
    press("Space")
    press("2")
    press("j")
    press("j")
    press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text("Reuss")
    press("t")
    press("End")
    press("c")
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "2")
    press("z")
    assert sets_in_page(page) == {}
    press("Control+Shift+Z")
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "2")
    saved(page)
    page.reload()
    wait_for_desk(page)
    page.context.set_offline(True)
    press("3")
    page.context.set_offline(False)
    open_by_key(page, "Rhine")
    press("j")
    press("End")
    expect(element(page, "sentence_2")).to_be_focused()
    press("Space")
    press("v")
    press("Space")
    press("ArrowRight")
    expect(page.get_by_role("radio", name="Refuted")).to_be_checked()
    press("Tab")
    press("Space")
    press("N")
    press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Escape")
    press("Control+Enter")
    expect(confirmation.locator("[data-submit]")).to_be_focused()
    press("Enter")
    expect(page.get_by_text(SUBMITTED)).to_be_visible()
    check_stored()
    ways = Interaction.objects.filter(kind="element_selected").order_by("pk")
    assert [(one.body["address"], one.body["set"], one.body["way"]) for one in ways] == [
        ("sentence_0", 1, "key"),
        ("cell_0_1_1", 1, "key"),
        ("sentence_0", 3, "key"),
        *[(address, 2, "column") for address in COLUMN],
        *[(address, 2, "redone") for address in COLUMN],
        ("sentence_2", 3, "key"),
    ]
    assert exported()[-1] == ("finish", "finish")


def test_the_question_is_there_for_who_tabs_on_at_once(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    is_hidden = page.evaluate(
        """() => {
          document.querySelector("[name='verdict'][value='refuted']").click();
          return document.querySelector("[data-question]").hidden;
        }"""
    )
    assert is_hidden is False


def search_for(page: Page, title: str) -> None:
    box = page.get_by_role("combobox", name="Search all pages")
    box.fill(title)
    box.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(title)
