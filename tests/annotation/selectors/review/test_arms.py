"""The claims whose arms of assistance can be compared."""

from __future__ import annotations

import pytest

from annotation.selectors.review.arms import compared_claims
from annotation.services.campaign.assistance import switch_assistance
from tests.annotation.verifying_world import Desk, make_desk, submit_confirmed, take, verified_by
from tests.annotation.verifying_world import judgement as judged
from tests.annotation.world import later

pytestmark = pytest.mark.django_db


def switch(desk: Desk, *, is_on: bool, hours: float) -> None:
    switch_assistance(campaign=desk.campaign, is_on=is_on, actor=desk.manager, now=later(hours))


def verified(desk: Desk, person: int, hours: float) -> int:
    """Return the claim that a person verified."""
    taken = take(desk, desk.verifiers[person], hours)
    submit_confirmed(attempt=taken.attempt, judgement=judged(), now=later(hours))
    return taken.attempt.at_claim


def test_claims_are_compared_that_were_first_taken_while_suggestions_were_on() -> None:
    desk = make_desk(highlights_written=2, verifiers=2, protocol=verified_by(2))
    before = verified(desk, 0, hours=1)
    assert compared_claims(desk.campaign) == set()
    switch(desk, is_on=True, hours=2)
    during = verified(desk, 0, hours=2)
    switch(desk, is_on=False, hours=3)
    off = verified(desk, 0, hours=3)
    switch(desk, is_on=True, hours=4)
    again = verified(desk, 0, hours=5)
    assert len({before, during, off, again}) == 4
    assert compared_claims(desk.campaign) == {during, again}
    # What a second person verifies now was first taken before; the rest is new.
    first = {verified(desk, 1, hours=6) for _ in range(6)}
    assert compared_claims(desk.campaign) == first - {before, off}
