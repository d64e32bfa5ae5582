"""Screening: language questions, paragraphs to summarise, and each candidate's way through them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.calibration import Candidacy
from annotation.models.grades import LONGEST_COMMENT
from campaigns.models.campaigns import Campaign
from core import append_only

LONGEST_QUESTION = 1000
LONGEST_OPTION = 300
# As many as there are digits to choose them with.
MOST_OPTIONS = 9
LONGEST_PARAGRAPH = 5000
LONGEST_SENTENCE = 1000


class _Material(models.Model):
    """Something that candidates get at screening. Once somebody has got it, it never changes."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class ScreeningQuestion(_Material):
    """A language question with several answers, one of them right."""

    text = models.CharField(max_length=LONGEST_QUESTION)
    options = models.JSONField(help_text="the answers, in the order in which they are shown")
    right = models.PositiveSmallIntegerField(help_text="the place of the right answer, from 0")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "position"], name="screening_question_position_once"
            ),
            models.CheckConstraint(name="screening_question_not_empty", condition=~Q(text="")),
            models.CheckConstraint(
                name="screening_question_right_is_an_option", condition=Q(right__lt=MOST_OPTIONS)
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def right_answer(self) -> str:
        return str(self.options[self.right])


class ScreeningParagraph(_Material):
    """A paragraph to summarise: from a page of the corpus, or typed by a manager."""

    text = models.CharField(max_length=LONGEST_PARAGRAPH)
    # The page's title; empty for a paragraph that was typed.
    title = models.CharField(max_length=255, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "position"], name="screening_paragraph_position_once"
            ),
            models.CheckConstraint(name="screening_paragraph_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return self.title or self.text[:60]


class RoundState(models.TextChoices):
    """The states of a round of screening."""

    QUESTIONS = "questions", _("Language questions")
    WRITING = "writing", _("Summary and mutation")
    SUBMITTED = "submitted", _("Waiting for grades")
    # By too few right answers, or by the managers.
    FAILED = "failed", _("Not passed")
    PASSED = "passed", _("Passed")


class ScreeningRound(models.Model):
    """One candidate's screening; another try is another round."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    candidacy = models.ForeignKey(
        Candidacy, models.PROTECT, related_name="screening_rounds", db_index=False
    )
    number = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=9, choices=RoundState)
    paragraph = models.ForeignKey(
        ScreeningParagraph, models.PROTECT, null=True, blank=True, related_name="rounds"
    )
    started_at = models.DateTimeField()
    # The language questions, once all were answered: what was right, and what was needed.
    right_answers = models.PositiveIntegerField(null=True, blank=True)
    answers = models.PositiveIntegerField(null=True, blank=True)
    threshold = models.FloatField(null=True, blank=True)
    # What is typed, until it is submitted.
    draft_summary = models.CharField(max_length=LONGEST_SENTENCE, blank=True, default="")
    draft_mutation = models.CharField(max_length=LONGEST_SENTENCE, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)
    # None: decided by the answers alone.
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["candidacy", "number"], name="screening_round_number_once"
            ),
            models.UniqueConstraint(
                fields=["candidacy"],
                condition=Q(state="passed"),
                name="screening_round_passed_once",
            ),
            models.CheckConstraint(
                name="screening_round_number_from_one", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="screening_round_state_known",
                condition=Q(state__in=["passed", "failed"], decided_at__isnull=False)
                | Q(
                    state__in=["questions", "writing", "submitted"],
                    decided_at__isnull=True,
                    decided_by__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="screening_round_answers_counted",
                condition=Q(right_answers__isnull=True, answers__isnull=True, threshold=None)
                | Q(right_answers__lte=F("answers"), threshold__gte=0, threshold__lte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidacy} · {self.number}"


class AskedQuestion(models.Model):
    """A question of a round, in its place."""

    round = models.ForeignKey(
        ScreeningRound, models.PROTECT, related_name="questions", db_index=False
    )
    question = models.ForeignKey(ScreeningQuestion, models.PROTECT, related_name="asked")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="asked_position_once"),
            models.UniqueConstraint(fields=["round", "question"], name="asked_question_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.position}"

    @property
    def chosen(self) -> str:
        """Return the answer that was chosen; empty until there is one."""
        answer = getattr(self, "answer", None)
        return str(self.question.options[answer.choice]) if answer else ""

    @property
    def is_right(self) -> bool:
        answer = getattr(self, "answer", None)
        return answer is not None and answer.choice == self.question.right


@append_only.guarded
class ScreeningAnswer(models.Model):
    """A candidate's answer to a question, given once."""

    asked = models.OneToOneField(AskedQuestion, models.PROTECT, related_name="answer")
    choice = models.PositiveSmallIntegerField(help_text="the place of the option, from 0")
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="screening_answer_is_an_option", condition=Q(choice__lt=MOST_OPTIONS)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asked} · {self.choice}"


@append_only.guarded
class ScreeningText(models.Model):
    """A candidate's summary of the paragraph and their mutation of it, submitted once."""

    round = models.OneToOneField(ScreeningRound, models.PROTECT, related_name="text")
    summary = models.CharField(max_length=LONGEST_SENTENCE)
    mutation = models.CharField(max_length=LONGEST_SENTENCE)
    submitted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="screening_text_complete", condition=~Q(summary="") & ~Q(mutation="")
            ),
        ]

    def __str__(self) -> str:
        return self.summary


class ScreeningGrade(models.Model):
    """A manager's grade of a summary and a mutation, blind to those of others."""

    round = models.ForeignKey(ScreeningRound, models.PROTECT, related_name="grades", db_index=False)
    grader = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    # Copied from the candidacy, for the constraint below.
    candidate = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    summary_fits = models.BooleanField()
    mutation_fits = models.BooleanField()
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True, default="")
    graded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "grader"], name="screening_grade_once"),
            models.CheckConstraint(
                name="screening_grade_not_by_the_candidate", condition=~Q(grader=F("candidate"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.grader}"
