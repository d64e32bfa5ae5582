"""One's own verifications by the API."""

from __future__ import annotations

import pytest

from annotation.models import Verification
from tests.annotation.api.clients import client_of, get, plain, post, refusal
from tests.annotation.disagreeing import FIRST
from tests.annotation.verifying_world import Desk

pytestmark = pytest.mark.django_db


def test_verifiers_read_their_own_work_and_nothing_of_others(desk: Desk) -> None:
    mine, other = client_of(desk.verifier), client_of(desk.verifiers[1])
    at = f"campaigns/{desk.campaign.public_id}"
    taken = f"attempts/{post(mine, f'{at}/verify').json()['attempt']}"
    token = post(mine, f"{taken}/confirm", plain(FIRST)).json()["confirmation"]
    post(mine, f"{taken}/submit", {"confirmation": token, "judgement": plain(FIRST)})
    given = Verification.objects.get()
    [listed] = get(mine, f"{at}/verifications/mine").json()["results"]
    assert listed["verification"] == str(given.public_id)
    record = get(mine, f"verifications/{given.public_id}").json()
    # Whose claim it is stays unknown, and so does its id.
    assert (record["claim"], record["person"]) == (None, None)
    assert get(other, f"{at}/verifications/mine").json()["results"] == []
    assert refusal(get(other, f"verifications/{given.public_id}")) == (404, "not_found")
    assert refusal(post(other, f"verifications/{given.public_id}/reopen")) == (404, "not_found")
    for address in ("claims", "verifications", "highlights", "gold", "calibration", "reports"):
        assert refusal(get(mine, f"{at}/{address}")) == (403, "permission_denied")
    opened = post(mine, f"verifications/{given.public_id}/reopen").json()
    assert opened["is_correction"]
    assert opened["draft"]["body"]["verdict"] == "supported"
