"""A spot check, drawn and judged by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import expect

from annotation.models import SampledClaim
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import queue
from tests.annotation.verifying_world import submit_confirmed
from tests.browser.desk.test_parts_of_the_desk import axe
from tests.browser.desk.world import open_campaign
from tests.browser.watched import WatchedPage
from tests.people import Cast

Visit = Callable[..., WatchedPage]


def test_a_sample_is_drawn_and_judged_by_keyboard(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast)
    now = timezone.now()
    taken = queue.take_claim(campaign=campaign, annotator=cast.annotator, now=now)
    judgement = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[[ElementReference("Aare", "sentence_0")]],
    )
    submit_confirmed(attempt=taken.attempt, judgement=judgement, now=now)
    window = visit(user=cast.manager)
    page, press = window.page, window.page.keyboard.press
    page.goto(f"/campaigns/{campaign.public_id}/spot-checks/")
    page.get_by_label("Claims", exact=True).focus()
    press("Enter")
    expect(page.get_by_text("Round 1, claim 1 of 1")).to_be_visible()
    wrong = axe(window, "claim")
    press("2")
    expect(page.get_by_text("1 of 1 claim judged.")).to_be_visible()
    assert SampledClaim.objects.get().result == "insufficient"
    wrong += axe(window, "rounds")
    assert wrong == []
