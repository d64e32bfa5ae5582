"""Questions to the managers about an item, each with its thread."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.attempts import Attempt
from annotation.models.campaigns import Campaign


class Question(models.Model):
    """What somebody asks about the item before them. Only they and the managers see it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="questions")
    attempt = models.ForeignKey(Attempt, models.PROTECT, related_name="questions")
    text = models.CharField(max_length=2000)
    asked_at = models.DateTimeField()
    # Null while it waits for a manager.
    answered_at = models.DateTimeField(null=True, blank=True)
    # When who asked last opened the thread: an answer after that is new to them.
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="question_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def is_news(self) -> bool:
        """Answered since who asked last looked."""
        if self.answered_at is None:
            return False
        return self.read_at is None or self.answered_at > self.read_at


class Reply(models.Model):
    """One more line of a question's thread, by a manager or by who asked."""

    question = models.ForeignKey(Question, models.PROTECT, related_name="replies")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="reply_not_empty", condition=~Q(text=""))]

    def __str__(self) -> str:
        return self.text[:80]
