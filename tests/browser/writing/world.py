"""Cards of the writing desk in a browser, as people fill them in."""

from __future__ import annotations

from playwright.sync_api import Page, expect

FIRST = "Recently the first bridge of the river was built before the second one."
SECOND = "The oldest bridge of the river is older than the Danube Bridge."
THIRD = "No bridge of the river was built before the second one."
# Some lines of it at least: on a phone the desk lies over the page.
SHOWS_HIGHLIGHT = """() => {
  const { top, bottom } = document.querySelector("[data-highlighted]").getBoundingClientRect();
  const desk = document.querySelector("[data-desk]").getBoundingClientRect();
  const end = desk.left > 0 ? innerHeight : desk.top;
  return Math.min(bottom, end) - Math.max(top, 0) >= Math.min(bottom - top, 100);
}"""


def ready(page: Page) -> None:
    expect(page.locator("[data-desk][data-ready]")).to_be_visible()


def card(page: Page, name: str) -> Page:
    return page.locator(f"[data-card='{name}']")  # type: ignore[return-value]


def write_card(page: Page, name: str, text: str, verdict: str = "", base: str = "") -> None:
    if card(page, name).locator("[data-toggle]").get_attribute("aria-expanded") == "false":
        card(page, name).locator("[data-toggle]").click()
    if base:
        card(page, name).get_by_role("radio", name=base, exact=True).check()
    card(page, name).get_by_label("Claim", exact=True).fill(text)
    if verdict:
        card(page, name).get_by_role("radio", name=verdict).check()
    card(page, name).get_by_label("Challenge").select_option("other")


def write_by_key(
    page: Page, number: str, text: str, *, verdict: int = 0, base: bool = False
) -> None:
    """Fill in a card without a mouse; `verdict` is the place of the one to choose."""
    keys = page.keyboard
    keys.press("Escape")
    keys.press(number)
    if base:
        keys.press("Shift+Tab")
        # From below, a group without a choice is entered at its last one.
        keys.press("Space")
        keys.press("ArrowLeft")
        keys.press("Tab")
        # Where there is a text to start from, its button comes before the box.
        if page.get_by_role("button", name="Start from this text").is_visible():
            keys.press("Tab")
    keys.type(text)
    name = f"type_{number}"
    checked(page, name)
    for _ in range(card(page, name).locator("[data-override]").count()):
        keys.press("Tab")
        keys.press("Enter")
    if verdict:
        keys.press("Tab")
        keys.press("Space")
        for _ in range(verdict - 1):
            keys.press("ArrowRight")
    keys.press("Tab")
    keys.type("Other")


def override_all(page: Page, name: str) -> None:
    expect(card(page, name).locator(".finding").first).to_be_visible()
    say_it_is_fine(page, name)


def checked(page: Page, name: str) -> None:
    """Wait until the checks have answered."""
    expect(card(page, name).locator("[data-findings]:not([aria-busy])")).to_have_count(1)


def say_it_is_fine(page: Page, name: str) -> None:
    """Click through the warnings; each click draws the list again."""
    checked(page, name)
    left = card(page, name).locator("[data-override][aria-pressed=false]")
    while left.count():
        left.first.click()


def saved(page: Page) -> None:
    expect(page.locator("[data-saving][data-state=saved]")).to_contain_text("Saved")
