"""Writing through the API, from taking a highlight to correcting a claim."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import Attempt, Claim, Highlight
from core.api.scopes import Scope
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.world import World, make_world, written_for
from tests.people import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return make_world(writers=2)


def claims_for(taken: dict[str, Any]) -> dict[str, Any]:
    """Return right claims for a highlight, by the keys of their cards."""
    attempts = Attempt.objects.select_related("highlight__campaign", "highlight__page")
    attempt = attempts.get(public_id=taken["attempt"])
    assert attempt.highlight is not None
    may_be_new = {card["key"] for card in taken["cards"] if _offers(card, "input")}
    return {
        claim.slot: {
            "text": claim.text,
            "verdict": claim.verdict,
            "tags": dict(claim.tags),
            "base": claim.base[0] if claim.base else "input" * (claim.slot in may_be_new),
            "overrides": sorted(claim.overridden),
        }
        for claim in written_for(attempt.highlight)
    }


def _offers(card: dict[str, Any], base: str) -> bool:
    return base in [one["name"] for one in card["bases"]]


def test_highlight_is_taken_and_its_claims_are_submitted(world: World) -> None:
    client = client_of(world.writer, Scope.ANNOTATE)
    taken = post(client, f"campaigns/{world.campaign.public_id}/write").json()
    at = f"attempts/{taken['attempt']}"
    assert taken["lease_until"] is not None
    assert get(client, f"{at}/highlight").json() == taken
    claims = claims_for(taken)
    assert [card["key"] for card in taken["cards"]] == list(claims)
    stored = post(client, f"{at}/claims", {"claims": claims})
    assert stored.status_code == 200, stored.content
    assert [one["key"] for one in stored.json()["claims"]] == list(claims)
    assert Claim.objects.count() == len(claims)
    # Sent again, they are the same ones.
    assert post(client, f"{at}/claims", {"claims": claims}).json() == stored.json()
    assert Claim.objects.count() == len(claims)


def test_faults_of_claims_are_told_and_nothing_is_stored(world: World) -> None:
    client = client_of(world.writer)
    taken = post(client, f"campaigns/{world.campaign.public_id}/write").json()
    at = f"attempts/{taken['attempt']}"
    claims = claims_for(taken)
    key = taken["cards"][0]["key"]
    lacking = {**claims, key: {**claims[key], "text": " "}}
    response = post(client, f"{at}/claims", {"claims": lacking})
    assert refusal(response) == (422, "claims_incomplete")
    assert response.json()["errors"][0]["field"] == f"claims.{key}.text"
    same = {name: {**claim, "text": claims[key]["text"]} for name, claim in claims.items()}
    assert refusal(post(client, f"{at}/claims", {"claims": same})) == (422, "claims_refused")
    stranger = {"claims": {"nobody": claims[key]}}
    assert refusal(post(client, f"{at}/claims", stranger)) == (422, "invalid")
    unknown = {"claims": {key: {**claims[key], "colour": "red"}}}
    assert refusal(post(client, f"{at}/claims", unknown)) == (422, "invalid")
    found = post(client, f"{at}/check", {"key": key, "claims": {key: {"text": "short"}}})
    assert found.status_code == 200
    assert found.json()["findings"]
    assert refusal(post(client, f"{at}/check", {"key": "nobody"})) == (422, "invalid")
    assert not Claim.objects.exists()


def test_highlight_is_skipped(world: World) -> None:
    client = client_of(world.writer)
    taken = post(client, f"campaigns/{world.campaign.public_id}/write").json()
    at = f"attempts/{taken['attempt']}"
    assert refusal(post(client, f"{at}/skip", {"reason": "nonsense"})) == (422, "reason")
    reason = {"reason": taken["skip_reasons"][0]["name"], "text": "A list of lists."}
    assert post(client, f"{at}/skip", reason).json()["outcome"] == "skipped"
    assert Highlight.objects.filter(state=Highlight.State.SKIPPED).count() == 1
    assert refusal(post(client, f"{at}/report", {"reasons": []})) == (404, "not_found")


def test_attempt_of_another_writer_does_not_exist(world: World) -> None:
    taken = post(client_of(world.writer), f"campaigns/{world.campaign.public_id}/write").json()
    at = f"attempts/{taken['attempt']}"
    other = client_of(world.writers[1])
    assert refusal(get(other, f"{at}/highlight")) == (404, "not_found")
    for name in ("check", "claims", "sync", "skip", "pause"):
        assert refusal(post(other, f"{at}/{name}", {"nonsense": 1})) == (404, "not_found")


def test_own_claims_are_listed_and_corrected(world: World) -> None:
    client = client_of(world.writer)
    taken = post(client, f"campaigns/{world.campaign.public_id}/write").json()
    claims = claims_for(taken)
    post(client, f"attempts/{taken['attempt']}/claims", {"claims": claims})
    listed = get(client, f"campaigns/{world.campaign.public_id}/claims/mine", limit=2).json()
    assert len(listed["results"]) == 2
    following = get(
        client,
        f"campaigns/{world.campaign.public_id}/claims/mine",
        limit=2,
        cursor=listed["next_cursor"],
    ).json()
    every = listed["results"] + following["results"]
    assert sorted(one["slot"] for one in every) == sorted(claims)
    assert {one["state"] for one in every} == {"correctable"}
    mine = next(one for one in every if one["slot"] == taken["cards"][0]["key"])
    card = get(client, f"claims/{mine['id']}").json()
    assert card["is_correctable"]
    body = {**claims[mine["slot"]], "text": claims[mine["slot"]]["text"].rstrip(".") + " too."}
    corrected = post(client, f"claims/{mine['id']}", body)
    assert corrected.status_code == 200, corrected.content
    assert Claim.objects.get(public_id=mine["id"]).text == body["text"]
    other = client_of(world.writers[1])
    assert refusal(get(other, f"claims/{mine['id']}")) == (404, "not_found")
    assert refusal(post(other, f"claims/{mine['id']}", body)) == (404, "not_found")
    assert get(other, f"campaigns/{world.campaign.public_id}/claims/mine").json()["results"] == []
    Claim.objects.filter(public_id=mine["id"]).update(verifying_since=NOW)
    assert refusal(post(client, f"claims/{mine['id']}", claims[mine["slot"]])) == (409, "final")
    assert refusal(post(client, f"claims/{mine['id']}/withdraw")) == (409, "not_returned")
