"""The confirmation before a submission: the minimality check, where a campaign asks for it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from annotation.models import Attempt, Verification
from annotation.rules.verifying.minimality import unchecked_sets
from annotation.services.desk.sync import keep_draft
from annotation.services.verifying import confirmations
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
from tests.people import NOW

pytestmark = pytest.mark.django_db
TWO = [element("sentence_1"), element("sentence_2")]


def plain(*addresses: str) -> list[dict[str, str]]:
    return [{"page": one.page, "address": one.address} for one in map(element, addresses)]


@pytest.fixture
def desk() -> Desk:
    design = verified_by(1)
    return make_desk(protocol=replace(design, evidence=replace(design.evidence, minimality=1)))


def submit(attempt: Attempt, checks: Any) -> Verification:
    keep_draft(attempt=attempt, body={"checks": checks}, now=NOW)
    return submit_confirmed(attempt=attempt, judgement=judgement(TWO), now=NOW)


@pytest.mark.parametrize(
    "checks",
    [
        {},
        None,
        ["sentence_1"],
        {"1": "needed"},
        {"1": {"of": plain("sentence_1", "sentence_2"), "needed": plain("sentence_1")}},
        # Answered before the second element was added.
        {"1": {"of": plain("sentence_1"), "needed": plain("sentence_1"), "ended": True}},
        {"2": {"of": plain("sentence_1", "sentence_2"), "needed": [], "ended": True}},
    ],
)
def test_elements_that_were_not_asked_about_are_not_submitted(desk: Desk, checks: Any) -> None:
    attempt = take(desk).attempt
    with pytest.raises(confirmations.NotAskedError):
        submit(attempt, checks)
    assert not Verification.objects.exists()


@pytest.mark.parametrize(
    "check",
    [
        {
            "of": plain("sentence_1", "sentence_2"),
            "needed": plain("sentence_2", "sentence_1"),
            "ended": False,
        },
        {"of": plain("sentence_1", "sentence_2", "sentence_3"), "needed": [], "ended": True},
    ],
)
def test_answered_or_ended_checks_are_accepted(desk: Desk, check: dict[str, Any]) -> None:
    made = submit(take(desk).attempt, {"1": check})
    assert made.number == 1


def test_a_single_element_has_nothing_to_leave_out(desk: Desk) -> None:
    made = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    assert made.verdict == "supported"


def test_a_campaign_that_does_not_ask_takes_all_evidence() -> None:
    desk = make_desk(protocol=verified_by(1))
    made = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(TWO), now=NOW)
    assert made.number == 1


def test_sets_are_known_by_their_numbers_at_the_desk() -> None:
    given = replace(judgement(TWO, [element("sentence_3")]), numbers=(3, 1))
    assert unchecked_sets(given, {}) == [3]
