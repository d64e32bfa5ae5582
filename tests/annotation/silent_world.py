"""Silent gold in the campaign of `verifying_world`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from annotation.models import Gold
from annotation.rules.verifying.judgements import Judgement
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration.gold import GoldDescription
from campaigns.protocols.protocol import Protocol
from tests.annotation.verifying_world import Desk, judgement, submit_confirmed, verified_by
from tests.people import NOW


def mixed(silent: Fraction = Fraction(1, 2), **options: Any) -> Protocol:
    """Return the default study design with silent gold among the work."""
    return verified_by(1, silent=silent, **options)


def make_silent(
    desk: Desk, count: int, given: Judgement | None = None, text: str = "Silent claim {} of gold."
) -> list[Gold]:
    """Make silent gold: supported by sentence 1, unless told otherwise."""
    made = []
    for number in range(count):
        gold = gold_service.make_claim_gold(
            campaign=desk.campaign,
            text=text.format(number),
            description=GoldDescription(use=Gold.Use.SILENT),
            actor=desk.manager,
            now=NOW,
        )
        attempt = gold_service.answer_gold(gold=gold, actor=desk.manager, now=NOW)
        submit_confirmed(attempt=attempt, judgement=given or judgement(), now=NOW)
        gold.refresh_from_db()
        made.append(gold)
    return made
