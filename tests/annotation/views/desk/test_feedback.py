"""The verifier's feedback at the writing desk: asked by its scripts, in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.models import Attempt, Draft, Interaction
from assist.selectors import claim_feedback
from assist.selectors.loaded import NoModelError
from campaigns.models import Campaign, Membership
from tests.annotation.feedback_world import (
    LINKS,
    WITHHELD,
    answer,
    make_asking_world,
    take_attempt,
)
from tests.annotation.world import World
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LogIn = Callable[[User], Client]
PLACE = "data-feedback-address"


@pytest.fixture
def world() -> World:
    return make_asking_world()


@pytest.fixture
def attempt(world: World) -> Attempt:
    return take_attempt(world)


@pytest.fixture
def client(world: World, log_in: LogIn) -> Client:
    return log_in(world.writer)


@pytest.fixture
def verifier(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Answer for the verifier with what is in the list."""
    answers = [answer()]
    monkeypatch.setattr(claim_feedback, "feedback_on", lambda **_: answers[0])
    return answers


def ask(client: Client, attempt: Attempt, text: str = "A river.", **changes: Any) -> Any:
    address = reverse("writing-feedback", args=[attempt.public_id])
    body = {"key": "type_2", "text": text, "verdict": "refuted", **changes}
    return client.post(address, json.dumps(body), content_type="application/json")


def page(client: Client, attempt: Attempt) -> str:
    return client.get(reverse("writing-desk", args=[attempt.public_id])).content.decode()


def test_the_desk_has_a_button_where_its_highlight_was_dealt_it(
    client: Client, attempt: Attempt
) -> None:
    html = page(client, attempt)
    assert PLACE in html
    assert html.count("data-ask-verifier") == 3


@pytest.mark.parametrize("numbers", [{}, WITHHELD], ids=["off", "withheld"])
def test_elsewhere_nothing_tells_of_it(numbers: Any, log_in: LogIn, verifier: list[Any]) -> None:
    world = make_asking_world(numbers)
    attempt, client = take_attempt(world), log_in(world.writer)
    html = page(client, attempt)
    assert PLACE not in html
    assert "data-ask-verifier" not in html
    assert "Feedback from the verifier" not in html
    refused = ask(client, attempt)
    assert (refused.status_code, refused.json()["error"]) == (409, "no_feedback")
    assert not Interaction.objects.filter(kind__startswith="feedback_").exists()


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        (
            {},
            [
                "The verifier finds this page first. It reads 2 of the 3 highlighted sentences.",
                "It judges: Refuted, 81%. That is the verdict you intend.",
            ],
        ),
        (
            {"page_rank": 3, "label": "SUPPORTS", "elements": 1, "elements_found": 0},
            [
                "The verifier finds this page as number 3 of 5."
                " It reads 0 of the 1 highlighted sentence.",
                "It judges: Supported, 81%. You intend: Refuted.",
            ],
        ),
        (
            {"page_rank": None, "reason": "no_words", "is_table": True, "elements_found": 0},
            [
                "The verifier does not find this page. It does not read the highlighted table.",
                "It cannot judge the claim. The claim has no words that the verifier can read."
                " It reads English only.",
                "No word of the claim is in the highlighted table.",
            ],
        ),
        (
            {"label": "", "reason": "too_slow", "is_table": True, "links": LINKS},
            [
                "The verifier finds this page first. It reads the highlighted table.",
                "There was no time for a verdict. Ask again in a moment.",
            ],
        ),
    ],
    ids=["solved", "fooled", "not judged", "too slow"],
)
def test_the_answer_is_told_in_words(
    changes: dict[str, Any],
    lines: list[str],
    client: Client,
    attempt: Attempt,
    verifier: list[Any],
) -> None:
    verifier[0] = answer(**changes)
    given = ask(client, attempt)
    assert given.status_code == 200
    assert given.json()["lines"] == lines


def test_a_verdict_that_nobody_intends_is_compared_with_nothing(
    client: Client, attempt: Attempt, verifier: list[Any]
) -> None:
    assert ask(client, attempt, verdict="").json()["lines"][1] == "It judges: Refuted, 81%."


