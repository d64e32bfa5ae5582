"""The casebook of a campaign: answered questions that everybody may read."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import Campaign
from campaigns.models.questions import Question


class Precedent(models.Model):
    """A question and its answer, in the managers' words: nothing in it says who asked."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="precedents")
    question = models.ForeignKey(
        Question, models.PROTECT, related_name="precedents", db_index=False
    )
    asked = models.CharField(_("question"), max_length=2000)
    answered = models.CharField(_("answer"), max_length=4000)
    # The heading of the guidelines that it is about; empty for none.
    clause = models.CharField(_("clause"), max_length=300, blank=True, default="")
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="precedent_not_empty", condition=~Q(asked="") & ~Q(answered="")
            ),
            models.UniqueConstraint(
                fields=["question"],
                name="precedent_once_a_question",
                condition=Q(withdrawn_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.asked[:80]
