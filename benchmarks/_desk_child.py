"""Measures the desk: a long page, a real browser.

Every time is from what a person does (a key goes down) until the page has been painted with it.
"""

from __future__ import annotations

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Browser, Page

import search
from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Draft
from annotation.services.campaign import designs
from annotation.services.verifying import queue
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.services import campaigns
from tests.annotation.bare_claims import write_bare_claims
from tests.servers.browser import chromium
from tests.servers.site import running_site
from tests.wiki.pages import make_corpus, make_page
from wiki.selectors.pages import document_named

COLD, WARM, SELECTED, COLUMNS = 7, 7, 60, 10
TITLE = "Rivers of the world"
PASSWORD = "a long pass phrase"

# Painted is when the frame after a change has been handed over; a message comes right after it.
PAINTED = """() => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
}))"""
WATCH = f"""() => {{
    const painted = {PAINTED};
    window.times = [];
    document.addEventListener("keydown", (event) => {{
        if (event.key === " " || event.key === "c") {{
            painted().then((now) => window.times.push(now - event.timeStamp));
        }}
        if (event.key === "Enter") window.asked = event.timeStamp;
    }}, {{ capture: true }});
    document.addEventListener("room:shown", () => {{
        painted().then((now) => {{ window.opened = now - window.asked; }});
    }});
}}"""


def wikitext() -> str:
    """Return 2,500 cells with their header, 400 sentences and 95 items, in sections."""
    rows = "\n".join(
        f"|-\n! scope=row | River {n}\n| {1000 + n * 7} km || Country {n % 40} || {n * 31} km² ||"
        f" {['Atlantic', 'Pacific', 'Arctic'][n % 3]} Ocean"
        for n in range(500)
    )
    table = f'{{| class="wikitable"\n! River !! Length !! Country !! Basin !! Ocean\n{rows}\n|}}'
    paragraphs = "\n\n".join(
        " ".join(f"River {n} meets river {n + k} below town {k} of its valley." for k in range(8))
        for n in range(50)
    )
    items = "\n".join(f"* Bridge number {n} over the river" for n in range(95))
    return f"{paragraphs}\n\n== Table ==\n{table}\n\n== Bridges ==\n{items}\n"


def build() -> Attempt:
    now = timezone.now()
    corpus = make_corpus()
    page = make_page(TITLE, wikitext(), corpus=corpus)
    search.rebuild_index(corpus=corpus, clock=timezone.now)
    campaign = designs.create_campaign(
        name="Rivers",
        actor=None,
        now=now,
        design=campaigns.Design(protocol=registry.get(registry.DEFAULT), corpus=corpus, numbers={}),
    )
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    person = User.objects.create_user("anna", PASSWORD, name="Anna", email="anna@example.org")
    Membership.objects.create(
        campaign=campaign, user=person, role=Role.ANNOTATOR, verifies_claims=True, joined_at=now
    )
    write_bare_claims(campaign, page, ["River 1 is the longest of all rivers."])
    return queue.take_claim(campaign=campaign, annotator=person, now=now).attempt


def sit_down(browser: Browser, site: str, attempt: Attempt) -> Page:
    """Open a fresh profile at the desk, on its search page."""
    context = browser.new_context(base_url=site, viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto("/log-in/")
    page.get_by_label("User name").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/")
    page.goto(f"/verify/{attempt.public_id}/")
    page.wait_for_selector("[data-verify][data-ready]", state="attached")
    page.evaluate(WATCH)
    return page


def ask_for(page: Page) -> float:
    """Open the page as a person does, and wait until it is painted."""
    page.evaluate("window.opened = undefined")
    page.keyboard.press("/")
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(TITLE)
    page.keyboard.press("Enter")
    return float(
        page.evaluate(
            """async () => {
                while (window.opened === undefined) await new Promise((go) => setTimeout(go, 5));
                return window.opened;
            }"""
        )
    )


def press(page: Page, key: str, count: int) -> list[float]:
    """Return the time until each of these key presses is visible."""
    page.evaluate("window.times = []")
    for number in range(count):
        page.keyboard.press(key)
        page.evaluate(
            """async (number) => {
                while (window.times.length <= number) await new Promise((go) => setTimeout(go, 5));
            }""",
            number,
        )
        page.wait_for_timeout(50)
        if key == "Space":
            page.keyboard.press("ArrowDown")
    times: list[float] = page.evaluate("window.times")
    return times


def measure_desk(browser: Browser, site: str, attempt: Attempt) -> dict[str, object]:
    cold = []
    for _round in range(COLD):
        document_named.cache_clear()
        page = sit_down(browser, site, attempt)
        cold.append(ask_for(page))
        page.context.close()
        Draft.objects.filter(attempt=attempt).delete()
    page = sit_down(browser, site, attempt)
    ask_for(page)
    elements = page.evaluate(
        "document.querySelectorAll('[data-room-view] :is(.sentence, .cell, .item)').length"
    )
    page.keyboard.press("t")
    for _step in range(150):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    selected = press(page, "Space", SELECTED)
    column = press(page, "c", COLUMNS)
    warm = [ask_for(sit_down(browser, site, attempt)) for _round in range(WARM)]
    frame = page.evaluate(
        """new Promise((done) => requestAnimationFrame((one) => {
            requestAnimationFrame((next) => done(next - one));
        }))"""
    )
    return {
        "elements": elements,
        "cold": cold,
        "warm": warm,
        "select": selected,
        "column": column,
        "frame": frame,
    }


def measure() -> dict[str, object]:
    call_command("collectstatic", verbosity=0, interactive=False)
    assert not settings.DEBUG
    attempt = build()
    with running_site() as site, chromium() as browser:
        return measure_desk(browser, site, attempt)
