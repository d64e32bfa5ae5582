"""Questions to the managers, each with its thread."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.campaigns import Campaign


class Question(models.Model):
    """A question to a campaign's managers. Only they and the person who asked see it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="questions")
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="questions")
    text = models.CharField(max_length=2000)
    asked_at = models.DateTimeField()
    # Null while it waits for a manager.
    answered_at = models.DateTimeField(null=True, blank=True)
    # When the asker last opened the thread: an answer after that is new to them.
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="question_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def is_news(self) -> bool:
        """Return whether it was answered since the asker last looked."""
        if self.answered_at is None:
            return False
        return self.read_at is None or self.answered_at > self.read_at


class Reply(models.Model):
    """One more line of a question's thread, by a manager or by the asker."""

    question = models.ForeignKey(Question, models.PROTECT, related_name="replies")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="reply_not_empty", condition=~Q(text=""))]

    def __str__(self) -> str:
        return self.text[:80]
