"""Candidates read feedback to its end; nothing of gold is readable before."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Appeal, Gold, PhaseItem, Qualification, TaskName, Verification
from annotation.services.calibration.gold import withdraw_gold
from annotation.services.desk import sync
from annotation.services.verifying import confirmations
from tests.annotation.calibration_world import (
    Ground,
    make_ground,
    right_answer,
    take,
    verify_item,
    write_item,
)
from tests.annotation.verifying_world import element, judgement
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def test_the_home_page_says_where_a_candidate_is(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = client.get("/").content.decode()
    assert page.count("calibration, phase 1: 0 of 2") == 2
    verify_item(ground)
    assert "calibration, phase 1: 1 of 2" in client.get("/").content.decode()
    verify_item(ground)
    page = client.get("/").content.decode()
    assert "calibration: feedback to read" in page
    write_item(ground)
    write_item(ground)
    assert "calibration: waiting for grades" in client.get("/").content.decode()


def test_candidates_are_refused_work_in_a_sentence(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    for path, said in (("verify", "verify claims"), ("write", "write claims")):
        answer = client.post(f"/campaigns/{ground.campaign.public_id}/{path}/", follow=True)
        text = f"You can {said} here once the managers have approved you."
        assert text in answer.content.decode()


def test_feedback_shows_own_work_beside_gold_and_is_read_to_its_end(
    ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.candidate)
    verify_item(
        ground,
        given=judgement(
            [element("sentence_4")], [element("sentence_1")], verdict="refuted", answer="yes"
        ),
    )
    verify_item(ground)
    phase = Qualification.objects.get()
    address = f"/calibration/{phase.public_id}/"
    page = client.get(address).content.decode()
    assert 'data-address="sentence_1" data-marked="both"' in page
    assert 'data-address="sentence_4" data-marked="mine"' in page
    assert 'data-address="cell_0_1_0" data-marked="gold"' in page
    assert "The table says so." in page
    guidelines = f"/campaigns/{ground.campaign.public_id}/guidelines/"
    assert f'href="{guidelines}#clause-evidence">Evidence</a>' in page
    assert 'id="clause-evidence"' in client.get(guidelines).content.decode()
    first, second = PhaseItem.objects.order_by("position")
    answer = client.post(f"/calibration/items/{first.public_id}/read/")
    assert answer.headers["Location"] == address
    phase.refresh_from_db()
    assert phase.state == "feedback"
    client.post(f"/calibration/items/{second.public_id}/read/")
    phase.refresh_from_db()
    assert phase.state == "read"


def test_a_refused_appeal_shows_its_own_item_again(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    verify_item(ground)
    verify_item(ground)
    first, second = PhaseItem.objects.order_by("position")
    withdraw_gold(gold=first.gold, actor=ground.manager, now=NOW)
    # The second item of the phase is now the first that counts.
    answer = client.post(f"/calibration/items/{second.public_id}/appeal/", {"text": " "})
    assert answer.status_code == 422
    assert answer.context["shown"].item == second
    assert second.gold.claim is not None
    assert second.gold.claim.text in answer.content.decode()


def test_nobody_appeals_about_an_item_that_was_withdrawn(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    verify_item(ground)
    verify_item(ground)
    item = PhaseItem.objects.order_by("position")[0]
    withdraw_gold(gold=item.gold, actor=ground.manager, now=NOW)
    answer = client.post(f"/calibration/items/{item.public_id}/appeal/", {"text": "It was right."})
    assert answer.status_code == 404
    assert client.post(f"/calibration/items/{item.public_id}/read/").status_code == 404
    assert not Appeal.objects.exists()


def test_an_appeal_without_a_reason_is_refused_and_stores_nothing(
    ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.candidate)
    verify_item(ground)
    verify_item(ground)
    item = PhaseItem.objects.order_by("position")[0]
    path = f"/calibration/items/{item.public_id}/appeal/"
    assert client.post(path, {"text": "  "}).status_code == 422
    assert not Appeal.objects.exists()
    client.post(path, {"text": "The page says otherwise."})
    assert Appeal.objects.get().text == "The page says otherwise."


def test_nothing_of_gold_is_readable_before_the_feedback(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    attempt = take(ground, TaskName.VERIFY)
    phase = Qualification.objects.get()
    gold = Gold.objects.get(phase_items__attempt=attempt)
    answered = Verification.objects.get(attempt=gold.answer)
    assert gold.answer is not None
    campaign = f"/campaigns/{ground.campaign.public_id}"
    for path, status in (
        (f"/calibration/{phase.public_id}/", 302),
        (f"/verifications/{answered.public_id}/", 404),
        (f"/verify/{gold.answer.public_id}/", 404),
        (f"{campaign}/gold/", 403),
        (f"{campaign}/gold/export/", 403),
        (f"{campaign}/gold/{gold.public_id}/", 403),
        (f"{campaign}/calibration/", 403),
        (f"{campaign}/calibration/phases/{phase.public_id}/", 403),
    ):
        assert client.get(path).status_code == status, path
    item = PhaseItem.objects.get(attempt=attempt)
    assert client.post(f"/calibration/items/{item.public_id}/read/").status_code == 404
    desk = client.get(f"/verify/{attempt.public_id}/").content.decode()
    assert "The table says so." not in desk
    assert "cell_0_1_0" not in desk
    assert "Calibration, phase 1: 1 of 2" in desk


def test_another_candidates_feedback_is_not_there(ground: Ground, log_in: LogIn) -> None:
    verify_item(ground)
    verify_item(ground)
    phase = Qualification.objects.get()
    client = log_in(ground.candidates[1])
    assert client.get(f"/calibration/{phase.public_id}/").status_code == 404


def test_calibration_items_are_neither_skipped_nor_reported(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    attempt = take(ground, TaskName.VERIFY)
    for act in ("skip", "report"):
        answer = client.post(f"/verify/{attempt.public_id}/{act}/", {"reason": "other"})
        assert answer.status_code == 409
    writing = take(ground, TaskName.WRITE)
    answer = client.post(
        f"/write/{writing.public_id}/skip/",
        {"reason": "other"},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 409
    for each in (attempt, writing):
        each.refresh_from_db()
        assert each.outcome == "open"


def test_both_desks_open_for_calibration_and_for_gold(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.candidate)
    page = client.get(f"/write/{take(ground, TaskName.WRITE).public_id}/").content.decode()
    assert "Calibration, phase 1: 1 of 2" in page
    assert "data-highlighted" in page
    # Its prescriptions are the gold's.
    assert "negation" in page.lower()


def test_gold_withdrawn_from_a_desk_in_use_is_said_and_the_draft_stays(
    ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.candidate)
    verify_item(ground)
    attempt = take(ground, TaskName.VERIFY)
    confirmations.confirm_judgement(attempt=attempt, judgement=right_answer())
    sync.keep_draft(attempt=attempt, body={"note": "Half done"}, now=NOW)
    # The last item of the phase, so that the phase is over.
    gold = Gold.objects.get(phase_items__attempt=attempt)
    withdraw_gold(gold=gold, actor=ground.manager, now=NOW)
    answer = client.post(
        f"/verify/{attempt.public_id}/submit/",
        msgspec.json.encode(right_answer()),
        content_type="application/json",
    )
    assert answer.status_code == 409
    assert "Nothing was stored, and nothing is missing." in answer.json()["message"]
    attempt.refresh_from_db()
    assert attempt.outcome == "open"
    assert attempt.draft.body == {"note": "Half done"}
    assert not Verification.objects.filter(attempt=attempt).exists()
    assert "calibration: feedback to read" in client.get("/").content.decode()
