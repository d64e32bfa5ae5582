"""The verifier's feedback on a claim, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import Attempt, Interaction
from assist.selectors import claim_feedback
from assist.selectors.loaded import NoModelError
from core.api.scopes import Scope
from search.errors import SearchError
from tests.annotation.api.clients import client_of, post, refusal
from tests.annotation.feedback_world import LINKS, answer, make_asking_world, take_attempt
from tests.annotation.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return make_asking_world()


@pytest.fixture
def attempt(world: World) -> Attempt:
    return take_attempt(world)


def ask(world: World, attempt: Attempt, *scopes: Scope, **changes: Any) -> Any:
    body = {"key": "type_2", "text": "A river.", "verdict": "refuted", **changes}
    return post(client_of(world.writer, *scopes), f"attempts/{attempt.public_id}/feedback", body)


def test_an_answer_has_all_that_the_desk_shows(
    world: World, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = answer(is_table=True, links=LINKS[:1])
    monkeypatch.setattr(claim_feedback, "feedback_on", lambda **_: given)
    response = ask(world, attempt, Scope.ANNOTATE)
    assert response.status_code == 200, response.content
    assert response.json() == {
        "provider": "verifier 7",
        "pages": 5,
        "page_rank": 1,
        "elements": 3,
        "elements_found": 2,
        "label": "REFUTES",
        "probability": 0.81234,
        "reason": "",
        "solved": True,
        "links": [
            {
                "words": "thun",
                "column": "Lake",
                "cells": [{"address": "cell_0_2_0", "text": "Thun"}],
                "count": 1,
            }
        ],
        "lines": [
            "The verifier finds this page first. It reads the highlighted table.",
            "It judges: Refuted, 81%. That is the verdict you intend.",
        ],
    }
    assert Interaction.objects.filter(kind="feedback_shown").count() == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NoModelError("training"), "no_model"),
        (SearchError("Away."), "no_search"),
        (RuntimeError("It broke."), "failed"),
    ],
)
def test_without_an_answer_the_problem_is_told(
    error: Exception,
    code: str,
    world: World,
    attempt: Attempt,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**given: object) -> None:
        raise error

    monkeypatch.setattr(claim_feedback, "feedback_on", fail)
    assert refusal(ask(world, attempt)) == (503, code)


def test_refusals(world: World, attempt: Attempt, settings: Any) -> None:
    assert refusal(ask(world, attempt, Scope.READ)) == (403, "scope_too_small")
    assert refusal(ask(world, attempt, text="")) == (422, "invalid")
    assert refusal(ask(world, attempt, text="a" * 1001)) == (422, "invalid")
    assert refusal(ask(world, attempt, key="nobody")) == (422, "invalid")
    settings.FEEDBACK_AN_HOUR = 0
    assert refusal(ask(world, attempt)) == (429, "too_often")
    assert not Interaction.objects.filter(kind="feedback_shown").exists()


def test_elsewhere_nobody_asks(db: None) -> None:
    world = make_asking_world({})
    assert refusal(ask(world, take_attempt(world))) == (409, "no_feedback")
