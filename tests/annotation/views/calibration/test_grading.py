"""Managers grade claims, blind to each other, and give the feedback."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Grade, GradingPhrase, PhaseItem, Qualification
from annotation.selectors.calibration.feedback import claims_from
from annotation.services.calibration.gold import withdraw_gold
from tests.annotation.calibration_world import Ground, make_ground, write_item
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
YES = {"keeps": "yes", "fits": "yes"}


@pytest.fixture
def ground() -> Ground:
    made = make_ground()
    write_item(made)
    write_item(made)
    return made


def at(place: int) -> dict[str, str | int]:
    """Return a place of the phase and the claim that stands there, as the form sends them."""
    items = PhaseItem.objects.filter(gold__withdrawn_at=None).order_by("position")
    claims = [claim for item in items for claim in claims_from(item.attempt)]
    return {"at": place, "claim": str(claims[place - 1].public_id)}


def _address(ground: Ground) -> str:
    phase = Qualification.objects.get()
    return f"/campaigns/{ground.campaign.public_id}/calibration/phases/{phase.public_id}/"


def test_claims_are_graded_one_after_another_and_feedback_given(
    ground: Ground, log_in: LogIn
) -> None:
    client, address = log_in(ground.manager), _address(ground)
    for place in range(1, 7):
        page = client.get(f"{address}?at={place}").content.decode()
        assert "data-grading" in page
        client.post(f"{address}grade/", {**YES, **at(place), "comment": f"Good {place}."})
    assert Grade.objects.filter(grader=ground.manager, keeps_guidelines=True).count() == 6
    client.post(f"{address}release/")
    assert Qualification.objects.get().state == "feedback"


def test_feedback_waits_until_every_claim_is_graded(ground: Ground, log_in: LogIn) -> None:
    client, address = log_in(ground.manager), _address(ground)
    answer = client.post(f"{address}release/")
    assert answer.status_code == 422
    assert "6 claims have no grade" in answer.content.decode()
    assert Qualification.objects.get().state == "submitted"


def test_a_grade_needs_both_answers_and_keeps_what_was_typed(ground: Ground, log_in: LogIn) -> None:
    client, address = log_in(ground.manager), _address(ground)
    answer = client.post(
        f"{address}grade/", {"keeps": "no", **at(1), "comment": "Not a whole sentence."}
    )
    assert answer.status_code == 422
    assert "Not a whole sentence." in answer.content.decode()
    assert not Grade.objects.exists()


def test_managers_are_blind_to_each_other_until_they_have_graded(
    ground: Ground, log_in: LogIn
) -> None:
    address = _address(ground)
    first = log_in(ground.manager)
    first.post(f"{address}grade/", {**YES, **at(1), "comment": "A secret opinion."})
    second = log_in(ground.other_manager)
    assert "A secret opinion." not in second.get(f"{address}?at=1").content.decode()
    second.post(f"{address}grade/", {"keeps": "no", "fits": "yes", **at(1)})
    page = second.get(f"{address}?at=1").content.decode()
    assert "A secret opinion." in page
    assert "The managers disagree" in page
    chosen = Grade.objects.get(grader=ground.manager)
    second.post(f"{address}settle/", {"grade": chosen.public_id, "at": 1})
    chosen.refresh_from_db()
    assert chosen.settles
    assert "The managers disagree" not in second.get(f"{address}?at=1").content.decode()


def test_a_comment_can_be_kept_as_a_phrase(ground: Ground, log_in: LogIn) -> None:
    client, address = log_in(ground.manager), _address(ground)
    client.post(f"{address}grade/", {**YES, **at(1), "comment": "Well done.", "phrase": "1"})
    assert GradingPhrase.objects.get().text == "Well done."
    assert 'data-phrase="Well done."' in client.get(f"{address}?at=2").content.decode()


def test_a_grade_is_for_the_claim_that_its_manager_saw(ground: Ground, log_in: LogIn) -> None:
    client, address = log_in(ground.manager), _address(ground)
    sent = {**YES, **at(1), "comment": "About the first claim."}
    first = PhaseItem.objects.order_by("position")[0]
    withdraw_gold(gold=first.gold, actor=ground.other_manager, now=NOW)
    # Another claim stands at the first place now.
    answer = client.post(f"{address}grade/", sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "An item of this phase was withdrawn in the meantime" in page
    assert "Your grade was not saved." in page
    assert "About the first claim." in page
    assert not Grade.objects.exists()
