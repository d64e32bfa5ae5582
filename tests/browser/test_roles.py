"""Each role logs in and sees what is theirs, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.watched import WatchedPage
from tests.people import PASSWORD, Cast

SEEN = {
    "administrator": [
        "Home",
        "Pages",
        "Check a claim",
        "Corpora",
        "Jobs",
        "People",
        "Audit log",
        "Tables",
        "Status",
    ],
    "manager": ["Home", "Pages", "Check a claim", "Corpora", "Jobs"],
    "researcher": ["Home", "Pages", "Check a claim"],
    "annotator": ["Home", "Pages"],
    "stranger": ["Home", "Pages"],
}


@pytest.mark.parametrize("role", SEEN)
def test_role_sees_its_own_navigation(
    role: str, visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    window = visit(user=cast.by_role()[role])
    links = window.page.get_by_role("navigation", name="Main").get_by_role("link")
    assert links.all_inner_texts() == SEEN[role]
    assert window.page.locator("h1").count() == 1


def test_every_link_of_the_bar_opens(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    window = visit(user=cast.administrator)
    for label in SEEN["administrator"]:
        # The tables have a bar of their own.
        window.page.goto("/")
        window.page.get_by_role("navigation", name="Main").get_by_role("link", name=label).click()
        expect(window.page.locator("h1")).to_be_visible()


def test_wrong_password_is_said_and_what_was_typed_stays(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    window = visit()
    window.expect_status(422)
    window.page.goto("/log-in/")
    window.page.get_by_label("User name").fill("anna")
    window.page.get_by_label("Password").fill("not the password")
    window.page.get_by_role("button", name="Log in").click()
    expect(window.page.locator(".errorlist").first).to_be_visible()
    expect(window.page.get_by_label("User name")).to_have_value("anna")


def test_log_in_and_out_by_keyboard_only(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    window = visit()
    window.page.goto("/log-in/")
    window.page.get_by_label("User name").focus()
    window.page.keyboard.type("anna")
    window.page.keyboard.press("Tab")
    window.page.keyboard.type(PASSWORD)
    window.page.keyboard.press("Enter")
    window.page.wait_for_url("**/")
    window.page.get_by_role("button", name="Log out").focus()
    window.page.keyboard.press("Enter")
    window.page.wait_for_url("**/log-in/")


def test_theme_switch_is_remembered(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    window = visit(user=cast.annotator)
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = window.page.evaluate(paper)
    window.page.get_by_role("button", name="Switch between light and dark").click()
    dark = window.page.evaluate(paper)
    assert light != dark
    window.page.reload()
    assert window.page.evaluate(paper) == dark


def test_skip_link_is_the_first_stop_of_the_keyboard(
    visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    window = visit(user=cast.annotator)
    window.page.keyboard.press("Tab")
    assert window.page.evaluate("document.activeElement.textContent") == "Skip to content"
    window.page.keyboard.press("Enter")
    assert window.page.evaluate("document.activeElement.id") == "main"
