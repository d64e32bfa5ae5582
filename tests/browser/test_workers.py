"""Workers of external platforms in a browser: from the manager's link to the completion code."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from campaigns.models import CrowdWorker
from tests.browser.watched import WatchedPage
from tests.people import PASSWORD, Cast

Visit = Callable[..., WatchedPage]


def findings(window: WatchedPage) -> list[str]:
    return window.axe_findings() + (["overflows"] if window.overflows() else [])


@pytest.mark.parametrize("width", [1366, 390])
def test_a_worker_joins_by_a_link_and_is_known_by_their_id(
    visit: Visit, cast: Cast, width: int
) -> None:
    window = visit(user=cast.manager, width=width)
    page = window.page
    page.goto(f"/campaigns/{cast.campaign.public_id}/workers/")
    page.get_by_label("Name", exact=True).fill("Prolific, March")
    page.get_by_label("Workers at most").fill("2")
    page.get_by_label("Items until the completion code").fill("3")
    page.get_by_role("button", name="Create link").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Link for workers")).to_be_visible()
    assert findings(window) == []
    address = page.get_by_label("Address; the worker id comes last").input_value()
    assert address.endswith("?PROLIFIC_PID=")

    worker = visit(width=width, dark=True)
    worker.page.goto(address + "5f3c")
    expect(worker.page.get_by_text("5f3c")).to_be_visible()
    assert findings(worker) == []
    worker.page.get_by_label("User name").fill("ben")
    worker.page.get_by_label("Password", exact=True).fill(PASSWORD)
    worker.page.get_by_label("Password again").fill(PASSWORD)
    worker.page.get_by_role("button", name="Create account and join").press("Enter")
    expect(worker.page.get_by_text("You have joined")).to_be_visible()
    worker.page.goto("/")
    expect(worker.page.get_by_text("0 of 3 items submitted")).to_be_visible()
    assert CrowdWorker.objects.get().worker_id == "5f3c"

    page.get_by_role("link", name="Done").press("Enter")
    known = page.get_by_role("region", name="Workers", exact=True)
    expect(known).to_contain_text("5f3c")
    expect(known).to_contain_text("not given yet")
    assert findings(window) == []
