"""Choosing evidence and deciding: ranges, linked cells, direct keys, and how little it takes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Position, expect

from annotation.models import Interaction, VerificationVersion
from tests.browser.desk.world import (
    COLUMN,
    element,
    open_campaign,
    saved,
    sets_in_page,
    show_page,
    sit_down,
    stored_evidence,
    take_claim,
    wait_for_desk,
)
from tests.browser.watched import WatchedPage
from tests.config.programs import eventually
from tests.people import Cast

Visit = Callable[..., WatchedPage]
LINKED = (
    "{|\n! River !! Joins\n|-\n| [[Reuss]] || the [[Aare]] near Brugg\n|-\n| Emme || [[Aare]]\n|}"
)

FLOODS = (
    "{|\n! City !! 2001 !! 2002\n|-\n! Bern\n| 5 || 7\n|}\n\n"
    "{|\n! Year !! Dead\n|-\n! 1910\n| 4\n|-\n! 1911\n| 5\n|}"
)


def at_end_of(link: Locator) -> Position:
    """Return the middle of the arrow after a link, from its corner."""
    box = link.bounding_box()
    assert box is not None
    return {"x": box["width"] - 8, "y": box["height"] / 2}


def test_a_click_selects_a_linked_cell_and_the_arrow_follows(visit: Visit, cast: Cast) -> None:
    open_campaign(cast, Rivers=LINKED)
    page = visit(user=cast.annotator).page
    take_claim(page)
    heading = page.locator("[data-room-view] h1")
    show_page(page, "Rivers")
    link = element(page, "cell_0_1_0").get_by_role("link")
    link.click(position={"x": 8, "y": 8})
    assert sets_in_page(page) == {"cell_0_1_0": "1"}
    expect(heading).to_have_text("Rivers")
    link.click(position=at_end_of(link))
    expect(heading).to_have_text("Reuss")
    page.keyboard.press("[")
    expect(heading).to_have_text("Rivers")
    element(page, "cell_0_1_1").get_by_role("link").click(
        modifiers=["Alt"], position={"x": 8, "y": 8}
    )
    expect(heading).to_have_text("Aare")
    # By keyboard, Enter follows.
    page.keyboard.press("[")
    expect(heading).to_have_text("Rivers")
    element(page, "cell_0_2_1").click(position={"x": 2, "y": 2})
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Aare")
    saved(page)
    followed = Interaction.objects.filter(kind="link_followed").order_by("pk")
    assert [act.body["title"] for act in followed] == ["Reuss", "Aare", "Aare"]


def test_shift_selects_ranges_of_cells_and_sentences(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show_page(page, "Reuss")
    element(page, COLUMN[0]).click()
    element(page, COLUMN[3]).click(modifiers=["Shift"])
    assert sets_in_page(page) == dict.fromkeys(COLUMN[:4], "1")
    # A range shrinks and turns, and what was chosen before it stays.
    page.keyboard.press("Shift+ArrowUp")
    assert sets_in_page(page) == dict.fromkeys(COLUMN[:3], "1")
    page.keyboard.press("Shift+ArrowLeft")
    assert sets_in_page(page) == {
        f"cell_0_{row}_{column}": "1" for row in (1, 2, 3) for column in (1, 2)
    }
    # All of it is one step.
    page.keyboard.press("z")
    assert sets_in_page(page) == {COLUMN[0]: "1"}
    page.keyboard.press("z")
    assert sets_in_page(page) == {}
    show_page(page, "Aare")
    page.keyboard.press("j")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    assert sets_in_page(page) == {f"sentence_{n}": "1" for n in range(3)}
    assert page.evaluate("String(getSelection())") == ""
    saved(page)
    ways = Interaction.objects.filter(kind="element_selected").order_by("pk")
    assert [one.body["way"] for one in ways][-3:] == ["range", "range", "range"]


def test_three_elements_of_two_pages_take_at_most_25_keys(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    pressed = 0

    def press(*keys: str) -> None:
        nonlocal pressed
        for key in keys:
            page.keyboard.press(key)
            pressed += 1

    heading = page.locator("[data-room-view] h1")
    # The search has the focus when a claim opens.
    press(*"Aare", "Enter")
    expect(heading).to_have_text("Aare")
    press("j", "Space", "j", "Space")
    press("/", *"Rhine", "Enter")
    expect(heading).to_have_text("Rhine")
    press("j", "Space", "s", "N", "Control+Enter")
    expect(page.locator("[data-submit]")).to_be_focused()
    press("Enter")
    wait_until_submitted()
    assert pressed <= 25
    assert stored_evidence() == {1: ["Aare sentence_0", "Aare sentence_1", "Rhine sentence_0"]}
    version = VerificationVersion.objects.get()
    assert (version.verdict, version.tags) == ("supported", {"challenge": "numerical_reasoning"})


def test_three_elements_of_two_pages_take_at_most_9_clicks(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    clicked = 0

    def click(target: Locator) -> None:
        nonlocal clicked
        target.click(position={"x": 8, "y": 8})
        clicked += 1

    search = page.get_by_role("combobox", name="Search all pages")
    heading = page.locator("[data-room-view] h1")
    click(search)
    page.keyboard.type("Aare")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Aare")
    click(element(page, "sentence_0"))
    click(element(page, "cell_0_1_1"))
    click(page.locator("[data-room-view] .article__body").get_by_role("link", name="Reuss"))
    expect(heading).to_have_text("Reuss")
    click(element(page, COLUMN[3]))
    click(page.locator(".verdict", has_text="Supported"))
    click(page.locator(".tile", has_text="Multi-hop"))
    click(page.get_by_role("button", name="Review and submit"))
    click(
        page.get_by_role("button", name="Submit", exact=False).and_(page.locator("[data-submit]"))
    )
    wait_until_submitted()
    assert clicked <= 9
    assert sum(len(each) for each in stored_evidence().values()) == 3


def wait_until_submitted() -> None:
    eventually(VerificationVersion.objects.exists, what="a verification is stored")


def test_report_skip_and_pause_have_keys(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    page.keyboard.press("Escape")
    for key, name in (("!", "Report this claim"), ("x", "Skip this claim")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.get_by_text("The claim waits for you for 24 hours.")).to_be_visible()


def test_a_moved_element_leaves_the_focus_on_the_next_and_a_key_on_its_set(
    visit: Visit, cast: Cast
) -> None:
    page = sit_down(visit, cast).page
    show_page(page, "Reuss")
    for address in COLUMN[:2]:
        element(page, address).click()
    page.keyboard.press("2")
    element(page, COLUMN[2]).click()
    page.keyboard.press("1")
    entry = page.locator("[data-elements] [data-key]").first
    expect(entry.get_by_role("button", name="44 km")).to_be_attached()
    entry.get_by_role("button", name="Move or copy").press("Enter")
    # What is in set 1 cannot be moved there.
    expect(entry.get_by_role("button", name="Move to 1", exact=True)).to_be_hidden()
    expect(entry.get_by_role("button", name="Copy to 1", exact=True)).to_be_hidden()
    entry.get_by_role("button", name="Move to 2", exact=True).press("Enter")
    expect(page.get_by_role("button", name="126 km")).to_be_focused()
    page.keyboard.press("2")
    expect(page.get_by_role("tab", name="Set 2, 2 elements")).to_be_focused()


def test_a_reload_keeps_the_pages_the_query_and_the_state_of_saving(
    visit: Visit, cast: Cast
) -> None:
    page = sit_down(visit, cast).page
    state = page.locator("[data-saving]")
    expect(state).to_have_text("No changes")
    heading = page.locator("[data-room-view] h1")
    search(page, "river switzerland")
    page.locator(".hit__title a", has_text="Reuss").click()
    expect(heading).to_have_text("Reuss")
    saved(page)
    told = state.inner_text()
    page.reload()
    wait_for_desk(page)
    expect(page.locator("#desk-search")).to_have_value("river switzerland")
    expect(state).to_have_text(told)
    page.keyboard.press("[")
    expect(heading).to_have_text("Pages containing “river switzerland”")
    saved(page)
    page.reload()
    wait_for_desk(page)
    page.keyboard.press("]")
    expect(heading).to_have_text("Reuss")


def search(page: Page, text: str) -> None:
    page.locator("#desk-search").fill(text)
    page.locator("#desk-search").press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(f"Pages containing “{text}”")


def test_errors_go_when_the_connection_is_back(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    page = window.page
    show_page(page, "Reuss")
    saved(page)
    page.context.set_offline(True)
    element(page, COLUMN[0]).click()
    page.keyboard.press("Control+Enter")
    away = page.locator("[data-missing]")
    expect(away).to_contain_text("The site cannot be reached.")
    page.locator("#desk-search").fill("Rhine")
    page.locator("#desk-search").press("Enter")
    expect(page.locator(".room__problem")).to_have_text("The site cannot be reached. Try again.")
    page.context.set_offline(False)
    expect(away).to_be_empty()
    expect(page.locator(".room__problem")).to_have_count(0)


def test_a_set_is_called_by_its_number_in_the_confirmation(visit: Visit, cast: Cast) -> None:
    window = sit_down(visit, cast)
    window.expect_status(422)
    page = window.page
    show_page(page, "Reuss")
    page.keyboard.press("2")
    element(page, COLUMN[0]).click()
    element(page, "cell_0_1_1").click()
    page.keyboard.press("s")
    page.keyboard.press("O")
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.get_by_role("heading", name="Evidence set 2: 2 elements")).to_be_visible()
    expect(confirmation.get_by_role("heading", name="Evidence set 1")).to_have_count(0)
    # Cells stand as a small table, and what is to be checked names the same set.
    expect(confirmation.locator("thead th")).to_have_text(["Bank", "Length"])
    expect(confirmation.locator("tbody th")).to_have_text(["Kander"])
    expect(confirmation.locator("[data-warning]").first).to_contain_text("set 2")


def test_numbers_of_a_column_are_counted_and_added_up(visit: Visit, cast: Cast) -> None:
    page = sit_down(visit, cast).page
    show_page(page, "Reuss")
    element(page, COLUMN[0]).click()
    figures = page.locator("[data-elements] .figures")
    element(page, COLUMN[4]).click(modifiers=["Shift"])
    told = "5 numbers · sum 450 · mean 90 · least 36 · largest 164"
    expect(figures).to_have_text(f"Length {told}")
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator(".figures")).to_contain_text(told)
    # What the server counts is kept.
    page.get_by_role("button", name="Submit", exact=False).first.click()
    expect(page.get_by_text("Submitted.")).to_be_visible()
    assert [line["sum"] for line in VerificationVersion.objects.get().figures] == ["450", "450"]


def test_numbers_of_a_row_and_of_the_whole_set_are_added_up(visit: Visit, cast: Cast) -> None:
    open_campaign(cast, Floods=FLOODS)
    page = visit(user=cast.annotator).page
    take_claim(page)
    show_page(page, "Floods")
    figures = page.locator("[data-elements] .figures")
    element(page, "cell_0_1_1").click()
    element(page, "cell_0_1_2").click()
    row = "2 numbers · sum 12 · mean 6 · least 5 · largest 7"
    expect(figures).to_have_text([f"Bern {row}"])
    element(page, "cell_1_1_1").click()
    element(page, "cell_1_2_1").click()
    column = "2 numbers · sum 9 · mean 4.5 · least 4 · largest 5"
    whole = "The whole set 4 numbers · sum 21 · mean 5.25 · least 4 · largest 7"
    expect(figures).to_have_text([f"Bern {row}", f"Dead {column}", whole])
    page.keyboard.press("s")
    page.keyboard.press("N")
    page.keyboard.press("Control+Enter")
    confirmation = page.get_by_role("region", name="Confirmation")
    expect(confirmation.locator(".figures")).to_have_text([f"Bern {row}", f"Dead {column}", whole])
