"""Asking at the desk, and the thread that only the asker and the managers see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.writing import highlights
from campaigns.models import Membership, Question, Reply
from campaigns.services import questions
from tests.annotation.world import World, make_world
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


def answered(world: World, attempt: Attempt) -> Question:
    manager = User.objects.create_user("mara", "a long password", name="Mara", email="m@e.org")
    Membership.objects.create(
        campaign=world.campaign, user=manager, role=Role.MANAGER, joined_at=NOW
    )
    question = ask_about_attempt(
        attempt=attempt, actor=world.writer, text="Does the caption count?", now=NOW
    )
    questions.reply_to_question(
        question=question, actor=manager, text="Yes, it does.", now=NOW + timedelta(hours=1)
    )
    return question


def test_a_question_is_stored_with_its_item(log_in: LogIn, attempt: Attempt) -> None:
    client = log_in(attempt.annotator)
    address = f"/desk/{attempt.public_id}/question/"
    answer = client.post(address, {"text": "Why?"}, headers={"accept": "application/json"})
    assert answer.status_code == 200
    assert list(Question.objects.values_list("subject__attempt", "text")) == [(attempt.pk, "Why?")]


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_nothing_or_too_much_is_refused(log_in: LogIn, attempt: Attempt, text: str) -> None:
    client = log_in(attempt.annotator)
    address = f"/desk/{attempt.public_id}/question/"
    answer = client.post(address, {"text": text}, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_text")
    assert Question.objects.count() == 0


def test_an_answer_is_news_until_it_is_read(log_in: LogIn, world: World, attempt: Attempt) -> None:
    question = answered(world, attempt)
    client = log_in(world.writer)
    assert "1 new answer" in client.get("/").content.decode()
    assert "New answer" in client.get("/questions/").content.decode()
    assert "Yes, it does." in client.get(f"/questions/{question.public_id}/").content.decode()
    assert "new answer" not in client.get("/").content.decode()


def test_asking_further_waits_for_the_managers_again(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    question = answered(world, attempt)
    client = log_in(world.writer)
    assert client.post(f"/questions/{question.public_id}/", {"text": " "}).status_code == 422
    assert Reply.objects.count() == 1
    client.post(f"/questions/{question.public_id}/", {"text": "And the title?"})
    question.refresh_from_db()
    assert question.answered_at is None
    assert list(Reply.objects.order_by("pk").values_list("text", flat=True)) == [
        "Yes, it does.",
        "And the title?",
    ]


def test_a_thread_is_not_there_for_others(log_in: LogIn, world: World, attempt: Attempt) -> None:
    question = answered(world, attempt)
    client = log_in(world.writers[1])
    assert client.get(f"/questions/{question.public_id}/").status_code == 404
    assert "caption" not in client.get("/questions/").content.decode()
