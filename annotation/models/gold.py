"""Gold: items whose right answer the managers know."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import gold_uses
from annotation.models.attempts import Attempt
from annotation.models.claims import Claim
from annotation.models.highlights import Highlight
from campaigns.models.campaigns import Campaign
from core import append_only

LONGEST_WHY = 2000


class TaskName(models.TextChoices):
    """The tasks that people are calibrated for."""

    WRITE = "write", _("Write claims")
    VERIFY = "verify", _("Verify claims")


@append_only.guarded_by(gold_uses.keep_apart)
class Gold(models.Model):
    """A claim to verify, or a highlight to write from, with a manager's own answer.

    Its one `use` keeps calibration and silent gold apart: no claim and no part of a page is in
    both, because `identity` occurs once among the gold in use. Triggers see to it that withdrawn
    gold does not come back in the other use. Only claims are silent gold.
    """

    class Use(models.TextChoices):
        PRACTICE = "practice", _("Practice")
        PHASE = "phase", _("Calibration")
        SILENT = "silent", _("Silent, in the ordinary work")

    class Difficulty(models.TextChoices):
        EASY = "easy", _("Easy")
        SPECIAL = "special", _("Special case")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="gold", db_index=False)
    task = models.CharField(max_length=6, choices=TaskName)
    claim = models.OneToOneField(Claim, models.PROTECT, null=True, blank=True, related_name="gold")
    highlight = models.OneToOneField(
        Highlight, models.PROTECT, null=True, blank=True, related_name="gold"
    )
    # What the claims must be, by slot and factor: {"type_3": {"mutation": "negation"}}.
    prescribed = models.JSONField(default=dict, blank=True)
    use = models.CharField(max_length=8, choices=Use)
    phase = models.CharField(
        max_length=60, blank=True, default="", help_text="a name of the protocol's"
    )
    # Another try gets other items.
    try_number = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField(default=1)
    difficulty = models.CharField(max_length=8, choices=Difficulty, default=Difficulty.EASY)
    why = models.CharField(max_length=LONGEST_WHY, blank=True, default="")
    clause = models.CharField(max_length=200, blank=True, default="", help_text="of the guidelines")
    # Of the claim's text, or of the highlighted elements.
    identity = models.CharField(max_length=64)
    # The manager's own attempt at it; until it is submitted, the gold is a draft.
    answer = models.OneToOneField(
        Attempt, models.PROTECT, null=True, blank=True, related_name="answered_gold"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="gold_fits_task",
                condition=Q(task="verify", claim__isnull=False, highlight__isnull=True)
                | Q(task="write", claim__isnull=True, highlight__isnull=False),
            ),
            models.CheckConstraint(
                name="gold_use_known",
                condition=Q(use="phase") & ~Q(phase="")
                | Q(use__in=["practice", "silent"], phase=""),
            ),
            models.CheckConstraint(
                name="gold_silent_is_verified", condition=~Q(task="write", use="silent")
            ),
            models.CheckConstraint(
                name="gold_difficulty_known", condition=Q(difficulty__in=["easy", "special"])
            ),
            models.CheckConstraint(
                name="gold_numbers_from_one",
                condition=Q(try_number__gte=1, position__gte=1),
            ),
            models.CheckConstraint(
                name="gold_withdrawn_by_somebody",
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["campaign", "task", "identity"],
                name="gold_in_one_use",
                condition=Q(withdrawn_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["campaign", "task", "use", "phase", "try_number", "position"],
                name="gold_of_a_phase",
            )
        ]

    def __str__(self) -> str:
        return str(self.claim or self.highlight)

    @property
    def is_ready(self) -> bool:
        """Return whether people can get it: answered, and not withdrawn."""
        return (
            self.withdrawn_at is None
            and self.answer is not None
            and self.answer.outcome == Attempt.Outcome.SUBMITTED
        )
