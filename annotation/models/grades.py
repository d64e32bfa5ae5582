"""Grades of calibration items, appeals against them, and phrases for their comments."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.calibration import PhaseItem
from annotation.models.claims import Claim
from campaigns.models.campaigns import Campaign

LONGEST_COMMENT = 2000


class Grade(models.Model):
    """The grade of one item: of a verification by rule, of each written claim by managers.

    What a manager grades goes before what the rule says. A manager's grade that `settles` decides
    where two managers disagree.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    item = models.ForeignKey(PhaseItem, models.PROTECT, related_name="grades", db_index=False)
    # The written claim; none for a verification.
    claim = models.ForeignKey(Claim, models.PROTECT, null=True, blank=True, related_name="grades")
    # None: graded by rule, against gold.
    grader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Copied from the item, for the constraint below.
    candidate = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    keeps_guidelines = models.BooleanField(null=True, blank=True)
    tags_fit = models.BooleanField(null=True, blank=True)
    verdict_right = models.BooleanField(null=True, blank=True)
    precision = models.FloatField(null=True, blank=True)
    recall = models.FloatField(null=True, blank=True)
    complete_sets = models.PositiveIntegerField(null=True, blank=True)
    gold_sets = models.PositiveIntegerField(null=True, blank=True)
    # Right verdict and a complete set: the rule of the scorers.
    is_strict = models.BooleanField(null=True, blank=True)
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True, default="")
    clause = models.CharField(max_length=200, blank=True, default="", help_text="of the guidelines")
    settles = models.BooleanField(default=False)
    graded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "claim", "grader"],
                name="grade_of_claim_once",
                condition=Q(claim__isnull=False, grader__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["item", "grader"],
                name="grade_of_item_once",
                condition=Q(claim__isnull=True, grader__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["item"],
                name="grade_by_rule_once",
                condition=Q(claim__isnull=True, grader__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["item", "claim"], name="grade_one_settles", condition=Q(settles=True)
            ),
            models.CheckConstraint(
                name="grade_not_by_the_candidate", condition=~Q(grader=F("candidate"))
            ),
            models.CheckConstraint(
                name="grade_of_claims_by_people",
                condition=Q(claim__isnull=True) | Q(grader__isnull=False),
            ),
            models.CheckConstraint(
                name="grade_shares_from_zero_to_one",
                condition=(Q(precision__isnull=True) | Q(precision__gte=0, precision__lte=1))
                & (Q(recall__isnull=True) | Q(recall__gte=0, recall__lte=1)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} · {self.grader or ''}"


class Appeal(models.Model):
    """A candidate's objection to the grade of an item, and the managers' answer."""

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for an answer")
        UPHELD = "upheld", _("The grade was changed")
        DISMISSED = "dismissed", _("The grade stays")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    item = models.OneToOneField(PhaseItem, models.PROTECT, related_name="appeal")
    text = models.CharField(max_length=LONGEST_COMMENT)
    made_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answer = models.CharField(max_length=LONGEST_COMMENT, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(name="appeal_has_a_text", condition=~Q(text="")),
            models.CheckConstraint(
                name="appeal_answered_iff_not_open",
                condition=Q(state="open", answered_at__isnull=True, answered_by__isnull=True)
                | Q(
                    state__in=["upheld", "dismissed"],
                    answered_at__isnull=False,
                    answered_by__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} · {self.state}"


class GradingPhrase(models.Model):
    """A sentence that managers use again in comments."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, related_name="grading_phrases", db_index=False
    )
    text = models.CharField(max_length=300)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "text"], name="grading_phrase_once"),
            models.CheckConstraint(name="grading_phrase_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.text
