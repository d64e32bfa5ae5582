"""A claim is checked in a real browser: by keyboard, at four sizes, in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from tests.assist.world import make_rivers, store_version, train_small_model
from tests.browser.watched import WatchedPage
from tests.people import Cast

SIZES = ((1400, 900), (1366, 768), (1024, 768), (390, 844))


@pytest.fixture
def model(settings: Settings, tmp_path: Path, site: str) -> None:
    """Make a corpus and a model that the running site uses."""
    settings.HOME = tmp_path / "home"
    (tmp_path / "model").mkdir()
    train_small_model(tmp_path / "model")
    make_rivers(5)
    store_version(tmp_path / "model")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_claim_is_typed_and_its_evidence_opened(
    dark: bool, visit: Callable[..., WatchedPage], cast: Cast, model: None
) -> None:
    window = visit(user=cast.researcher, dark=dark)
    page = window.page
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Check a claim").click()
    page.get_by_label("Claim").focus()
    page.keyboard.type("Velmabar was mapped in 1801.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    answer = page.locator("[data-answer]")
    expect(answer.locator("h2 .verdict-word")).to_have_text("Supported")
    expect(page.get_by_label("Claim")).to_have_value("Velmabar was mapped in 1801.")
    wrong = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    assert wrong == []
    page.get_by_role(
        "link", name="Velmabar was mapped in 1801 by a surveyor from the coast."
    ).click()
    expect(page.locator("h1")).to_have_text("Velmabar")
    assert page.url.endswith("#sentence_1")


def test_a_claim_that_no_page_is_about_cannot_be_judged(
    visit: Callable[..., WatchedPage], cast: Cast, model: None
) -> None:
    page = visit(user=cast.researcher).page
    page.goto("/check/")
    page.get_by_label("Claim").fill("Zebras yodel <b>loudly</b>.")
    page.get_by_role("button", name="Check claim").click()
    expect(page.get_by_role("heading", name="Cannot judge")).to_be_visible()
    expect(page.locator("[data-answer]")).to_contain_text("Zebras yodel <b>loudly</b>.")
