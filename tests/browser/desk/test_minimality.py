"""The minimality check: one element of a set is hidden at a time, and the rest is enough or not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Interaction, VerificationVersion
from tests.browser.desk.world import (
    COLUMN,
    element,
    open_campaign,
    saved,
    show_page,
    sit_down,
    stored_evidence,
    take_claim,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]
ASKED = {"evidence.minimality": 1}
ENOUGH = "Still enough: remove it"


def begin(page: Page, *addresses: str) -> None:
    """Choose elements of the Reuss and a verdict, and ask for the confirmation."""
    show_page(page, "Reuss")
    for address in addresses:
        element(page, address).click()
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")


def question(page: Page, place: int, count: int, number: int = 1) -> None:
    """Wait for the question about an element."""
    told = f"Set {number}: element {place} of {count} is hidden"
    expect(page.locator("[data-check-progress]")).to_have_text(told)


def confirmation(page: Page) -> None:
    expect(page.locator("[data-submit]")).to_be_visible()


def answers() -> list[tuple[str, int, bool]]:
    acts = Interaction.objects.filter(kind="minimality_answered").order_by("pk")
    return [(act.body["address"], act.body["set"], act.body["enough"]) for act in acts]


def test_what_is_not_needed_is_removed_before_the_confirmation(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=ASKED).page
    begin(page, "sentence_0", *COLUMN[:2])
    question(page, 1, 3)
    expect(page.get_by_role("heading", name="Is set 1 still enough")).to_have_text(
        "Is set 1 still enough for “Supported” without it?"
    )
    expect(page.get_by_role("heading", name="Is set 1 still enough")).to_be_focused()
    # The element is hidden, and the rest is as a stranger will read it.
    shown = page.locator("[data-check-set]")
    expect(shown).not_to_contain_text("The Reuss is a river of Switzerland.")
    expect(shown.locator(".check__gap")).to_have_text("Hidden")
    expect(shown.locator("tbody")).to_contain_text("44 km")
    # Nothing can be submitted from here.
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Shift+Enter")
    page.keyboard.press("y")
    question(page, 1, 2)
    expect(shown).not_to_contain_text("Switzerland")
    expect(shown).not_to_contain_text("44 km")
    expect(shown).to_contain_text("126 km")
    page.keyboard.press("n")
    question(page, 2, 2)
    page.get_by_role("button", name="It is needed").click()
    confirmation(page)
    expect(page.locator("[data-confirmation] .evidence-set")).to_have_count(1)
    page.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    assert stored_evidence() == {1: [f"Reuss {address}" for address in COLUMN[:2]]}
    assert answers() == [
        ("sentence_0", 1, True),
        (COLUMN[0], 1, False),
        (COLUMN[1], 1, False),
    ]
    removed = Interaction.objects.get(kind="element_deselected")
    assert (removed.body["address"], removed.body["way"]) == ("sentence_0", "check")


def test_a_reload_goes_on_where_one_was(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=ASKED).page
    begin(page, "sentence_0", *COLUMN[:2])
    question(page, 1, 3)
    page.keyboard.press("n")
    question(page, 2, 3)
    saved(page)
    page.reload()
    wait_for_desk(page)
    page.keyboard.press("Control+Enter")
    question(page, 2, 3)
    # Esc leads back to the evidence; a new element is a new set to ask about.
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirmation]")).to_be_hidden()
    element(page, COLUMN[2]).click()
    page.keyboard.press("Control+Enter")
    question(page, 1, 4)
    page.keyboard.press("Escape")
    saved(page)
    assert answers() == [("sentence_0", 1, False)]


def test_the_check_can_be_ended_and_skips_single_elements(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=ASKED).page
    begin(page, *COLUMN)
    question(page, 1, 5)
    page.get_by_role("button", name="End the check").click()
    confirmation(page)
    page.keyboard.press("Escape")
    # It stays ended for the same evidence.
    page.keyboard.press("Control+Enter")
    confirmation(page)
    page.keyboard.press("Escape")
    saved(page)
    assert Interaction.objects.filter(kind="minimality_ended").count() == 1
    assert answers() == []
    # One element is all there is: nothing is asked.
    for address in COLUMN[1:]:
        element(page, address).click()
    page.keyboard.press("Control+Enter")
    confirmation(page)
    expect(page.locator(".check__gap")).to_have_count(0)
    saved(page)


def test_what_was_removed_comes_back_by_undo(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast, numbers=ASKED).page
    begin(page, *COLUMN[:3])
    question(page, 1, 3)
    page.keyboard.press("y")
    question(page, 1, 2)
    page.keyboard.press("z")
    # Any other change leads back to the evidence.
    expect(page.locator("[data-confirmation]")).to_be_hidden()
    expect(page.locator("[data-elements] .element")).to_have_count(3)
    saved(page)


@pytest.mark.parametrize("width", [1366, 390])
def test_the_check_is_accessible_and_in_sight(visit: Visit, cast: Cast, width: int) -> None:
    window = sit_down(visit, cast, numbers=ASKED, width=width)
    page = window.page
    begin(page, *COLUMN[:2])
    question(page, 1, 2)
    expect(page.get_by_role("button", name=ENOUGH)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="It is needed")).to_be_in_viewport(ratio=1)
    assert window.axe_findings() == []
    saved(page)


def test_nothing_is_asked_unless_the_campaign_wants_it(visit: Visit, cast: Cast) -> None:
    open_campaign(cast)
    page = visit(user=cast.annotator).page
    take_claim(page)
    begin(page, *COLUMN[:2])
    confirmation(page)
    page.locator("[data-submit]").click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    assert VerificationVersion.objects.count() == 1
    assert answers() == []
