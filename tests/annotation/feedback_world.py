"""Campaigns whose writers may ask the verifier, and an answer of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.models import Attempt
from annotation.selectors.desk.attempts import attempt_of
from annotation.services.writing import highlights
from assist.selectors.claim_feedback import LinkedCell, MachineFeedback, TableLink
from campaigns.protocols.numbers import Given
from tests.annotation.world import World, later, make_world

# Every highlight, or none, is dealt the feedback.
SHOWN: Mapping[str, Given] = {"feedback.shown": 1, "feedback.share": 1}
WITHHELD: Mapping[str, Given] = {"feedback.shown": 1, "feedback.share": 0}
HALF: Mapping[str, Given] = {"feedback.shown": 1, "feedback.share": "1/2"}


def make_asking_world(numbers: Any = None, **options: Any) -> World:
    """Return a campaign in which writers may ask, unless the numbers say otherwise."""
    return make_world(numbers=SHOWN if numbers is None else numbers, **options)


def take_attempt(world: World, *, hours: float = 0) -> Attempt:
    """Return an attempt at a highlight, as the desk reads it."""
    taken = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=later(hours)
    )
    attempt = attempt_of(world.writer, taken.attempt.public_id)
    assert attempt is not None
    return attempt


def answer(**changes: Any) -> MachineFeedback:
    """Return an answer of the verifier."""
    fields: dict[str, Any] = {
        "provider": "verifier 7",
        "pages": 5,
        "page_rank": 1,
        "elements": 3,
        "elements_found": 2,
        "is_table": False,
        "label": "REFUTES",
        "probability": 0.81234,
        "reason": "",
        "links": (),
    }
    return MachineFeedback(**{**fields, **changes})


LINKS = (
    TableLink("thun", "Lake", (LinkedCell("cell_0_2_0", "Thun"),), 1),
    TableLink("deep", "Kind", (LinkedCell("cell_0_1_2", "deep"),), 3),
    TableLink("depth", "Depth", (), 0),
)
