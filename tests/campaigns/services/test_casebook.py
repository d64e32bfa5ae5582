"""Precedents: answered questions in the managers' words, once each, never half-written."""

from __future__ import annotations

import pytest

from campaigns.models import Precedent, Question
from campaigns.services.casebook import (
    AlreadyPublishedError,
    NotAnsweredError,
    PrecedentText,
    change_precedent,
    publish_precedent,
    withdraw_precedent,
)
from campaigns.services.questions import ask_question, reply_to_question
from core.models import AuditEntry
from tests.annotation.verifying_world import Desk, make_desk
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TEXT = PrecedentText("Does a year count?", "Yes, in full.", "Years")


@pytest.fixture
def desk() -> Desk:
    return make_desk()


@pytest.fixture
def question(desk: Desk) -> Question:
    asked = ask_question(campaign=desk.campaign, asker=desk.verifier, text="Year?", now=NOW)
    reply_to_question(question=asked, actor=desk.manager, text="Yes.", now=NOW)
    asked.refresh_from_db()
    return asked


def publish(desk: Desk, question: Question) -> Precedent:
    return publish_precedent(question=question, text=TEXT, actor=desk.manager, now=NOW)


def actions() -> list[str]:
    entries = AuditEntry.objects.filter(action__startswith="precedent.").order_by("pk")
    return list(entries.values_list("action", flat=True))


def test_an_answered_question_is_published_once(desk: Desk, question: Question) -> None:
    publish(desk, question)
    with pytest.raises(AlreadyPublishedError):
        publish(desk, question)
    stored = Precedent.objects.get()
    assert (stored.asked, stored.answered, stored.clause) == (
        "Does a year count?",
        "Yes, in full.",
        "Years",
    )
    assert actions() == ["precedent.published"]


def test_a_question_that_waits_is_no_precedent(desk: Desk) -> None:
    waiting = ask_question(campaign=desk.campaign, asker=desk.verifier, text="Year?", now=NOW)
    with pytest.raises(NotAnsweredError):
        publish(desk, waiting)
    assert not Precedent.objects.exists()


def test_the_words_before_a_change_are_in_the_audit_log(desk: Desk, question: Question) -> None:
    precedent = publish(desk, question)
    changed = PrecedentText("Does a year count?", "Only with its century.")
    change_precedent(precedent=precedent, text=changed, actor=desk.manager, now=NOW)
    assert Precedent.objects.get().answered == "Only with its century."
    assert AuditEntry.objects.get(action="precedent.changed").details == {
        "asked": "Does a year count?",
        "answered": "Yes, in full.",
        "clause": "Years",
    }


def test_a_withdrawn_one_can_be_published_again(desk: Desk, question: Question) -> None:
    precedent = publish(desk, question)
    for _ in range(2):
        withdraw_precedent(precedent=precedent, actor=desk.manager, now=NOW)
    publish(desk, question)
    assert Precedent.objects.filter(withdrawn_at=None).count() == 1
    assert actions() == ["precedent.published", "precedent.withdrawn", "precedent.published"]
