"""One's own claims: listed, and corrected until somebody starts to verify them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Attempt, Claim, ClaimVersion, Interaction
from annotation.services.writing import highlights
from annotation.services.writing.claims import submit_claims
from tests.annotation.world import EVERY_WARNING, World, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LogIn = Callable[[User], Client]
BETTER = "The river got its very first bridge in 1902, one year late."


@pytest.fixture
def world() -> World:
    world = make_world(pages=12, target=4)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    return world


def correct(client: Client, claim: Claim, query: str = "", /, **changes: Any) -> Any:
    form = {
        "type_1-text": BETTER,
        "type_1-challenge": "numerical_reasoning",
        "type_1-fine": sorted(EVERY_WARNING),
    }
    return client.post(f"/claims/{claim.public_id}/correct/{query}", form | changes)


def test_claims_are_listed_for_their_author_only(log_in: LogIn, world: World) -> None:
    address = f"/campaigns/{world.campaign.public_id}/claims/mine/"
    text = Claim.objects.get(slot="type_2").text
    mine = log_in(world.writers[0]).get(address).content.decode()
    assert text in mine
    assert mine.count("/correct/") == 3
    assert text not in log_in(world.writers[1]).get(address).content.decode()


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 3),
        ({"state": "correctable"}, 2),
        ({"state": "verifying"}, 1),
        ({"state": "withdrawn"}, 0),
        ({"state": "nonsense"}, 3),
        ({"words": "no such words"}, 0),
        ({"verdict": "no_such_verdict"}, 0),
        ({"since": "2100-01-01"}, 0),
        ({"since": "2000-01-01", "until": "2100-01-01"}, 3),
        ({"since": "31st of May"}, 3),
    ],
)
def test_ones_own_claims_are_filtered(
    log_in: LogIn, world: World, query: dict[str, str], count: int
) -> None:
    Claim.objects.filter(slot="type_1").update(verifying_since=NOW)
    address = f"/campaigns/{world.campaign.public_id}/claims/mine/"
    page = log_in(world.writer).get(address, query).content.decode()
    assert page.count("own-list__claim") == count


def test_a_correction_is_stored_and_the_history_kept(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    client = log_in(world.writer)
    assert correct(client, claim).status_code == 302
    versions = ClaimVersion.objects.filter(claim=claim).order_by("number")
    assert list(versions.values_list("number", "text")) == [(1, claim.text), (2, BETTER)]
    claim.refresh_from_db()
    assert (claim.text, claim.tags) == (BETTER, {"challenge": "numerical_reasoning"})
    page = client.get(f"/claims/{claim.public_id}/correct/").content.decode()
    assert versions[0].text in page


def test_a_refused_correction_keeps_what_was_typed(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    client = log_in(world.writer)
    asked = "Did the river recently get its very first bridge?"
    answer = correct(client, claim, **{"type_1-text": asked, "type_1-fine": []})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert asked in page
    assert "finding--refuse" in page
    assert correct(client, claim, **{"type_1-challenge": ""}).status_code == 422
    assert ClaimVersion.objects.filter(claim=claim).count() == 1


def test_advice_does_not_refuse_a_correction_and_is_logged_as_kept(
    log_in: LogIn, world: World
) -> None:
    claim = Claim.objects.get(slot="type_1")
    vague = "The river recently got its very first bridge."
    answer = correct(log_in(world.writer), claim, **{"type_1-text": vague, "type_1-fine": []})
    assert answer.status_code == 302
    claim.refresh_from_db()
    assert claim.text == vague
    kept = Interaction.objects.filter(kind="warning_overridden", attempt=claim.attempt)
    assert "vague_time" in {act.body["code"] for act in kept}


def test_a_correction_shows_the_article_with_its_highlight(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    page = log_in(world.writer).get(f"/claims/{claim.public_id}/correct/").content.decode()
    assert claim.highlight is not None
    assert f'data-page="{claim.highlight.page.title}"' in page
    assert page.count("data-highlighted") == len(claim.highlight.addresses)


def test_a_claim_that_is_being_verified_stays_as_it_is(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    Claim.objects.filter(pk=claim.pk).update(verifying_since=NOW)
    client = log_in(world.writer)
    answer = correct(client, claim).content.decode()
    assert "it can no longer be corrected" in answer
    # What was typed is not stored, but not lost either.
    assert BETTER in answer
    assert ClaimVersion.objects.filter(claim=claim).count() == 1
    listed = client.get(f"/campaigns/{world.campaign.public_id}/claims/mine/").content.decode()
    assert listed.count("badge--active") == 1


def test_nobody_corrects_somebody_elses_claim(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    assert correct(log_in(world.writers[1]), claim).status_code == 404
    assert ClaimVersion.objects.count() == 3


# --- checks while a correction is typed ----------------------------------------------------------
def check(client: Client, claim: Claim, **typed: str) -> Any:
    return client.post(
        f"/claims/{claim.public_id}/check/",
        json.dumps({"key": claim.slot, "claims": {claim.slot: typed}}),
        content_type="application/json",
    )


def codes(answer: Any) -> set[str]:
    return {one["code"] for one in answer.json()["findings"]}


def test_a_correction_is_checked_while_it_is_typed(log_in: LogIn, world: World) -> None:
    client = log_in(world.writer)
    claim = Claim.objects.get(slot="type_1")
    assert "vague_time" in codes(check(client, claim, text=f"Recently {claim.text}"))
    # It is no duplicate of itself.
    assert not codes(check(client, claim, text=claim.text)) & {"identical", "nearly_identical"}
    assert ClaimVersion.objects.count() == 3


def test_a_correction_is_checked_against_the_claims_beside_it(log_in: LogIn, world: World) -> None:
    client = log_in(world.writer)
    first, second, third = Claim.objects.order_by("slot")
    assert "identical" in codes(check(client, first, text=second.text))
    assert "unchanged" in codes(check(client, third, text=first.text, base="type_1"))
    assert "unchanged" not in codes(check(client, third, text=first.text, base="type_2"))


def test_a_check_of_no_correction_is_refused(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    assert check(log_in(world.writers[1]), claim, text="x").status_code == 404
    answer = log_in(world.writer).post(
        f"/claims/{claim.public_id}/check/", b"[]", content_type="application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_body")


def test_a_correction_from_the_desk_leads_back_to_the_desk(log_in: LogIn, world: World) -> None:
    claim = Claim.objects.get(slot="type_1")
    client = log_in(world.writer)
    client.post(f"/campaigns/{world.campaign.public_id}/write/")
    held = Attempt.objects.get(outcome="open")
    from_desk = correct(client, claim, "?from=desk")
    assert from_desk["Location"] == f"/write/{held.public_id}/"
    # From the list of one's own claims it leads back to the list.
    from_list = correct(client, claim, **{"type_1-text": claim.text})
    assert from_list["Location"] == f"/campaigns/{world.campaign.public_id}/claims/mine/"
