"""Predicted evidence judged by keyboard in a real browser, at two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from releases.models import EvidenceJudgement
from releases.scoring.evidence_checks import CheckSize
from tests.browser.test_error_bench import looked_at
from tests.browser.watched import WatchedPage
from tests.people import PASSWORD
from tests.releases.evidence_world import add_system, draw_check
from tests.releases.world import address, make_campaign, make_release, manager_of, verify_all


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_evidence_is_judged_by_keyboard(
    dark: bool, visit: Callable[..., WatchedPage], settings: Settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path
    desk = make_campaign(3)
    verify_all(desk)
    release = make_release(desk.campaign)
    manager = manager_of(desk)
    manager.set_password(PASSWORD)
    manager.save()
    draw_check(release, [add_system(release, manager)], manager, size=CheckSize(2, 50, 1))
    window = visit(user=manager, dark=dark)
    page = window.page
    page.goto(address("release", desk, 1))
    page.get_by_role("link", name="Evidence checks").click()
    expect(page.get_by_role("heading", name="Check predicted evidence")).to_be_visible()
    wrong = looked_at(window)
    page.get_by_role("link", name="Check 1").click()
    page.get_by_role("link", name="Judge evidence").click()
    expect(page.get_by_role("button", name="Sufficient")).to_be_visible()
    wrong += looked_at(window)
    # The next page answers to keys when it is loaded.
    with page.expect_navigation():
        page.keyboard.press("1")
    expect(page.get_by_role("button", name="Sufficient")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("No more evidence waits for you here.")).to_be_visible()
    page.goto(address("release-evidence-check", desk, 1, 1))
    expect(page.get_by_text("1 of 1 predicted sets have all their judgements.")).to_be_visible()
    wrong += looked_at(window)
    answers = EvidenceJudgement.objects.values_list("answer", flat=True)
    assert list(answers) == ["sufficient", "sufficient"]
    assert wrong == []
