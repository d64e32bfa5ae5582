"""The items that people asked their managers about."""

from __future__ import annotations

from django.db import models

from annotation.models.attempts import Attempt
from campaigns.models import Question


class QuestionSubject(models.Model):
    """The attempt at whose desk a question was asked."""

    question = models.OneToOneField(Question, models.CASCADE, related_name="subject")
    attempt = models.ForeignKey(Attempt, models.PROTECT, related_name="question_subjects")

    def __str__(self) -> str:
        return str(self.question)
