"""Calibration through the API: appeals point by point, and what candidates cannot do."""

from __future__ import annotations

import pytest

from annotation.models import (
    Appeal,
    Attempt,
    Candidacy,
    Claim,
    Grade,
    PhaseItem,
    Qualification,
)
from annotation.services.calibration import phases
from core.api.scopes import Scope
from tests.annotation.api.clients import client_of, post, refusal
from tests.annotation.calibration_world import Ground, make_ground, verify_item, write_item
from tests.annotation.verifying_world import element, judgement
from tests.people import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def test_an_appeal_is_read_with_its_points_and_granted_in_part(ground: Ground) -> None:
    verify_item(ground, given=judgement([element("sentence_4")], verdict="refuted", answer="yes"))
    verify_item(ground)
    item = PhaseItem.objects.get(position=1)
    phases.appeal(item=item, text="But the page says so.", now=NOW)
    client = client_of(ground.manager, *Scope)
    campaign = f"campaigns/{ground.campaign.public_id}/calibration"
    (waiting,) = client.get(f"/api/v1/{campaign}").json()["appeals"]
    assert [point["key"] for point in waiting["points"]] == ["verdict", "evidence"]
    path = f"{campaign}/appeals/{waiting['id']}"
    said = {"answer": "The verdict is right."}
    assert refusal(post(client, path, said | {"granted": ["tags"]})) == (422, "granted")
    assert refusal(post(client, path, said | {"granted": []})) == (422, "invalid")
    assert Appeal.objects.get().state == "open"
    left = post(client, path, said | {"granted": ["verdict"]}).json()
    assert left["appeals"] == []
    graded = Grade.objects.get(settles=True)
    assert (graded.verdict_right, graded.precision, graded.grader) == (True, 0.0, ground.manager)
    again = post(client, path, said | {"granted": None})
    assert refusal(again) == (409, "not_gradable")


def test_candidates_neither_open_again_what_was_graded_nor_grade_nor_decide(
    ground: Ground,
) -> None:
    given = verify_item(ground)
    verify_item(ground)
    write_item(ground)
    write_item(ground)
    client = client_of(ground.candidate, *Scope)
    reopened = post(client, f"verifications/{given.public_id}/reopen")
    assert refusal(reopened) == (409, "final")
    campaign = f"campaigns/{ground.campaign.public_id}/calibration"
    phase = Qualification.objects.get(phase="write_1")
    claim = Claim.with_gold.filter(state=Claim.State.CALIBRATION).earliest("pk")
    graded = {"claim": claim.public_id, "keeps_guidelines": True, "tags_fit": True}
    decided = {
        "person": ground.candidate.public_id,
        "task": "verify",
        "decision": "approved",
    }
    for path, body in (
        (f"{campaign}/phases/{phase.public_id}/grade", graded),
        (f"{campaign}/phases/{phase.public_id}/feedback", None),
        (f"{campaign}/decide", decided),
        (f"{campaign}/approve", {"task": "verify", "score": 0.0}),
    ):
        assert refusal(post(client, path, body)) == (403, "permission_denied"), path
    assert not Grade.objects.filter(grader__isnull=False).exists()
    assert not Candidacy.objects.exclude(outcome="open").exists()
    assert not Attempt.objects.filter(annotator=ground.candidate, outcome="open").exists()