def test_linked_words_are_told_with_their_cells(
    client: Client, attempt: Attempt, verifier: list[Any]
) -> None:
    verifier[0] = answer(is_table=True, links=LINKS)
    assert ask(client, attempt).json()["links"] == [
        {"words": "thun", "text": "“Thun” in the column “Lake”", "cells": ["cell_0_2_0"]},
        {
            "words": "deep",
            "text": "“deep” in the column “Kind”, and 2 more cells",
            "cells": ["cell_0_1_2"],
        },
        {"words": "depth", "text": "the column “Depth”", "cells": []},
    ]


@pytest.mark.parametrize(
    ("code", "line"),
    [("none", "No model is in use: The verifier has not been trained yet."), (None, "")],
)
def test_without_a_model_the_desk_says_so(
    code: str | None,
    line: str,
    client: Client,
    attempt: Attempt,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**given: object) -> None:
        raise NoModelError(code) if code else RuntimeError

    monkeypatch.setattr(claim_feedback, "feedback_on", fail)
    given = ask(client, attempt)
    assert given.status_code == 200
    expected = line or "The verifier could not answer. Go on without it."
    assert given.json() == {"lines": [expected], "links": []}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b'{"key": "type_1"}', 400),
        (b'{"key": "type_9", "text": "A."}', 400),
        (b'{"key": "type_1", "text": 7}', 400),
        (b'{"key": "type_1", "text": "\\ud800"}', 400),
        (b'{"key": "type_1", "text": "A.", "more": 1}', 400),
        (b'{"key": "type_1", "text": " "}', 422),
        (b'{"key": "type_1", "text": "a\\u0000b"}', 422),
        (b'{"key": "type_1", "text": "' + b"a" * 100_000 + b'"}', 422),
    ],
)
def test_hostile_questions_are_refused_and_not_logged(
    body: bytes, status: int, client: Client, attempt: Attempt, verifier: list[Any]
) -> None:
    address = reverse("writing-feedback", args=[attempt.public_id])
    refused = client.post(address, body, content_type="application/json")
    assert refused.status_code == status
    assert refused.json()["message"]
    assert not Interaction.objects.filter(kind__startswith="feedback_").exists()


def test_markup_is_text(client: Client, attempt: Attempt, verifier: list[Any]) -> None:
    given = ask(client, attempt, "<script>alert(1)</script>")
    assert given.status_code == 200
    assert given.headers["Content-Type"] == "application/json"


def test_the_draft_is_left_alone(client: Client, attempt: Attempt, verifier: list[Any]) -> None:
    ask(client, attempt)
    assert not Draft.objects.exists()


def test_refusals_of_the_service_are_told(
    settings: Any, client: Client, attempt: Attempt, verifier: list[Any]
) -> None:
    settings.FEEDBACK_AN_HOUR = 1
    assert ask(client, attempt).status_code == 200
    refused = ask(client, attempt)
    assert (refused.status_code, refused.json()["error"]) == (429, "too_often")
    assert refused.json()["message"] == (
        "You have asked the verifier 1 times within an hour. Go on without it. Your text is kept."
    )
    settings.FEEDBACK_AN_HOUR = 9
    Attempt.objects.update(outcome="lost", ended_at=NOW)
    assert ask(client, attempt).json()["error"] == "lease_lost"
    Campaign.objects.update(state="archived", archived_from="open")
    assert ask(client, attempt).status_code == 423


def test_only_the_writer_asks_and_only_with_the_task(
    world: World, attempt: Attempt, log_in: LogIn, verifier: list[Any]
) -> None:
    assert ask(Client(), attempt).status_code == 403
    assert ask(log_in(world.writers[1]), attempt).status_code == 404
    Membership.objects.filter(user=world.writer).update(writes_claims=False, verifies_claims=True)
    assert ask(log_in(world.writer), attempt).status_code == 404
    assert not Interaction.objects.filter(kind__startswith="feedback_").exists()
