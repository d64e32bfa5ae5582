"""Every page of the site, as each role that may open it: axe finds nothing, nothing overflows, and
the navigation shows where one is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from accounts.throttling import SAME_NAME_AND_PLACE
from tests.browser.watched import WatchedPage, is_on_screen
from tests.people import Cast
from tests.permissions.matrix import ANONYMOUS, MATRIX, ROLES
from tests.permissions.world import arguments_by_address

# What is not a page for people.
NOT_PAGES = {
    "healthz",
    "readyz",
    "metrics",
    "jobs:progress",
    "corpus-progress",
    "campaign-highlights-progress",
    "search:suggest",
    "search:in-page",
    "desk-page",
    "desk-search",
    "desk-suggest",
    "desk-guidelines",
    "desk-progress",
    "verify-suggestions",
    "release-file",
    "release-archive",
    "gold-export",
    "screening-export",
    "bench-state",
    "campaign-hours-file",
    "campaign-hours-workers-file",
    "spot-check-file",
    "quality-reports-progress",
    "objections-progress",
    "quality-report-file",
    "quality-people-file",
    "release-comparison-file",
    "release-error-file",
    "release-progress",
    "release-predictions-progress",
    "release-evaluation-progress",
    "release-evidence-progress",
    "release-evidence-scores",
    "dataset-import-progress",
    "models-progress",
}
# What a page takes from its address.
QUERIES = {"take-part": "?worker=w2"}
WIDTHS = (320, 768, 1400)


def pages_of(role: str) -> list[str]:
    """Return the pages that this role meets and that no role before it met."""
    earlier = set(ROLES[: ROLES.index(role)])
    return [
        name
        for name, rule in MATRIX.items()
        if rule.get is not None
        and role in rule.get
        and (not rule.get & earlier or name == "home")
        and name not in NOT_PAGES
        # The tables of Django's admin are Django's own pages.
        and not name.startswith(("api:", "admin:"))
    ]


def address_of(name: str, arguments: dict[str, dict[str, Any]]) -> str:
    """Return the address of a page with what the page takes from it."""
    return reverse(name, kwargs=arguments.get(name, {})) + QUERIES.get(name, "")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("role", [role for role in ROLES if pages_of(role)])
def test_pages_of_role_are_accessible_and_fit(
    role: str, dark: bool, visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    arguments = arguments_by_address(cast)
    user = None if role == ANONYMOUS else cast.by_role()[role]
    window = visit(user=user, dark=dark)
    window.expect_status(503)
    wrong = []
    for name in pages_of(role):
        window.page.goto(address_of(name, arguments))
        wrong += [f"{name}: {finding}" for finding in window.axe_findings()]
        for width in WIDTHS:
            window.page.set_viewport_size({"width": width, "height": 800})
            if window.overflows():
                wrong.append(f"{name}: overflows at {width} px")
            if window.hides_current_entry():
                wrong.append(f"{name}: the entry of this page is out of sight at {width} px")
    assert wrong == []


def test_the_current_entry_is_in_sight_without_scripts(
    browser: Browser, site: str, cast: Cast
) -> None:
    context = browser.new_context(
        base_url=site, viewport={"width": 360, "height": 800}, java_script_enabled=False
    )
    window = WatchedPage(context.new_page())
    window.log_in(cast.manager)
    window.page.goto(reverse("campaign-design", args=[cast.campaign.public_id]))
    current = window.page.locator(".subtabs [aria-current='page']")
    expect(current).to_have_text("Design")
    # No tab of the campaign is off the screen of a phone.
    groups = window.page.locator(".tabs a")
    expect(groups).to_have_text(["Overview", "Work", "People", "Quality", "Releases", "Settings"])
    assert all(is_on_screen(tab) for tab in [current, *groups.all()])
    context.close()
    assert window.problems == []


@pytest.mark.parametrize("status", [403, 404])
def test_error_pages_are_accessible(
    status: int, visit: Callable[..., WatchedPage], cast: Cast
) -> None:
    window = visit(user=cast.annotator)
    window.expect_status(status)
    window.page.goto({403: "/people/", 404: "/nothing/here"}[status])
    assert window.page.locator("h1").count() == 1
    assert window.page.get_by_role("link", name="Go to the home page").is_visible()
    assert window.axe_findings() == []


def test_lock_out_page_is_accessible(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    window = visit()
    window.expect_status(422)
    window.expect_status(429)
    for _ in range(SAME_NAME_AND_PLACE.free):
        window.page.goto("/log-in/")
        window.page.get_by_label("User name").fill("anna")
        window.page.get_by_label("Password").fill("not the password")
        window.page.get_by_role("button", name="Log in").click()
    assert "Too many" in window.page.locator("h1").inner_text()
    assert window.axe_findings() == []


def test_page_of_our_own_failure_is_accessible_and_needs_nothing(
    visit: Callable[..., WatchedPage], cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(person: object) -> None:
        raise RuntimeError("broken on purpose")

    window = visit(user=cast.annotator)
    window.expect_status(500)
    monkeypatch.setattr("campaigns.views.home.home_of", fail)
    window.page.goto("/")
    assert window.page.locator("h1").inner_text() == "Something went wrong"
    assert window.axe_findings() == []


def test_static_files_are_hashed_and_kept_for_long(
    visit: Callable[..., WatchedPage], site: str, cast: Cast
) -> None:
    window = visit()
    with window.page.expect_response("**/tokens.*.css") as response:
        window.page.goto("/log-in/")
    assert "immutable" in response.value.headers["cache-control"]


def test_the_policy_forbids_inline_scripts(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    window = visit()
    response = window.page.goto("/log-in/")
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy and "unsafe" not in policy


def test_the_checker_finds_what_is_wrong(visit: Callable[..., WatchedPage], cast: Cast) -> None:
    # Guards the tests above: a page with faults must not pass them.
    window = visit()
    window.expect_status(404)
    window.page.goto("/log-in/")
    window.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<img src=\"/static/x\"><p class=\"wide\">' + 'x'.repeat(4000) + '</p>')"
    )
    window.page.evaluate("document.querySelector('.wide').style.whiteSpace = 'nowrap'")
    assert [finding for finding in window.axe_findings() if "image-alt" in finding] != []
    assert window.overflows()
