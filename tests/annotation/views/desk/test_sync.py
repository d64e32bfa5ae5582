"""One request carries acts, draft and heartbeat: all is stored, or nothing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Draft, Highlight, Interaction
from annotation.services.writing import highlights
from tests.annotation.world import World, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LogIn = Callable[[User], Client]
STREAM = uuid.UUID(int=7)


@pytest.fixture
def world() -> World:
    return make_world(pages=12, target=4)


@pytest.fixture
def attempt(world: World) -> Attempt:
    return highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=timezone.now()
    ).attempt


def act(sequence: int, kind: str = "searched", **body: Any) -> dict[str, Any]:
    at = (NOW + timedelta(seconds=sequence)).isoformat()
    return {"sequence": sequence, "kind": kind, "at": at, "body": body}


def sync(client: Client, attempt: Attempt, **body: Any) -> Any:
    sent = {"stream": str(STREAM), "acts": [], "draft": None, **body}
    address = f"/desk/{attempt.public_id}/sync/"
    return client.post(address, json.dumps(sent), content_type="application/json")


def draft(revision: int, **body: Any) -> dict[str, Any]:
    return {"revision": revision, "body": body}


def written() -> tuple[int, int]:
    return Interaction.objects.count(), Draft.objects.count()


def test_acts_draft_and_lease_are_stored_together(log_in: LogIn, attempt: Attempt) -> None:
    before = Highlight.objects.get(pk=attempt.at_highlight).lease_until
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(1), act(2)], draft=draft(0, a=1))
    assert answer.status_code == 200
    said = answer.json()
    assert (said["recorded"], said["revision"]) == (2, 1)
    assert Draft.objects.get().body == {"a": 1}
    kinds = list(Interaction.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["searched", "searched", "draft_saved"]
    after = Highlight.objects.get(pk=attempt.at_highlight).lease_until
    assert before is not None
    assert after is not None
    assert after > before


def test_the_same_once_more_changes_nothing(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    for _ in range(2):
        answer = sync(client, attempt, acts=[act(1)], draft=draft(0, a=1))
        assert answer.json()["revision"] == 1
    assert written() == (2, 1)


def test_a_draft_of_another_window_is_told_and_kept(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    sync(client, attempt, draft=draft(0, text="first"))
    answer = sync(client, attempt, acts=[act(1)], draft=draft(0, text="second"))
    assert answer.status_code == 409
    assert answer.json()["error"] == "stale_draft"
    assert answer.json()["draft"]["body"] == {"text": "first"}
    assert Draft.objects.get().body == {"text": "first"}
    assert not Interaction.objects.filter(kind="searched").exists()


def test_a_gap_in_the_acts_is_told_and_nothing_stored(log_in: LogIn, attempt: Attempt) -> None:
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(2)], draft=draft(0, a=1))
    assert (answer.status_code, answer.json()) == (409, {"error": "sequence", "expected": 1})
    assert written() == (0, 0)


def test_who_lost_the_highlight_is_told_and_keeps_text_and_acts(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    highlights.free_highlight(
        highlight=Highlight.objects.get(pk=attempt.at_highlight),
        actor=world.writers[1],
        now=timezone.now(),
    )
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(1)], draft=draft(0, text="mine"))
    assert answer.status_code == 410
    assert answer.json()["error"] == "lease_lost"
    assert Draft.objects.get().body == {"text": "mine"}
    assert Interaction.objects.filter(kind="searched").count() == 1


def test_what_is_submitted_takes_no_more_drafts(log_in: LogIn, attempt: Attempt) -> None:
    from annotation.services.writing.claims import submit_claims

    highlight = Highlight.objects.select_related("page").get(pk=attempt.at_highlight)
    submit_claims(attempt=attempt, claims=written_for(highlight), now=timezone.now())
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(1)], draft=draft(0, text="late"))
    assert (answer.status_code, answer.json()["error"]) == (410, "over")
    assert Draft.objects.count() == 0


def test_somebody_elses_desk_is_not_there(log_in: LogIn, world: World, attempt: Attempt) -> None:
    answer = sync(log_in(world.writers[1]), attempt, acts=[act(1)], draft=draft(0, a=1))
    assert answer.status_code == 404
    assert written() == (0, 0)


def test_who_is_logged_out_is_told_as_json(client: Client, attempt: Attempt) -> None:
    answer = sync(client, attempt, acts=[act(1)], draft=draft(0, a=1))
    assert (answer.status_code, answer.json()["error"]) == (403, "logged_out")
    assert written() == (0, 0)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"[" * 100_000,
        b'{"stream": "no uuid"}',
        json.dumps({"stream": str(STREAM), "acts": [1]}).encode(),
        json.dumps({"stream": str(STREAM), "acts": {"sequence": 1}}).encode(),
        json.dumps({"stream": str(STREAM), "acts": [{**act(1), "at": "yesterday"}]}).encode(),
        json.dumps({"stream": str(STREAM), "acts": [{**act(1), "sequence": 1e99}]}).encode(),
        json.dumps({"stream": str(STREAM), "acts": [{**act(1), "kind": "flew"}]}).encode(),
        json.dumps({"stream": str(STREAM), "acts": [], "draft": {"revision": -1}}).encode(),
        json.dumps({"stream": str(STREAM), "acts": [], "draft": [1]}).encode(),
    ],
)
def test_bad_bodies_are_refused_whole(log_in: LogIn, attempt: Attempt, body: bytes) -> None:
    answer = log_in(attempt.annotator).post(
        f"/desk/{attempt.public_id}/sync/", body, content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.json()["error"] in {"bad_body", "unknown_kind"}
    assert written() == (0, 0)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"stream": "no uuid"}, "stream"),
        ({"stream": str(STREAM), "mood": 1}, "mood"),
        ({"stream": str(STREAM), "acts": [{"kind": "input"}]}, "acts[0].sequence"),
        ({"stream": str(STREAM), "acts": [{**act(1), "at": "yesterday"}]}, "acts[0].at"),
        ({"stream": str(STREAM), "draft": {"revision": -1, "body": {}}}, "draft.revision"),
    ],
)
def test_a_bad_body_names_the_field(
    log_in: LogIn, attempt: Attempt, body: dict[str, Any], field: str
) -> None:
    answer = log_in(attempt.annotator).post(
        f"/desk/{attempt.public_id}/sync/", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 400
    assert (answer.json()["error"], answer.json()["field"]) == ("bad_body", field)
    assert f"“{field}”" in answer.json()["message"]
    assert written() == (0, 0)


def test_a_draft_with_all_sets_of_an_expert_is_kept(log_in: LogIn, attempt: Attempt) -> None:
    page = "x" * 100
    sets = [[{"page": page, "address": f"sentence_{n}"} for n in range(10)] for _ in range(200)]
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(1)], draft=draft(0, sets=sets))
    assert answer.status_code == 200
    assert written() == (2, 1)


def test_too_much_at_once_is_refused_whole(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    long = sync(client, attempt, acts=[act(1, text="x" * 8001)], draft=draft(0, a=1))
    assert (long.status_code, long.json()["error"]) == (413, "log_too_large")
    much = sync(client, attempt, acts=[act(1)], draft=draft(0, text="x" * 1_000_001))
    assert (much.status_code, much.json()["error"]) == (413, "draft_too_long")
    assert written() == (0, 0)


def test_an_act_that_cannot_be_is_refused_whole_and_named(log_in: LogIn, attempt: Attempt) -> None:
    forged = {**act(2), "kind": "submitted"}
    answer = sync(log_in(attempt.annotator), attempt, acts=[act(1), forged], draft=draft(0, a=1))
    assert answer.status_code == 400
    assert (answer.json()["error"], answer.json()["sequence"]) == ("bad_act", 2)
    assert written() == (0, 0)


def test_five_megabytes_are_refused_whole(log_in: LogIn, attempt: Attempt) -> None:
    acts = [act(number, text="x" * 5000) for number in range(1, 1001)]
    answer = sync(log_in(attempt.annotator), attempt, acts=acts, draft=draft(0, a=1))
    assert answer.status_code == 413
    assert written() == (0, 0)
