"""Grading by the API: a candidate does their items, managers grade and decide."""

from __future__ import annotations

import pytest

from accounts.models import User
from annotation.models import Attempt, Candidacy, TaskName
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.calibration_world import make_ground, verify_item, write_item

pytestmark = pytest.mark.django_db


def test_candidates_are_calibrated_graded_and_approved(db: None) -> None:
    ground = make_ground()
    candidate, manager = client_of(ground.candidate), client_of(ground.manager)
    at = f"campaigns/{ground.campaign.public_id}"
    assert refusal(post(candidate, f"{at}/verify")) == (409, "not_approved")
    taken = post(candidate, f"{at}/calibration/verify").json()
    own = Attempt.objects.get(public_id=taken["attempt"])
    assert own.purpose == Attempt.Purpose.CALIBRATION
    assert post(candidate, f"{at}/calibration/write").json()["cards"]
    assert refusal(post(manager, f"{at}/calibration/write")) == (403, "permission_denied")
    for _ in range(2):
        verify_item(ground)
    response = post(candidate, f"{at}/calibration/verify")
    assert refusal(response) == (409, "no_item")
    assert response.json()["step"] == "feedback"
    for _ in range(2):
        write_item(ground)
    read = get(manager, f"{at}/calibration").json()
    row = next(
        one
        for one in read["candidates"]
        if one["person"]["id"] == str(ground.candidate.public_id) and one["task"] == "write"
    )
    phase = f"{at}/calibration/phases/{row['phases'][0]['id']}"
    items = get(manager, phase).json()["items"]
    assert all(one["is_missing"] for one in items)
    assert refusal(post(manager, f"{phase}/feedback")) == (409, "not_all_graded")
    for item in items:
        grade = {"claim": item["claim"], "keeps_guidelines": True, "tags_fit": True}
        assert post(manager, f"{phase}/grade", grade).status_code == 200
    # Others' grades come after one's own.
    blind = get(client_of(ground.other_manager), phase).json()["items"]
    assert [one["grades"] for one in blind] == [[]] * len(items)
    assert post(manager, f"{phase}/feedback").json()["state"] == "feedback"
    decision = {"person": row["person"]["id"], "task": "verify", "decision": "approved"}
    assert post(manager, f"{at}/calibration/decide", decision).status_code == 200
    approved = Candidacy.objects.get(person=ground.candidate, task=TaskName.VERIFY)
    assert approved.outcome == Candidacy.Outcome.APPROVED
    stranger = {**decision, "person": str(User.objects.create(username="x").public_id)}
    unknown = {**decision, "person": str(ground.campaign.public_id)}
    for body in (stranger, unknown):
        assert refusal(post(manager, f"{at}/calibration/decide", body)) == (422, "no_candidate")
    switched = post(manager, f"{at}/calibration", {"is_required": False}).json()
    assert switched["is_required"] is False
