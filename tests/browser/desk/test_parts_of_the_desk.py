"""Parts of the verification desk: keys, focus, refusals, corrections, and what axe finds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Claim, ClaimReport, Interaction, VerificationVersion
from annotation.rules.verifying.elements import ElementReference
from annotation.services.verifying import queue, suggestions
from annotation.services.verifying.suggestions import SuggestedElement, Suggestion
from campaigns.models import Campaign
from tests.browser.desk.world import (
    COLUMN,
    element,
    open_campaign,
    saved,
    sets_in_page,
    sit_down,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.people import PASSWORD, Cast

Visit = Callable[..., WatchedPage]
LONG = "\n".join(
    ['{| class="wikitable"', "! River !! Length !! Country !! Basin !! Mouth !! Note"]
    + [
        f"|-\n! scope=row | River {n}\n| {n} km || Country {n} || {n} km² || Ocean || Rather long"
        f" words about river number {n}"
        for n in range(230)
    ]
    + ["|}"]
)


def show(page: Page, title: str) -> None:
    box = page.get_by_role("combobox", name="Search all pages")
    box.fill(title)
    box.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(title)


def test_nothing_is_found_by_axe_in_either_theme_wide_or_narrow(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    page = window.page
    wrong = axe(window, "start")
    show(page, "Reuss")
    page.keyboard.press("t")
    page.keyboard.press("c")
    page.keyboard.press("2")
    page.keyboard.press("Space")
    page.keyboard.press("v")
    page.get_by_role("radio", name="Refuted").check(force=True)
    page.get_by_role("radio", name="Yes").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    saved(page)
    wrong += axe(window, "page")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("region", name="Confirmation")).to_be_visible()
    wrong += axe(window, "confirmation")
    page.keyboard.press("Escape")
    page.locator("[data-action='report']").click()
    wrong += axe(window, "report")
    assert wrong == []


def axe(window: WatchedPage, where: str) -> list[str]:
    found = []
    for width in (1400, 360):
        window.page.set_viewport_size({"width": width, "height": 900})
        if window.overflows():
            found.append(f"{where}: overflows at {width} px")
        for theme in ("dark", "light"):
            # Without motion: colours would be measured on their way.
            window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            found += [f"{where}, {width}, {theme}: {one}" for one in window.axe_findings()]
    window.page.set_viewport_size({"width": 1400, "height": 900})
    return found


def test_keys_are_inert_while_typing_and_can_be_switched_off(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show(page, "Rhine")
    page.keyboard.press("/")
    page.keyboard.type("j2 vz")
    expect(page.get_by_role("combobox", name="Search all pages")).to_have_value("j2 vz")
    assert sets_in_page(page) == {}
    expect(page.get_by_role("tab", name="Set 1, 0 elements")).to_have_attribute(
        "aria-selected", "true"
    )
    element(page, "sentence_0").click()
    page.keyboard.press("?")
    page.get_by_label("Use single-letter keys").uncheck()
    page.keyboard.press("Escape")
    element(page, "sentence_1").focus()
    for key in ("2", "j", "z", "c"):
        page.keyboard.press(key)
    assert sets_in_page(page) == {"sentence_0": "1"}
    # What is no single letter goes on working.
    page.keyboard.press("Control+Z")
    assert sets_in_page(page) == {}


def test_the_cursor_is_never_hidden_under_what_sticks(visit: Visit, cast: Cast) -> None:
    open_campaign(cast, Long=LONG)
    window = visit(user=cast.annotator, width=1100)
    page = window.page
    page.get_by_role("button", name="Take the next claim").click()
    wait_for_desk(page)
    show(page, "Long")
    page.keyboard.press("t")
    hidden = []
    keys = ["ArrowDown"] * 70 + ["ArrowRight"] * 6 + ["ArrowUp"] * 40 + ["ArrowLeft"] * 4
    keys += ["Control+End", "Home", "Control+Home", "End"]
    for key in keys:
        page.keyboard.press(key)
        if not page.evaluate(IS_SEEN):
            hidden.append((key, page.evaluate("document.activeElement.dataset.address")))
    assert hidden == []
    # The chunks of a long table keep their columns in line.
    edges = page.evaluate(
        """() => [...document.querySelectorAll(".chunk tr:first-child > :nth-child(3)")]
            .map((cell) => Math.round(cell.getBoundingClientRect().left))"""
    )
    assert len(edges) == 6
    assert len(set(edges)) == 1


# Whether the focused element is on top at its middle.
IS_SEEN = """() => {
    const now = document.activeElement;
    const box = now.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return now.matches(".cell") && Boolean(top) && now.contains(top);
}"""


def test_what_cannot_be_evidence_says_so(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show(page, "Aare")
    element(page, "sentence_3").click()
    expect(page.locator(".toast")).to_have_text(
        "This section lacks references: it cannot be evidence."
    )
    assert sets_in_page(page) == {}


def test_states_and_names_are_there_for_screen_readers(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show(page, "Reuss")
    grid = page.get_by_role("grid", name="Tributaries of the Aare")
    cell = grid.get_by_role("gridcell", name="164 km")
    cell.click()
    expect(cell).to_have_attribute("aria-selected", "true")
    expect(cell).to_have_accessible_description("Selected in set 1")
    page.keyboard.press("2")
    page.keyboard.press("Shift+Space")
    expect(cell).to_have_accessible_description("Selected in sets 1, 2")
    expect(page.locator("[data-said]")).to_have_text("2 elements selected")
    assert grid.locator("[tabindex='0']").count() == 1
    # The cursor is seen on what is selected, too.
    assert cell.evaluate("cell => getComputedStyle(cell).outlineWidth") == "3px"


def test_what_is_missing_is_listed_and_the_focus_goes_there(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    window.expect_status(422)
    page = window.page
    page.get_by_role("button", name="Review and submit").click()
    lines = page.locator("[data-missing] li")
    expect(lines).to_have_text(["Choose evidence.", "Choose a verdict.", "Choose the challenge."])
    expect(page.get_by_role("tab", name="Set 1, 0 elements")).to_be_focused()
    page.get_by_role("button", name="Choose the challenge.").click()
    expect(page.get_by_role("radio", name="Multi-hop Reasoning")).to_be_focused()


def test_a_report_says_what_is_wrong_and_leaves_the_desk(visit: Visit, cast: Cast) -> None:
    # On a phone, where the panel is folded away: its dialogs are not.
    window = sit_down(visit, cast, width=360)
    window.expect_status(422)
    page = window.page
    page.locator("[data-action='report']").click()
    dialog = page.get_by_role("dialog", name="Report this claim")
    dialog.get_by_label("Other", exact=True).check()
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog).to_contain_text("“other” needs a note")
    dialog.get_by_label("Ambiguous").check()
    dialog.get_by_label("Note").fill("Longer in which sense?")
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("Reported. The managers will decide.")).to_be_visible()
    report = ClaimReport.objects.get()
    assert (report.reasons, report.note) == (["ambiguous", "other"], "Longer in which sense?")


def test_a_claim_about_to_be_lost_is_said_though_the_panel_is_folded(
    visit: Visit, cast: Cast
) -> None:
    window = sit_down(visit, cast, width=360)
    window.expect_status(410)
    page = window.page
    until = timezone.now() + timedelta(minutes=4, seconds=30)
    Assignment.objects.filter(state="held").update(lease_until=until)
    page.reload()
    wait_for_desk(page)
    expect(page.get_by_text("Yours for 4 more minutes.")).to_be_visible()
    expect(page.get_by_role("button", name="Review and submit")).to_be_hidden()
    held = Assignment.objects.get(state="held")
    queue.free_claim(assignment=held, actor=cast.manager, now=timezone.now())
    page.get_by_role("button", name="Keep working").click()
    told = page.get_by_text("The claim was passed on to somebody else.")
    expect(told).to_be_visible()
    page.reload()
    wait_for_desk(page)
    expect(told).to_be_visible()


def test_logging_in_again_in_place_loses_nothing(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    window.expect_status(403)
    page = window.page
    show(page, "Rhine")
    saved(page)
    Session.objects.all().delete()
    element(page, "sentence_2").click()
    dialog = page.get_by_role("dialog", name="You are logged out")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in").click()
    saved(page)
    assert sets_in_page(page) == {"sentence_2": "1"}
    acts = Interaction.objects.filter(kind="element_selected")
    assert [one.body["address"] for one in acts] == ["sentence_2"]


@pytest.mark.slow
def test_a_submission_is_opened_again_and_corrected(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show(page, "Reuss")
    page.keyboard.press("t")
    page.keyboard.press("End")
    page.keyboard.press("c")
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    submit(page)
    page.get_by_role("link", name="My verifications").click()
    page.get_by_role("button", name="Correct it").click()
    wait_for_desk(page)
    expect(page.get_by_text("You are correcting a submitted verification.")).to_be_visible()
    assert sets_in_page(page) == dict.fromkeys(COLUMN, "1")
    element(page, COLUMN[4]).click()
    submit(page)
    first, second = VerificationVersion.objects.order_by("number")
    counts = [one.evidence_sets.get().evidence.count() for one in (first, second)]
    assert counts == [5, 4]
    assert second.active_ms >= first.active_ms


def submit(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    confirmation.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted. You can correct it for 24 hours.")).to_be_visible()


def test_a_list_in_a_cell_is_entered_from_the_cell(visit: Visit, cast: Cast) -> None:
    listed = (
        "{|\n! Film !! Starring\n|-\n| Vertigo\n|\n* James Stewart\n* Kim Novak\n|}\n\nIt is old."
    )
    open_campaign(cast, Films=listed)
    page = visit(user=cast.annotator).page
    page.get_by_role("button", name="Take the next claim").click()
    wait_for_desk(page)
    show(page, "Films")
    page.keyboard.press("j")
    expect(element(page, "sentence_0")).to_be_focused()
    for key in ("T", "ArrowDown", "ArrowRight", "Enter", "ArrowDown", "Space"):
        page.keyboard.press(key)
    assert sets_in_page(page) == {"item_0_1": "1"}
    page.keyboard.press("Escape")
    expect(element(page, "cell_0_1_1")).to_be_focused()


def test_a_suggestion_is_shown_opened_used_and_logged(visit: Visit, cast: Cast) -> None:
    suggested = SuggestedElement(ElementReference("Reuss", COLUMN[3]), 0.8)
    suggestions.provide("test", lambda claim: Suggestion("test 1", [suggested], "refuted"))
    try:
        open_campaign(cast)
        Campaign.objects.filter(pk=cast.campaign.pk).update(suggests_evidence=True)
        Claim.objects.update(arm="assisted")
        page = visit(user=cast.annotator).page
        page.get_by_role("button", name="Take the next claim").click()
        wait_for_desk(page)
        page.get_by_text("Suggested evidence").click()
        expect(page.locator("[data-predicted]")).to_have_text("Refuted")
        page.get_by_role("button", name="164 km").click()
        expect(element(page, COLUMN[3])).to_be_focused()
        page.get_by_role("button", name="Select").click()
        assert sets_in_page(page) == {COLUMN[3]: "1"}
        saved(page)
    finally:
        suggestions.withdraw("test")
    acts = Interaction.objects.filter(kind__in=LOGGED).order_by("pk")
    assert [one.kind for one in acts] == list(LOGGED)
    assert acts.last().body["way"] == "suggestion"  # type: ignore[union-attr]


def test_one_key_selects_the_next_suggestion(visit: Visit, cast: Cast) -> None:
    chosen = [SuggestedElement(ElementReference("Reuss", COLUMN[place]), 0.8) for place in (3, 4)]
    suggestions.provide("test", lambda claim: Suggestion("test 1", chosen))
    try:
        open_campaign(cast)
        Campaign.objects.filter(pk=cast.campaign.pk).update(suggests_evidence=True)
        Claim.objects.update(arm="assisted")
        page = visit(user=cast.annotator).page
        page.get_by_role("button", name="Take the next claim").click()
        wait_for_desk(page)
        expect(page.get_by_text("Suggested evidence")).to_be_visible()
        # The desk starts in its search box, where a plus is a plus.
        page.keyboard.press("Escape")
        page.keyboard.press("+")
        expect(element(page, COLUMN[3])).to_be_focused()
        page.keyboard.press("+")
        expect(element(page, COLUMN[4])).to_be_focused()
        page.keyboard.press("+")
        assert sets_in_page(page) == {COLUMN[3]: "1", COLUMN[4]: "1"}
        badges = page.locator(".suggestion .badge").filter(visible=True)
        expect(badges).to_have_text(["Suggested", "Selected"] * 2)
        saved(page)
    finally:
        suggestions.withdraw("test")
    used = Interaction.objects.filter(kind="suggestion_used").order_by("pk")
    assert [one.body["address"] for one in used] == [COLUMN[3], COLUMN[4]]


def test_a_suggestion_that_is_selected_already_is_not_used(visit: Visit, cast: Cast) -> None:
    chosen = [SuggestedElement(ElementReference("Reuss", COLUMN[place]), 0.8) for place in (3, 4)]
    suggestions.provide("test", lambda claim: Suggestion("test 1", chosen))
    try:
        open_campaign(cast)
        Campaign.objects.filter(pk=cast.campaign.pk).update(suggests_evidence=True)
        Claim.objects.update(arm="assisted")
        page = visit(user=cast.annotator).page
        page.get_by_role("button", name="Take the next claim").click()
        wait_for_desk(page)
        page.get_by_text("Suggested evidence").click()
        page.get_by_role("button", name="164 km").click()
        expect(element(page, COLUMN[3])).to_be_focused()
        page.keyboard.press("Space")
        saved(page)
        page.reload()
        wait_for_desk(page)
        expect(page.get_by_text("Suggested evidence")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("+")
        expect(element(page, COLUMN[4])).to_be_focused()
        page.get_by_role("button", name="Select").first.click()
        page.keyboard.press("+")
        assert sets_in_page(page) == {COLUMN[3]: "1", COLUMN[4]: "1"}
        saved(page)
    finally:
        suggestions.withdraw("test")
    used = Interaction.objects.filter(kind="suggestion_used").order_by("pk")
    assert [one.body["address"] for one in used] == [COLUMN[4]]


def test_that_there_was_no_suggestion_is_logged(visit: Visit, cast: Cast) -> None:
    suggestions.provide("test", lambda claim: Suggestion("test 1", []))
    try:
        open_campaign(cast)
        Campaign.objects.filter(pk=cast.campaign.pk).update(suggests_evidence=True)
        Claim.objects.update(arm="assisted")
        page = visit(user=cast.annotator).page
        with page.expect_response("**/suggestions/"):
            page.get_by_role("button", name="Take the next claim").click()
        wait_for_desk(page)
        expect(page.get_by_text("Suggested evidence")).to_be_hidden()
        page.keyboard.press("Escape")
        show(page, "Reuss")
        element(page, COLUMN[3]).click()
        saved(page)
    finally:
        suggestions.withdraw("test")
    shown = Interaction.objects.get(kind="suggestion_shown")
    assert shown.body == {"provider": "test 1", "verdict": "", "count": 0}


LOGGED = ("suggestion_shown", "suggestion_opened", "suggestion_used", "element_selected")
