"""A manager sets a person's work aside by keyboard, and brings it back."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import expect

from annotation.models import Suspension, Verification
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue
from tests.annotation.verifying_world import submit_confirmed
from tests.browser.desk.test_parts_of_the_desk import axe
from tests.browser.desk.world import open_campaign
from tests.browser.watched import WatchedPage, tab_to
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def test_a_person_is_set_aside_by_keyboard_and_comes_back(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast)
    now = timezone.now()
    taken = queue.take_claim(campaign=campaign, annotator=cast.annotator, now=now)
    given = submit_confirmed(
        attempt=taken.attempt,
        judgement=Judgement(
            verdict="supported",
            tags={"challenge": "other"},
            sets=[[ElementReference("Aare", "sentence_0")]],
        ),
        now=now,
    )
    window = visit(user=cast.manager)
    page, press = window.page, window.page.keyboard.press
    page.goto(f"/campaigns/{campaign.public_id}/set-aside/")
    wrong = axe(window, "before")
    tab_to(page, page.get_by_label("Person"))
    page.keyboard.type(cast.annotator.name)
    press("Tab")
    press("ArrowDown")
    expect(page.get_by_role("radio", name="Verifications")).to_be_checked()
    # Month, day and year of the field follow one another as they are typed.
    tab_to(page, page.get_by_label("From this day on"))
    page.keyboard.type("01012020")
    expect(page.get_by_label("From this day on")).to_have_value("2020-01-01")
    tab_to(page, page.get_by_label("Reason"))
    page.keyboard.type("Answered without reading.")
    press("Tab")
    press("Enter")
    expect(page.get_by_text("1 verification is set aside")).to_be_visible()
    wrong += axe(window, "after")
    assert Suspension.objects.get().items == 1
    given.refresh_from_db()
    assert given.void_since is not None
    theirs = visit(user=cast.annotator).page
    theirs.goto(f"/campaigns/{campaign.public_id}/verifications/mine/")
    expect(theirs.get_by_text("Answered without reading.")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Undo"))
    press("Enter")
    expect(page.get_by_text("1 item counts again.")).to_be_visible()
    assert Verification.objects.filter(void_since=None).get() == given
    assert wrong == []
