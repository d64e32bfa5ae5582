"""Ten evidence sets, each with a key, a number and a colour; experts have any number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from annotation.models import Draft, Verification
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue
from campaigns.models import Membership
from tests.annotation.verifying_world import submit_confirmed
from tests.browser.desk.world import (
    COLUMN,
    TEN_SETS,
    element,
    open_campaign,
    saved,
    sets_in_page,
    sit_down,
    stored_evidence,
    take_claim,
    told,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
# One element of the page for each set, in the order of the keys.
ELEMENTS = ["sentence_0", "sentence_1", *COLUMN, "cell_0_1_1", "cell_0_2_1", "cell_0_3_1"]
KEYS = "1234567890"
# How an element looks: its number, its soft colour, its first line, its badge's colour and shape.
LOOK = """(element) => {
    const own = getComputedStyle(element);
    const badge = getComputedStyle(element, element.matches(".cell") ? "::after" : "::before");
    return [badge.content, own.backgroundColor, own.backgroundImage, badge.backgroundColor,
            badge.borderRadius];
}"""


def show(page: Page, title: str) -> None:
    box = page.get_by_role("combobox", name="Search all pages")
    box.fill(title)
    box.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(title)


def select_one_in_each(page: Page) -> None:
    for key, address in zip(KEYS, ELEMENTS, strict=True):
        page.keyboard.press(key)
        element(page, address).click()


def test_the_fourth_and_the_tenth_set_are_worked_on_by_keyboard(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=TEN_SETS).page
    show(page, "Reuss")
    page.keyboard.press("4")
    page.keyboard.press("j")
    page.keyboard.press("Space")
    page.keyboard.press("0")
    page.keyboard.press("t")
    page.keyboard.press("c")
    marks = sets_in_page(page)
    assert marks["sentence_0"] == "4"
    assert set(marks.values()) == {"4", "10"}
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(10)
    fourth, tenth = page.get_by_role("tab", name="Set 4, 1 element"), tabs.last
    expect(fourth).to_have_attribute("title", "Set 4 (key 4)")
    expect(tenth).to_have_attribute("title", "Set 10 (key 0)")
    expect(tenth).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-said]")).to_have_text(f"{len(marks) - 1} elements selected")
    saved(page)
    page.reload()
    wait_for_desk(page)
    assert sets_in_page(page) == marks
    expect(tenth).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-elements] [data-key]")).to_have_count(len(marks) - 1)
    assert Draft.objects.get().body["current"] == 10
    assert "set_switched 10" in told()
    assert "element_selected Reuss sentence_0 4 key" in told()


def test_ten_sets_look_different_and_nothing_is_found_by_axe(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast, numbers=TEN_SETS)
    page = window.page
    show(page, "Reuss")
    select_one_in_each(page)
    assert sets_in_page(page) == {
        address: str(number) for number, address in enumerate(ELEMENTS, start=1)
    }
    wrong = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        looks = [element(page, address).evaluate(LOOK) for address in ELEMENTS]
        numbers, *others = zip(*looks, strict=True)
        assert [number.split('"')[1] for number in numbers] == [str(n) for n in range(1, 11)]
        assert [len(set(one)) for one in others] == [10, 10, 10, 10]
        for width in (1400, 360):
            page.set_viewport_size({"width": width, "height": 900})
            wrong += [f"{theme}, {width}: {one}" for one in window.axe_findings()]
            wrong += [f"{theme}, {width}: overflows"] if window.overflows() else []
    assert wrong == []


def test_numbers_stay_where_colours_are_the_systems(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=TEN_SETS).page
    show(page, "Reuss")
    select_one_in_each(page)
    page.emulate_media(forced_colors="active")
    frame = "(one) => getComputedStyle(one).outlineStyle + getComputedStyle(one).outlineWidth"
    for address in ELEMENTS[:-1]:
        assert element(page, address).evaluate(frame) == "solid2px"
    badge = "(one) => getComputedStyle(one, '::before').content"
    assert element(page, "sentence_1").evaluate(badge).startswith('"2"')


def test_an_element_is_copied_and_moved_to_sets_beyond_the_third(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=TEN_SETS).page
    show(page, "Rhine")
    page.keyboard.press("j")
    page.keyboard.press("Space")
    entry = page.locator("[data-elements] [data-key]")
    entry.get_by_role("button", name="Move or copy").press("Enter")
    for name in ("Copy to 5", "Copy to 10", "Copy to 7"):
        entry.get_by_role("button", name=name).press("Enter")
        expect(entry.get_by_role("button", name=name)).to_be_focused()
    assert sets_in_page(page) == {"sentence_0": "1 5 7 10"}
    sentence = element(page, "sentence_0")
    expect(sentence).to_have_attribute("data-badge", "1 5 +2")
    expect(sentence).to_have_accessible_description("Selected in sets 1, 5, 7, 10")
    expect(entry.get_by_role("button", name="Move to 1", exact=True)).to_be_hidden()
    entry.get_by_role("button", name="Move to 9").press("Enter")
    assert sets_in_page(page) == {"sentence_0": "5 7 9 10"}
    page.get_by_role("tab", name="Set 1, 0 elements").press("End")
    expect(page.get_by_role("tab", name="Set 10, 1 element")).to_be_focused()


def test_ten_sets_are_submitted(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=TEN_SETS).page
    show(page, "Reuss")
    select_one_in_each(page)
    page.keyboard.press("v")
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.get_by_role("heading", name="Evidence set 10: 1 element")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Submitted. You can correct it for 24 hours.")).to_be_visible()
    assert stored_evidence() == {
        number: [f"Reuss {address}"] for number, address in enumerate(ELEMENTS, start=1)
    }


def test_an_expert_gives_more_than_ten_sets_by_keyboard(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast, numbers={"redundancy.experts": Fraction(1)})
    now = timezone.now()
    first = User.objects.create(username="vera", name="Vera", email="vera@example.org")
    Membership.objects.create(
        campaign=campaign, user=first, role="annotator", verifies_claims=True, joined_at=now
    )
    taken = queue.take_claim(campaign=campaign, annotator=first, now=now)
    given = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[[ElementReference("Aare", "sentence_0")]],
    )
    submit_confirmed(attempt=taken.attempt, judgement=given, now=now)
    Membership.objects.filter(user=cast.annotator).update(is_expert=True)
    page = visit(user=cast.annotator).page
    take_claim(page)
    expect(page.get_by_text("Expert: find all evidence there is")).to_be_visible()
    show(page, "Reuss")
    select_one_in_each(page)
    # With the tenth in use there is an eleventh, and so on.
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(11)
    tabs.nth(9).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Set 11, 0 elements")).to_be_focused()
    element(page, "cell_0_4_1").click()
    expect(tabs).to_have_count(12)
    assert sets_in_page(page)["cell_0_4_1"] == "11"
    entry = page.locator("[data-elements] [data-key]")
    entry.get_by_role("button", name="Move or copy").press("Enter")
    entry.get_by_role("button", name="Copy to 12").press("Enter")
    expect(page.get_by_role("tab", name="Set 12, 1 element")).to_be_visible()
    saved(page)
    page.reload()
    wait_for_desk(page)
    assert sets_in_page(page)["cell_0_4_1"] == "11 12"
    tabs.nth(11).focus()
    page.keyboard.press("Enter")
    element(page, "cell_0_5_1").click()
    page.keyboard.press("v")
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.get_by_role("heading", name="Evidence set 12: 2 elements")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Submitted. You can correct it for 24 hours.")).to_be_visible()
    stored = Verification.objects.get(purpose="expert").versions.get()
    assert stored.evidence_sets.count() == 12
