"""The writing desk below its scripts: plain forms, live checks, refusals that keep the text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Claim, Draft, Highlight, Interaction, Skip
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.writing import highlights
from annotation.services.writing.giveaways import list_giveaways
from campaigns.models import Campaign, Membership
from tests.annotation.services.writing.test_giveaways import add_claims
from tests.annotation.world import EVERY_WARNING, World, make_world
from tests.campaigns.protocols.designs import RUMOURS
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LogIn = Callable[[User], Client]


@pytest.fixture
def world() -> World:
    return make_world(pages=12, target=4)


@pytest.fixture
def attempt(world: World) -> Attempt:
    return highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=timezone.now()
    ).attempt


def form(**changes: str | list[str]) -> dict[str, Any]:
    """Return a whole submission, with every warning overridden."""
    filled: dict[str, Any] = {
        "type_1-text": "The river was crossed by its first bridge in 1901.",
        "type_1-challenge": "other",
        "type_2-text": "The river joins a longer stream near the old harbour.",
        "type_2-verdict": "supported",
        "type_2-challenge": "other",
        "type_2-base": "input",
        "type_3-text": "The river was never spanned by any bridge before 1950.",
        "type_3-verdict": "refuted",
        "type_3-challenge": "numerical_reasoning",
        "type_3-base": "type_1",
    }
    filled |= {f"type_{n}-fine": sorted(EVERY_WARNING) for n in (1, 2, 3)}
    return filled | {name.replace("__", "-"): value for name, value in changes.items()}


def submit(client: Client, attempt: Attempt, *, as_script: bool = False, **changes: Any) -> Any:
    headers = {"accept": "application/json"} if as_script else None
    return client.post(f"/write/{attempt.public_id}/submit/", form(**changes), headers=headers)


def test_taking_leads_to_the_desk_and_again_to_the_same(log_in: LogIn, world: World) -> None:
    client = log_in(world.writer)
    first = client.post(f"/campaigns/{world.campaign.public_id}/write/")
    again = client.post(f"/campaigns/{world.campaign.public_id}/write/")
    assert first["Location"] == again["Location"] == f"/write/{Attempt.objects.get().public_id}/"
    page = client.get(first["Location"]).content.decode()
    assert page.count("data-highlighted") >= 1
    for label in ("Type I", "Type II", "Type III", "Submit all 3 claims"):
        assert label in page


def test_who_does_not_write_takes_nothing(log_in: LogIn, world: World) -> None:
    Membership.objects.filter(user=world.writer).update(writes_claims=False, verifies_claims=True)
    answer = log_in(world.writer).post(f"/campaigns/{world.campaign.public_id}/write/")
    assert answer.status_code == 403
    assert Attempt.objects.count() == 0


def test_a_paused_campaign_hands_out_nothing_and_says_so(log_in: LogIn, world: World) -> None:
    Campaign.objects.update(state=Campaign.State.PAUSED)
    answer = log_in(world.writer).post(f"/campaigns/{world.campaign.public_id}/write/", follow=True)
    assert "The campaign is paused by the manager. Your work is kept." in answer.content.decode()
    assert Attempt.objects.count() == 0


def test_a_plain_form_stores_what_was_typed(log_in: LogIn, attempt: Attempt) -> None:
    answer = submit(log_in(attempt.annotator), attempt)
    following = Attempt.objects.get(outcome="open")
    assert answer["Location"] == f"/write/{following.public_id}/"
    rows = Claim.objects.order_by("slot").values_list("text", "tags", "base__slot")
    assert list(rows) == [
        (form()["type_1-text"], {"challenge": "other"}, None),
        (form()["type_2-text"], {"challenge": "other"}, None),
        (form()["type_3-text"], {"challenge": "numerical_reasoning"}, "type_1"),
    ]


def test_the_second_claim_is_new_or_changes_the_first(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    page = client.get(f"/write/{attempt.public_id}/").content.decode()
    assert "Is it new, or does it change a claim?" in page
    unanswered = submit(client, attempt, type_2__base="")
    assert unanswered.status_code == 422
    assert "Type II: whether it is new or changes a claim" in unanswered.content.decode()
    assert not Claim.objects.exists()
    same = submit(client, attempt, type_2__base="type_1", type_2__text=form()["type_1-text"])
    assert "still the claim" in same.content.decode()
    assert submit(client, attempt, type_2__base="type_1").status_code == 302
    assert Claim.objects.get(slot="type_2").base == Claim.objects.get(slot="type_1")


def test_a_second_claim_that_is_new_is_recorded_as_new(log_in: LogIn, attempt: Attempt) -> None:
    assert submit(log_in(attempt.annotator), attempt, type_2__base="input").status_code == 302
    second = Claim.objects.get(slot="type_2")
    assert second.base is None
    assert second.versions.get().base is None
    # One that is changed names the claim that it changes, so the two are told apart.
    assert Claim.objects.get(slot="type_3").versions.get().base == Claim.objects.get(slot="type_1")


def test_sent_twice_it_is_stored_once(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    assert submit(client, attempt).status_code == 302
    assert submit(client, attempt).status_code == 302
    assert Claim.objects.count() == 3
    other = submit(client, attempt, type_1__text="Something else was written here in 1902.")
    assert other.status_code == 422
    assert "Other claims were submitted" in other.content.decode()
    assert Claim.objects.count() == 3


def test_what_is_missing_is_listed_and_the_text_kept(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    answer = submit(client, attempt, type_3__text="", type_3__base="", type_2__verdict="")
    page = answer.content.decode()
    assert answer.status_code == 422
    for line in ("Type II: intended verdict", "Type III: the claim", "which claim it changes"):
        assert line in page
    assert form()["type_1-text"] in page
    assert Claim.objects.count() == 0
    # The plain form's text is kept as a draft too, and stands there after a reload.
    assert Draft.objects.get().body["claims"]["type_1"]["text"] == form()["type_1-text"]
    assert form()["type_2-text"] in client.get(f"/write/{attempt.public_id}/").content.decode()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"type_2__verdict": "probably"}, "there is no verdict"),
        ({"type_1__verdict": "not_enough_information"}, "its verdict is prescribed"),
        ({"type_2__challenge": "boredom"}, "there is no challenge"),
        ({"type_3__base": "type_3"}, "it does not change"),
        ({"type_3__base": "type_9"}, "it does not change"),
        ({"type_1__text": "A" * 10_000}, "at most 1000 characters"),
        ({"type_1__text": "Two sentences. Stand here."}, "one sentence"),
        ({"type_3__text": form()["type_1-text"]}, "still the claim"),
    ],
)
def test_forged_or_unfit_claims_are_refused_whole(
    log_in: LogIn, attempt: Attempt, changes: dict[str, Any], message: str
) -> None:
    answer = submit(log_in(attempt.annotator), attempt, **changes)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert Claim.objects.count() == 0
    assert Highlight.objects.get(pk=attempt.at_highlight).state == Highlight.State.HELD


def test_a_warning_needs_an_override(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    vague = "The river was recently crossed by its first bridge."
    answer = submit(client, attempt, as_script=True, type_1__text=vague, type_1__fine=[])
    assert answer.status_code == 422
    codes = [one["code"] for one in answer.json()["findings"]["type_1"]]
    assert "vague_time" in codes
    assert Claim.objects.count() == 0
    again = submit(client, attempt, as_script=True, type_1__text=vague, type_1__fine=codes)
    take = f"/campaigns/{Campaign.objects.get().public_id}/write/"
    assert again.json() == {"next": "/", "take": take}


def test_a_lost_highlight_keeps_the_text_and_stores_nothing(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    assert attempt.highlight is not None
    attempt.highlight.refresh_from_db()
    highlights.free_highlight(highlight=attempt.highlight, actor=world.writers[1], now=NOW)
    client = log_in(attempt.annotator)
    answer = submit(client, attempt)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "was passed on to somebody else" in page
    assert form()["type_1-text"] in page
    assert Claim.objects.count() == 0
    assert form()["type_3-text"] in client.get(f"/write/{attempt.public_id}/").content.decode()


def test_somebody_elses_highlight_is_not_there(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    stranger = log_in(world.writers[1])
    assert submit(stranger, attempt).status_code == 404
    assert stranger.get(f"/write/{attempt.public_id}/").status_code == 404
    assert (
        stranger.post(f"/write/{attempt.public_id}/skip/", {"reason": "other"}).status_code == 404
    )
    assert (Claim.objects.count(), Skip.objects.count()) == (0, 0)


def test_skipping_needs_a_reason_and_then_frees_the_highlight(
    log_in: LogIn, attempt: Attempt
) -> None:
    client = log_in(attempt.annotator)
    skip = f"/write/{attempt.public_id}/skip/"
    for bad in ({}, {"reason": "tired"}, {"reason": "other", "text": " "}):
        assert client.post(skip, bad)["Location"] == f"/write/{attempt.public_id}/"
    assert Skip.objects.count() == 0
    stopped = client.post(skip, {"reason": "other", "text": "It is a list of dates.", "stop": "1"})
    assert stopped["Location"] == "/"
    assert list(Skip.objects.values_list("reason", "text")) == [("other", "It is a list of dates.")]
    assert client.get(f"/write/{attempt.public_id}/")["Location"] == "/"
    assert list(Interaction.objects.values_list("kind", "body")) == [
        ("skipped", {"reason": "other"})
    ]


def test_an_invented_design_has_a_desk_of_its_own(log_in: LogIn) -> None:
    world = make_world(pages=6, target=2, writers=1, protocol=RUMOURS, guidelines="Tell it.")
    taken = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=timezone.now()
    )
    client = log_in(world.writer)
    page = client.get(f"/write/{taken.attempt.public_id}/").content.decode()
    for seen in ("Whisper", "Echo", "Believed", "Doubted", "Tone: <strong>"):
        assert seen in page
    for unseen in ("Type I", "Supported", "Challenge"):
        assert unseen not in page
    told = {
        "whisper-text": "The first bridge was built by bees.",
        "whisper-verdict": "believed",
        "echo-text": "The first bridge was built by wasps.",
        "echo-verdict": "doubted",
        "echo-base": "whisper",
    }
    assert client.post(f"/write/{taken.attempt.public_id}/submit/", told).status_code == 302
    rows = Claim.objects.order_by("pk").values_list("slot", "text", "verdict", "base__slot")
    assert list(rows) == [
        ("whisper", told["whisper-text"], "believed", None),
        ("echo", told["echo-text"], "doubted", "whisper"),
    ]


# --- live checks ---------------------------------------------------------------------------------
def check(client: Client, attempt: Attempt, key: str, **claims: dict[str, Any]) -> Any:
    return client.post(
        f"/write/{attempt.public_id}/check/",
        json.dumps({"key": key, "claims": claims}),
        content_type="application/json",
    )


def test_checks_answer_with_code_reason_and_place(log_in: LogIn, attempt: Attempt) -> None:
    answer = check(
        log_in(attempt.annotator), attempt, "type_2", type_2={"text": "It met the sea in 1901."}
    )
    assert answer.json()["findings"] == [
        {
            "check": "pronoun",
            "code": "pronoun",
            "severity": "warn",
            "message": "Who or what is “It”? Name it: the claim must stand alone.",
            "span": [0, 2],
        }
    ]
    assert Claim.objects.count() == 0


def test_a_mutation_is_checked_against_the_claim_that_was_picked(
    log_in: LogIn, attempt: Attempt
) -> None:
    text = "The river was crossed by a bridge in 1901."
    both = {"type_1": {"text": text}, "type_3": {"text": text, "base": "type_1"}}
    client = log_in(attempt.annotator)
    codes = [one["code"] for one in check(client, attempt, "type_3", **both).json()["findings"]]
    assert codes[0] == "unchanged"


def test_phrases_that_give_the_verdict_away_are_warned_of(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    assert attempt.highlight is not None
    dealt = prescriptions_of(attempt.highlight)["type_1"]["verdict"]
    other = "supported" if dealt == "refuted" else "refuted"
    add_claims(world, 30, dealt, "Brook # never met the sea.")
    add_claims(world, 30, other, "Brook # met the sea at last.")
    list_giveaways(campaign=world.campaign, now=NOW)
    typed = {"text": "The stream has never seen a bridge."}
    found = check(log_in(attempt.annotator), attempt, "type_1", type_1=typed).json()["findings"]
    assert "“never” gives the verdict away: 100% of its claims have the same verdict." in [
        one["message"] for one in found
    ]


def test_a_card_that_equals_another_is_refused_while_typing(
    log_in: LogIn, attempt: Attempt
) -> None:
    client = log_in(attempt.annotator)
    same = {"text": "River 001 was crossed by a bridge in 1901."}
    answer = check(client, attempt, "type_2", type_1=same, type_2=same)
    assert "identical" in {one["code"] for one in answer.json()["findings"]}
    empty = check(client, attempt, "type_2", type_1={"text": " "}, type_2={"text": " "})
    assert [one["code"] for one in empty.json()["findings"]] == ["empty"]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"key": "type_9"}', b"[" * 100_000])
def test_a_check_of_nothing_is_refused(log_in: LogIn, attempt: Attempt, body: bytes) -> None:
    answer = log_in(attempt.annotator).post(
        f"/write/{attempt.public_id}/check/", body, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_body")


def test_strange_values_in_a_check_are_refused(log_in: LogIn, attempt: Attempt) -> None:
    odd = {"text": 7, "tags": [], "overrides": "x", "base": {"a": 1}, "verdict": None}
    answer = check(log_in(attempt.annotator), attempt, "type_1", type_1=odd)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Campaign.State.DRAFT, "not open yet"),
        (Campaign.State.PAUSED, "paused by the manager"),
        (Campaign.State.CLOSED, "closed"),
    ],
)
def test_the_home_page_says_why_nothing_is_handed_out(
    log_in: LogIn, world: World, state: str, said: str
) -> None:
    Campaign.objects.update(state=state)
    page = log_in(world.writer).get("/").content.decode()
    assert said in " ".join(page.split())
    assert "Take a highlight" not in page


def test_the_home_page_says_that_all_is_done(log_in: LogIn, world: World) -> None:
    Highlight.objects.all().delete()
    Membership.objects.filter(user=world.writer).update(verifies_claims=True)
    page = log_in(world.writer).get("/").content.decode()
    assert "all done: every highlight is taken" in page
    # Nobody has written a claim, so nothing is done.
    assert "no claims to verify yet" in page
    assert "all done: no claims are waiting" not in page
