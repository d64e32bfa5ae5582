"""A question about an item is between who asks and the managers."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.writing import highlights
from campaigns.models import Membership, Question, Reply
from campaigns.services import questions
from tests.annotation.world import World, later, make_world
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def world() -> World:
    return make_world(pages=12, target=4)


@pytest.fixture
def manager(world: World) -> User:
    person = User.objects.create(username="mara", name="Mara")
    Membership.objects.create(
        campaign=world.campaign, user=person, role=Role.MANAGER, joined_at=NOW
    )
    return person


@pytest.fixture
def attempt(world: World) -> Attempt:
    return highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=NOW
    ).attempt


def test_a_manager_answers_and_who_asked_asks_on(
    world: World, attempt: Attempt, manager: User
) -> None:
    question = ask_about_attempt(
        attempt=attempt, actor=world.writer, text=" May I count rows? ", now=NOW
    )
    assert (question.campaign, question.text) == (world.campaign, "May I count rows?")
    questions.reply_to_question(question=question, actor=manager, text="Yes.", now=later(1))
    assert Question.objects.get().answered_at == later(1)
    questions.reply_to_question(question=question, actor=world.writer, text="All?", now=later(2))
    assert Question.objects.get().answered_at is None
    assert list(question.replies.order_by("pk").values_list("text", flat=True)) == ["Yes.", "All?"]


def test_nobody_else_asks_or_replies(world: World, attempt: Attempt) -> None:
    other = world.writers[1]
    with pytest.raises(questions.NotYourQuestionError):
        ask_about_attempt(attempt=attempt, actor=other, text="Why?", now=NOW)
    assert not Question.objects.exists()
    question = ask_about_attempt(attempt=attempt, actor=world.writer, text="Why?", now=NOW)
    with pytest.raises(questions.NotYourQuestionError):
        questions.reply_to_question(question=question, actor=other, text="So.", now=NOW)
    assert not Reply.objects.exists()


@pytest.mark.parametrize("text", ["", " ", "x" * 2001, "a\0b"])
def test_a_question_is_a_readable_text(world: World, attempt: Attempt, text: str) -> None:
    with pytest.raises(questions.BadTextError):
        ask_about_attempt(attempt=attempt, actor=world.writer, text=text, now=NOW)
    assert not Question.objects.exists()


def test_an_empty_question_is_refused_by_the_database(world: World, attempt: Attempt) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Question.objects.create(campaign=world.campaign, asker=world.writer, text="", asked_at=NOW)
