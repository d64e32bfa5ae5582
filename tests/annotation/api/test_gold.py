"""Gold by the API."""

from __future__ import annotations

import msgspec
import pytest

from annotation.models import Gold
from annotation.services.calibration import gold_files
from tests.annotation.api.clients import client_of, get, plain, post, refusal
from tests.annotation.disagreeing import FIRST
from tests.annotation.verifying_world import Desk

pytestmark = pytest.mark.django_db


def test_gold_is_made_answered_and_withdrawn(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    body = {"use": "practice", "text": "A claim of gold."}
    assert refusal(post(manager, f"{at}/gold/claims", {**body, "phase": "nowhere"})) == (
        422,
        "gold_refused",
    )
    opened = post(manager, f"{at}/gold/claims", body)
    assert opened.status_code == 200, opened.content
    desk_at = f"attempts/{opened.json()['attempt']}"
    assert refusal(post(manager, f"{desk_at}/skip", {"reason": "other"})) == (409, "outside")
    token = post(manager, f"{desk_at}/confirm", plain(FIRST)).json()["confirmation"]
    sent = {"confirmation": token, "judgement": plain(FIRST)}
    assert post(manager, f"{desk_at}/submit", sent).status_code == 200
    [listed] = get(manager, f"{at}/gold", use="practice").json()["results"]
    assert listed["is_ready"]
    described = {"use": "practice", "why": "The page says so."}
    item = f"{at}/gold/{listed['id']}"
    assert post(manager, item, described).json()["why"] == "The page says so."
    lines = b"".join(get(manager, f"{at}/gold/export").streaming_content)
    assert lines == b"".join(gold_files.export_gold(desk.campaign))
    line = msgspec.json.decode(lines.splitlines()[0])
    line["claim"] = "Another claim of gold."
    assert post(manager, f"{at}/gold/import", {"lines": [line]}).json() == {"imported": 1}
    assert refusal(post(manager, f"{at}/gold/import", {"lines": [line]})) == (422, "gold_refused")
    assert Gold.objects.count() == 2
    assert post(manager, f"{item}/withdraw").json()["withdrawn_at"] is not None
    assert refusal(post(manager, f"{item}/open")) == (422, "gold_refused")
