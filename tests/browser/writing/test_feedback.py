"""The verifier's feedback at the writing desk in a real browser: off, on, dealt, out of the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django import Settings

import search
from annotation.models import Highlight, Interaction
from tests.annotation.feedback_world import HALF, SHOWN, WITHHELD, make_asking_world
from tests.annotation.world import World
from tests.assist.world import store_version, train_small_model
from tests.browser.watched import WatchedPage
from tests.browser.writing.world import card, ready, saved
from tests.people import NOW, PASSWORD

Visit = Callable[..., WatchedPage]
SIZES = ((1366, 768), (390, 844))
TABLES = {"sources.table.share": 1, "sources.sentences.share": 0}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def model(settings: Settings, tmp_path: Path, trained: Path, site: str) -> None:
    """Put a model into use on the running site."""
    settings.HOME = tmp_path / "home"
    store_version(trained)


def start(visit: Visit, numbers: Any = None, *, dark: bool = False) -> WatchedPage:
    """Open a window with a highlight taken, in which its writer may ask."""
    world = make_asking_world(numbers, pages=12, target=4, writers=1)
    return take(visit, world, dark=dark)


def take(visit: Visit, world: World, *, dark: bool = False) -> WatchedPage:
    world.writer.set_password(PASSWORD)
    world.writer.save()
    assert world.campaign.corpus is not None
    search.rebuild_index(corpus=world.campaign.corpus, clock=lambda: NOW)
    window = visit(user=world.writer, width=1366, dark=dark)
    window.page.get_by_role("button", name="Take a highlight").click()
    window.page.wait_for_url("**/write/**")
    ready(window.page)
    return window


def text_of(page: Page, name: str = "type_1") -> Locator:
    return card(page, name).get_by_label("Claim", exact=True)


def answer_in(page: Page, name: str = "type_1") -> Locator:
    return card(page, name).locator("[data-feedback-answer]")


def title() -> str:
    return str(Highlight.objects.get(state="held").page.title)


def acts() -> list[tuple[str, str]]:
    found = Interaction.objects.filter(kind__startswith="feedback_").order_by("pk")
    return [(act.kind, act.body.get("text", "")) for act in found]


@pytest.mark.parametrize("numbers", [{}, WITHHELD], ids=["off", "withheld"])
def test_nobody_is_offered_it_where_it_is_off_or_withheld(
    numbers: Any, visit: Visit, model: None
) -> None:
    page = start(visit, numbers).page
    text_of(page).fill("The river has a bridge.")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.get_by_text("Ask the verifier")).to_have_count(0)
    saved(page)
    assert acts() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_claim_is_asked_about_by_button_and_key(dark: bool, visit: Visit, model: None) -> None:
    window = start(visit, dark=dark)
    page = window.page
    ask = card(page, "type_1").get_by_role("button", name="Ask the verifier")
    ask.click()
    expect(answer_in(page)).to_have_text("Write a claim first, then ask the verifier.")
    assert acts() == []
    claim = f"{title()} has a story number 1 to tell."
    text_of(page).fill(claim)
    ask.click()
    expect(answer_in(page)).to_contain_text("The verifier finds this page first.")
    # The text and the cursor's place are the writer's.
    expect(text_of(page)).to_have_value(claim)
    expect(ask).to_be_focused()
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    assert wrong == []
    page.set_viewport_size({"width": 1366, "height": 768})
    old = card(page, "type_1").get_by_text("Its answer is about an earlier text.")
    expect(old).to_be_hidden()
    text_of(page).press_sequentially(" Yes.")
    expect(old).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(answer_in(page)).to_contain_text("The verifier finds this page first.")
    expect(old).to_be_hidden()
    assert acts() == [
        ("feedback_asked", claim),
        ("feedback_shown", ""),
        ("feedback_asked", f"{claim} Yes."),
        ("feedback_shown", ""),
    ]
    saved(page)


def test_the_arm_is_that_of_the_highlight(visit: Visit, model: None) -> None:
    page = start(visit, HALF).page
    arms = []
    for _ in range(2):
        arm = Highlight.objects.get(state="held").feedback
        offered = page.get_by_role("button", name="Ask the verifier").count()
        assert bool(offered) == (arm == "shown")
        arms.append(arm)
        page.get_by_role("link", name="Skip this highlight").click()
        page.get_by_role("radio", name="Something else").check()
        page.get_by_label("In a few words").fill("x")
        page.get_by_role("button", name="Skip", exact=True).click()
        page.get_by_text("Skipped.").first.wait_for()
        ready(page)
    # Skipped, it is dealt to the next one.
    assert arms[0] == arms[1]


def test_linked_words_are_marked_in_the_highlighted_table(visit: Visit, model: None) -> None:
    world = make_asking_world({**TABLES, **SHOWN}, pages=12, target=4, writers=1)
    page = take(visit, world).page
    text_of(page).fill(f"Bridge 2 of {title()} was built in 1902.")
    page.get_by_role("button", name="Ask the verifier").first.click()
    links = card(page, "type_1").get_by_role("list", name="In the highlighted table")
    expect(links).to_contain_text("“1902”")
    expect(page.locator("[data-room-view] [data-linked]").first).to_be_visible()
    linked = page.locator("[data-room-view] [data-linked]").all_inner_texts()
    assert "1902" in [text.strip() for text in linked]
    links.get_by_role("button").last.click()
    # The marks belong to the claim that is open.
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("[data-linked]")).to_have_count(0)


def test_without_a_model_the_desk_says_so_and_work_goes_on(
    visit: Visit, settings: Settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path / "home"
    page = start(visit).page
    text_of(page).fill("The river has a bridge.")
    page.get_by_role("button", name="Ask the verifier").first.click()
    expect(answer_in(page)).to_have_text(
        "No model is in use: The verifier has not been trained yet."
    )
    expect(text_of(page)).to_have_value("The river has a bridge.")
    saved(page)


def test_a_site_that_is_away_takes_nothing(visit: Visit, model: None) -> None:
    page = start(visit).page
    text_of(page).fill("The river has a bridge.")
    page.route("**/feedback/", lambda route: route.abort())
    page.get_by_role("button", name="Ask the verifier").first.click()
    expect(answer_in(page)).to_contain_text("The verifier cannot be reached.")
    expect(text_of(page)).to_have_value("The river has a bridge.")
