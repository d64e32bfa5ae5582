"""The error bench in a real browser: an error is tagged by keyboard, at two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from releases.models import PredictionRun, SampledError
from tests.browser.watched import WatchedPage
from tests.people import NOW, PASSWORD
from tests.releases.world import (
    add_error,
    address,
    make_campaign,
    make_release,
    manager_of,
    verify_all,
)

SIZES = ((1366, 768), (390, 844))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_an_error_is_tagged_by_keyboard(
    dark: bool, visit: Callable[..., WatchedPage], settings: Settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path
    desk = make_campaign(3)
    verify_all(desk)
    release = make_release(desk.campaign)
    manager = manager_of(desk)
    manager.set_password(PASSWORD)
    manager.save()
    add_error(
        PredictionRun.objects.create(
            release=release,
            part="train",
            name="Baseline",
            uploaded_at=NOW,
            uploaded_by=manager,
            sha256="0" * 64,
        )
    )
    window = visit(user=manager, dark=dark)
    page = window.page
    page.goto(address("release", desk, 1))
    page.get_by_role("link", name="Error bench").click()
    page.get_by_role("link", name="Tag errors").click()
    expect(page.get_by_role("heading", name="Predicted by Baseline")).to_be_visible()
    wrong = looked_at(window)
    page.keyboard.press("3")
    expect(page.get_by_text("1 of 1 error tagged.")).to_be_visible()
    assert SampledError.objects.get().cause == "wrong_inference"
    wrong += looked_at(window)
    assert wrong == []


def looked_at(window: WatchedPage) -> list[str]:
    """Return what is wrong with a page at each size."""
    wrong = []
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    return wrong
