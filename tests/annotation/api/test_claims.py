"""The work of a campaign, as its managers read it by the API."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import Claim
from tests.annotation.api.clients import client_of, get, refusal
from tests.annotation.verifying_world import Desk, verify

pytestmark = pytest.mark.django_db


def test_managers_read_the_work_by_filters(desk: Desk) -> None:
    given = verify(desk)
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    every = get(manager, f"{at}/claims").json()["results"]
    assert len(every) == Claim.objects.count() == 3

    def ids(**filters: Any) -> set[str]:
        response = get(manager, f"{at}/claims", **filters)
        assert response.status_code == 200, response.content
        return {one["id"] for one in response.json()["results"]}

    verified = {str(given.claim.public_id)}
    assert ids(verified="true") == ids(verdict="supported") == verified
    assert ids(verifier=str(desk.verifier.public_id)) == verified
    assert len(ids(verified="false")) == 2
    assert ids(verdict="refuted") == ids(q="no such words") == ids(disagreement="verdict") == set()
    assert len(ids(author=str(desk.writer.public_id), state="live")) == 3
    assert refusal(get(manager, f"{at}/claims", arm="assisted")) == (400, "unknown_parameter")
    assert refusal(get(manager, f"{at}/claims", state="gold")) == (400, "invalid_parameter")
    record = get(manager, f"{at}/claims/{given.claim.public_id}").json()
    [shown] = record["verifications"]
    assert shown["person"]["id"] == str(desk.verifier.public_id)
    assert shown["latest"]["sets"]
    [listed] = get(manager, f"{at}/verifications", verdict="supported").json()["results"]
    assert listed["claim"] == str(given.claim.public_id)
    assert len(get(manager, f"{at}/highlights", state="written").json()["results"]) == 1
