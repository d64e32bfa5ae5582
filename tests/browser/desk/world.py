"""Three rivers, a claim about them, and somebody who verifies it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

import search
from annotation.models import Evidence, Interaction
from annotation.services.campaign import designs
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.protocols.numbers import Given
from campaigns.services import campaigns
from tests.annotation.bare_claims import write_bare_claims
from tests.browser.watched import WatchedPage
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, make_page

CLAIM = "The Aare is longer than every one of its tributaries."
AARE = """
{{Infobox river
| name = Aare
| length = 288 km
| mouth = Rhine
}}
The Aare is a river of Switzerland. It ends in the [[Rhine]]. The [[Reuss]] joins it near Brugg.

== Bridges ==
* The Nydegg bridge spans it in Bern
* The Kirchenfeld bridge too

== Story ==
{{Unreferenced section}}
Nobody knows how old it is.
"""
REUSS = """
The Reuss is a river of Switzerland. It joins the [[Aare]].

{| class="wikitable"
|+ Tributaries of the Aare
! River !! Bank !! Length
|-
! Kander
| left || 44 km
|-
! Saane
| left || 126 km
|-
! Emme
| right || 80 km
|-
! Reuss
| right || 164 km
|-
! Limmat
| right || 36 km
|}
"""
RHINE = "The Rhine is a river of Europe. It rises in the Alps.\n\nIt is 1,233 km long."
COLUMN = [f"cell_0_{row}_2" for row in range(1, 6)]
# What says that somebody was there, not what they did.
PRESENCE = (
    "heartbeat",
    "input",
    "loading_started",
    "loading_ended",
    "draft_saved",
    "hidden",
    "shown",
)


# A design that allows ten evidence sets.
TEN_SETS = {
    f"evidence.sets.{verdict}.most": 10
    for verdict in ("supported", "refuted", "not_enough_information")
}


def open_campaign(
    cast: Cast,
    *,
    numbers: Mapping[str, Given] | None = None,
    claims: Sequence[str] = (CLAIM,),
    **more: str,
) -> Campaign:
    """Open the cast's campaign with the three rivers, a claim, and pages given beside them."""
    corpus = make_corpus()
    pages = {"Aare": AARE, "Reuss": REUSS, "Rhine": RHINE, **more}
    made = [make_page(title, text, corpus=corpus) for title, text in pages.items()]
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.DRAFT)
    protocol = registry.get(registry.DEFAULT)
    design = campaigns.Design(protocol=protocol, corpus=corpus, numbers=numbers or {})
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=timezone.now())
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.OPEN)
    # One task only, so that the home page has one button.
    Membership.objects.filter(user=cast.annotator).update(writes_claims=False)
    write_bare_claims(cast.campaign, made[0], claims)
    cast.campaign.refresh_from_db()
    return cast.campaign


def sit_down(
    visit: Callable[..., WatchedPage],
    cast: Cast,
    *,
    numbers: Mapping[str, Given] | None = None,
    **window: object,
) -> WatchedPage:
    """Log in, take the claim from the home page, and wait for the desk."""
    open_campaign(cast, numbers=numbers)
    watched = visit(user=cast.annotator, **window)
    take_claim(watched.page)
    return watched


def take_claim(page: Page) -> None:
    """Take a claim from the home page, and wait for the desk."""
    page.get_by_role("button", name="Take the next claim").click()
    wait_for_desk(page)


def show_page(page: Page, title: str) -> None:
    """Open a page by its title."""
    box = page.get_by_role("combobox", name="Search all pages")
    box.fill(title)
    box.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(title)


def open_by_key(page: Page, title: str) -> None:
    """Open a page by its title, without a mouse."""
    page.keyboard.press("/")
    page.keyboard.press("Control+A")
    page.keyboard.type(title)
    page.keyboard.press("Enter")
    expect(page.locator("[data-room-view] h1")).to_have_text(title)


def wait_for_desk(page: Page) -> None:
    expect(page.locator("[data-verify][data-ready]")).to_be_attached()


def saved(page: Page) -> None:
    """Wait until everything that was done so far is on the server."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    expect(page.locator("[data-saving]")).to_have_attribute("data-state", "saved")


def element(page: Page, address: str) -> Locator:
    return page.locator(f"[data-room-view] [data-address='{address}']")


def sets_in_page(page: Page) -> dict[str, str]:
    """Return the selected elements of the page, by address."""
    script = """() => Object.fromEntries([...document.querySelectorAll("[data-sets]")]
        .map((one) => [one.dataset.address, one.dataset.sets]))"""
    result: dict[str, str] = page.evaluate(script)
    return result


def stored_evidence() -> dict[int, list[str]]:
    """Return the submitted evidence: page and address, by set."""
    stored: dict[int, list[str]] = {}
    rows = Evidence.objects.order_by("evidence_set__position", "position")
    for number, title, address in rows.values_list(
        "evidence_set__position", "page__title", "address"
    ):
        stored.setdefault(number, []).append(f"{title} {address}")
    return stored


def told() -> list[str]:
    """Return the logged actions in the server's order, one per line."""
    lines = []
    for act in Interaction.objects.exclude(kind__in=PRESENCE).order_by("pk"):
        body = act.body
        words = [
            str(body[name])
            for name in (
                "query",
                "title",
                "page",
                "address",
                "set",
                "way",
                "verdict",
                "answer",
                "value",
                "warning",
            )
            if body.get(name) and (name != "page" or "address" in body)
        ]
        lines.append(" ".join([act.kind, *words]))
    return lines
