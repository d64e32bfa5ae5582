"""Calibration through the API: managers answer appeals point by point."""

from __future__ import annotations

import pytest

from annotation.models import Appeal, Grade, PhaseItem
from annotation.services.calibration import phases
from core.api.scopes import Scope
from tests.annotation.api.clients import client_of, post, refusal
from tests.annotation.calibration_world import Ground, make_ground, verify_item
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
