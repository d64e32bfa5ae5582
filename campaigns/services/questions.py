"""Questions to a campaign's managers, and their answers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership, Question, Reply

LONGEST = 2000


class NotYourQuestionError(Exception):
    """A thread is between the asker and the campaign's managers."""


class BadTextError(Exception):
    """There is nothing to read, or too much."""


@transaction.atomic
def ask_question(*, campaign: Campaign, asker: User, text: str, now: datetime) -> Question:
    """Store a question to the managers of a campaign."""
    return Question.objects.create(
        campaign=campaign, asker=asker, text=_readable(text), asked_at=now
    )


@transaction.atomic
def reply_to_question(*, question: Question, actor: User, text: str, now: datetime) -> Reply:
    """Add a line. A manager's line answers the question; the asker's lets it wait again."""
    readable = _readable(text)
    asked = question.asker_id == actor.pk
    manages = Membership.objects.filter(
        campaign=question.campaign_id, user=actor, role=Role.MANAGER
    ).exists()
    manages = manages or (actor.is_administrator and not asked)
    if not asked and not manages:
        raise NotYourQuestionError
    Question.objects.filter(pk=question.pk).update(answered_at=now if manages else None)
    return Reply.objects.create(question=question, author=actor, text=readable, written_at=now)


def mark_question_read(*, question: Question, now: datetime) -> None:
    """Store that the asker has seen the thread as it is now."""
    Question.objects.filter(pk=question.pk).update(read_at=now)


def _readable(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST or "\0" in text:
        raise BadTextError
    return text
