"""Questions about the item on somebody's desk."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import Attempt, QuestionSubject
from annotation.selectors.desk.attempts import campaign_of
from campaigns.models import Question
from campaigns.services import questions


@transaction.atomic
def ask_about_attempt(*, attempt: Attempt, actor: User, text: str, now: datetime) -> Question:
    """Store a question of an annotator about the item of their attempt."""
    if attempt.annotator_id != actor.pk:
        raise questions.NotYourQuestionError
    question = questions.ask_question(
        campaign=campaign_of(attempt), asker=actor, text=text, now=now
    )
    QuestionSubject.objects.create(question=question, attempt=attempt)
    return question
