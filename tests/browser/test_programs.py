"""A table program is confirmed and corrected by keyboard, in light and dark, at two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from quality.models import Objection, ProgramReading
from tests.browser.watched import WatchedPage
from tests.people import PASSWORD
from tests.quality.objections_world import make_objection
from tests.quality.programs_world import TableDesk, make_table_desk, train_models

SIZES = ((1366, 768), (390, 844))


@pytest.fixture
def at(settings: Settings, tmp_path: Path, site: str) -> TableDesk:
    """Make a claim about a table, and a model that the running site uses."""
    settings.HOME = tmp_path / "home"
    (tmp_path / "model").mkdir()
    train_models(tmp_path / "model")
    made = make_table_desk(tmp_path / "model")
    made.desk.manager.set_password(PASSWORD)
    made.desk.manager.save()
    return made


def findings(window: WatchedPage) -> list[str]:
    wrong = []
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {finding}" for finding in window.axe_findings()]
        if window.overflows():
            wrong.append(f"overflows at {width} px")
    window.page.set_viewport_size({"width": 1366, "height": 768})
    return wrong


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_an_objection_is_reviewed_and_its_program_confirmed_and_corrected(
    dark: bool, visit: Callable[..., WatchedPage], at: TableDesk
) -> None:
    first = at.offered.first
    assert first is not None
    make_objection(at.desk, at.claim, english=first.english, page=at.page, table="table_0")
    window = visit(user=at.desk.manager, dark=dark)
    # Of the program that is refused.
    window.expect_status(422)
    page, press = window.page, window.page.keyboard.press
    page.goto(f"/campaigns/{at.desk.campaign.public_id}/quality/objections/")
    wrong = findings(window)
    page.get_by_role("button", name="Unclear").focus()
    press("Enter")
    expect(page.locator("td strong")).to_have_text("Unclear")
    assert Objection.objects.get().review == "unclear"
    page.get_by_role("link", name="Confirm or correct the program").focus()
    press("Enter")
    expect(page.get_by_role("heading", name="Is this what the claim says?")).to_be_visible()
    wrong += findings(window)
    press("1")
    expect(page.get_by_text("Your answer: Confirmed")).to_be_visible()
    assert ProgramReading.objects.get().state == "confirmed"
    page.get_by_label("Program", exact=True).focus()
    press("Control+a")
    page.keyboard.type('only(is(rows, "river", "Osk"')
    press("Tab")
    press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The program ends too early")
    expect(page.get_by_label("Program", exact=True)).to_have_value('only(is(rows, "river", "Osk"')
    page.get_by_label("Program", exact=True).focus()
    press("Control+End")
    page.keyboard.type("))")
    press("Tab")
    press("Enter")
    expect(page.get_by_role("status").filter(has_text="not saved yet")).to_be_visible()
    wrong += findings(window)
    page.get_by_role("button", name="Save correction").focus()
    press("Enter")
    expect(page.get_by_text("Your answer: Corrected")).to_be_visible()
    stored = ProgramReading.objects.get(superseded_at=None)
    assert (stored.state, stored.program) == ("corrected", 'only(is(rows, "river", "Osk"))')
    assert wrong == []
