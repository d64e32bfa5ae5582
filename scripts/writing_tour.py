"""A tour of the writing desk of a new demo site, with a screenshot at each step.

The demo always deals the same highlights in the same order, so the texts fit.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from scripts.camera import Camera

CAMPAIGN = "Demo: rivers, records and rockets"
FIRST = "Psycho was nominated for four Academy Awards, one of them shared by three people."
SECOND = "Alfred Hitchcock, who was nominated for Psycho, had released Vertigo two years before it."
THIRD = "Psycho was nominated for four Academy Awards, one of them shared."


def read(camera: Camera) -> None:
    """Read an article, and search."""
    camera.page.goto("/wiki/Aare")
    camera.shoot("reading")
    camera.page.goto("/search/?q=longest+river+alps")
    camera.shoot("search")


def walk(camera: Camera) -> None:
    """Go from the home page to the list of claims."""
    page = camera.page
    camera.shoot("annotator-home")
    camera.shoot_on_phone("annotator-home-phone")
    page.get_by_role("button", name="Take a highlight").click()
    page.locator("[data-desk][data-ready]").wait_for()
    page.wait_for_timeout(600)
    camera.shoot("writing-desk")
    _fill(page, "type_1", f"Recently {FIRST[0].lower()}{FIRST[1:]}")
    page.locator(".finding").first.wait_for()
    camera.shoot("writing-checks")
    _fill(page, "type_1", FIRST, challenge="numerical_reasoning")
    page.get_by_role("combobox", name="Search all pages").fill("Vertigo Hitchcock 1958")
    page.keyboard.press("Enter")
    page.locator("[data-shown=results] .hit").first.wait_for()
    _fill(
        page,
        "type_2",
        SECOND,
        base="A new claim",
        verdict="Supported",
        challenge="multi_hop_reasoning",
    )
    _card(page, "type_2").locator("[data-findings]:not([aria-busy])").wait_for(state="attached")
    camera.shoot("writing-beyond")
    page.get_by_role("button", name="Highlight").click()
    _fill(page, "type_3", THIRD, base="Type I", verdict="Supported", challenge="other")
    _card(page, "type_3").locator("[data-findings]:not([aria-busy])").wait_for(state="attached")
    _card(page, "type_3").evaluate("card => card.scrollIntoView()")
    camera.shoot("writing-mutation")
    for name in ("type_1", "type_2", "type_3"):
        _open(page, name)
        left = _card(page, name).locator("[data-override][aria-pressed=false]")
        while left.count():
            left.first.click()
    page.get_by_role("button", name="Submit all 3 claims").click()
    # The next highlight opens at once.
    page.get_by_text("Submitted.").first.wait_for()
    page.goto("/")
    card = page.get_by_role("article").filter(has_text=CAMPAIGN)
    card.get_by_role("link", name="My claims").click()
    camera.shoot("my-claims")


def _card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card='{name}']")


def _open(page: Page, name: str) -> None:
    toggle = _card(page, name).locator("[data-toggle]")
    if toggle.get_attribute("aria-expanded") == "false":
        toggle.click()


def _fill(
    page: Page, name: str, text: str, *, base: str = "", verdict: str = "", challenge: str = ""
) -> None:
    card = _card(page, name)
    _open(page, name)
    if base:
        card.get_by_role("radio", name=base, exact=True).check()
    card.get_by_label("Claim", exact=True).fill(text)
    if verdict:
        card.get_by_role("radio", name=verdict).check()
    if challenge:
        card.get_by_label("Challenge").select_option(challenge)
