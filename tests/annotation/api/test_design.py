"""Setting a campaign up by the API."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign
from campaigns.protocols import registry
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.verifying_world import Desk
from tests.annotation.world import make_articles, seal
from tests.people import Cast

pytestmark = pytest.mark.django_db


def test_campaign_is_created_designed_and_opened(cast: Cast) -> None:
    manager = client_of(cast.administrator)
    made = post(manager, "campaigns", {"name": "Bridges"})
    assert made.status_code == 201, made.content
    assert refusal(post(manager, "campaigns", {"name": "Bridges"})) == (422, "name_refused")
    assert refusal(post(client_of(cast.annotator), "campaigns", {"name": "Mine"})) == (
        403,
        "permission_denied",
    )
    at = f"campaigns/{made.json()['id']}"
    assert refusal(post(manager, f"{at}/open")) == (409, "not_ready")
    assert refusal(post(manager, f"{at}/design/target", {"target": 3})) == (409, "no_design")
    corpus = make_articles(20)
    seal(corpus)
    body = {"design": registry.DEFAULT, "corpus": str(corpus.public_id), "target": 5}
    wrong = {**body, "pages": "titles", "page_names": ["Nowhere"]}
    assert refusal(post(manager, f"{at}/design", wrong)) == (422, "invalid")
    assert get(manager, f"{at}/design").json()["design"] == ""
    chosen = post(manager, f"{at}/design", body).json()
    assert (chosen["design"], chosen["target"]) == (registry.DEFAULT, 5)
    name = next(one["name"] for one in chosen["numbers"] if one["name"].endswith("items"))
    changed = post(manager, f"{at}/design/numbers", {"numbers": {name: 3}}).json()
    assert {one["name"]: one["value"] for one in changed["numbers"]}[name] == "3"
    assert refusal(post(manager, f"{at}/design/numbers", {"numbers": {"nothing": 1}})) == (
        422,
        "invalid",
    )
    drawn = post(manager, f"{at}/highlights/draw")
    assert drawn.status_code == 202
    assert get(manager, f"jobs/{drawn.json()['job']}").json()["state"] == "queued"
    assert refusal(post(manager, f"{at}/highlights/draw")) == (409, "already_queued")


def test_campaign_is_paused_and_closed(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    assert post(manager, f"{at}/pause").json()["state"] == "paused"
    assert refusal(post(manager, f"{at}/pause")) == (409, "wrong_state")
    assert post(manager, f"{at}/close").json()["state"] == "closed"
    assert refusal(post(client_of(desk.verifier), f"{at}/open")) == (403, "permission_denied")
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.CLOSED
