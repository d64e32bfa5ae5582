"""Managers read the questions of a campaign and answer them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.verifying import queue
from campaigns.models import Membership, Question, Reply
from tests.annotation.managed_world import make_managed_world, page_of, submit, take
from tests.annotation.world import World
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.fixture
def world(cast: Cast) -> World:
    return make_managed_world(cast)


def ask(world: World) -> Question:
    taken = take(world)
    return ask_about_attempt(attempt=taken.attempt, actor=world.writer, text="Which year?", now=NOW)


@pytest.mark.parametrize("role", ["manager", "administrator"])
def test_a_question_is_answered(log_in: LogIn, cast: Cast, world: World, role: str) -> None:
    question = ask(world)
    person = cast.by_role()[role]
    client = log_in(person)
    assert "Which year?" in client.get(page_of(world, "questions/")).content.decode()
    path = page_of(world, f"questions/{question.public_id}/reply/")
    response = client.post(path, {f"{question.public_id}-text": "The census year."})
    assert response["Location"].endswith(f"questions/#question-{question.public_id}")
    reply = Reply.objects.get()
    assert (reply.author, reply.text) == (person, "The census year.")
    question.refresh_from_db()
    assert question.answered_at is not None
    assert "The census year." in client.get(page_of(world, "questions/")).content.decode()


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001, "a\0b"])
def test_an_answer_that_says_nothing_is_refused_and_kept(
    log_in: LogIn, cast: Cast, world: World, text: str
) -> None:
    question = ask(world)
    path = page_of(world, f"questions/{question.public_id}/reply/")
    response = log_in(cast.manager).post(path, {f"{question.public_id}-text": text})
    assert response.status_code == 422
    assert text.replace("\0", "") in response.content.decode().replace("\0", "")
    assert not Reply.objects.exists()


def test_a_question_of_another_campaign_is_not_found(
    log_in: LogIn, cast: Cast, world: World
) -> None:
    question = ask(world)
    path = f"/campaigns/{cast.campaign.public_id}/questions/{question.public_id}/reply/"
    assert log_in(cast.manager).post(path, {"text": "Hm."}).status_code == 404
    assert not Reply.objects.exists()


def test_a_question_from_the_verification_desk_shows_its_claim(
    log_in: LogIn, cast: Cast, world: World
) -> None:
    submit(world, "one")
    verifier = world.writers[1]
    Membership.objects.filter(user=verifier).update(verifies_claims=True)
    taken = queue.take_claim(campaign=world.campaign, annotator=verifier, now=NOW)
    ask_about_attempt(attempt=taken.attempt, actor=verifier, text="Which year?", now=NOW)
    text = taken.assignment.claim.text
    page = log_in(cast.manager).get(page_of(world, "questions/")).content.decode()
    assert f"about the claim “{text}”" in page
    assert f"· “{text}”" in log_in(verifier).get("/questions/").content.decode()
