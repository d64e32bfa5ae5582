"""Candidates at screening: questions answered one by one, then a summary and a mutation of it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from annotation.models import (
    AskedQuestion,
    Attempt,
    Candidacy,
    RoundState,
    ScreeningAnswer,
    ScreeningParagraph,
    ScreeningRound,
    ScreeningText,
    TaskName,
)
from annotation.models.screening import LONGEST_SENTENCE
from annotation.rules.calibration.progress import CalibrationStep, StepKind
from annotation.selectors.calibration.phases import calibrated_tasks, step_of_candidate
from annotation.selectors.calibration.screening import (
    next_question,
    paragraphs_in_use,
    questions_in_use,
    required_screening,
)
from annotation.selectors.desk.attempts import may_work
from annotation.services.calibration.phases import NoItemError, hold_candidate
from annotation.services.desk import stages
from campaigns.models import Campaign
from campaigns.protocols.judging import Screening

_PURPOSES = {TaskName.WRITE: Attempt.Purpose.WRITE, TaskName.VERIFY: Attempt.Purpose.VERIFY}
# Thresholds such as 7/10 are not exact as floats.
_ROUNDING = 1e-9


class RoundOverError(Exception):
    """The candidate is not at this part of screening, or not any more."""


class AnsweredError(Exception):
    """This question has an answer already, which stays."""


class BadChoiceError(Exception):
    """There is no such answer to choose."""


class TextRefusedError(Exception):
    """A summary or a mutation that cannot be taken; `code` and `field` say why and which."""

    def __init__(self, field: str, code: str) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code


@transaction.atomic
def begin_screening(
    *, campaign: Campaign, person: User, task: TaskName, now: datetime
) -> ScreeningRound:
    """Give a candidate their round of screening; the first time, begin it."""
    member = hold_candidate(campaign=campaign, person=person, task=task)
    if task not in calibrated_tasks(member.campaign):
        raise NoItemError(CalibrationStep(StepKind.APPROVED))
    stages.check_hands_out(member.campaign)
    candidacy, _made = Candidacy.objects.get_or_create(
        campaign=campaign, person=person, task=task, defaults={"begun_at": now}
    )
    candidacy.campaign = member.campaign
    found = step_of_candidate(candidacy)
    if found.step.kind is not StepKind.SCREENING:
        raise NoItemError(found.step)
    return found.round or open_round(candidacy, now)


def open_round(candidacy: Candidacy, now: datetime) -> ScreeningRound:
    """Open the next round, with questions and a paragraph that the person has not had if any."""
    design = required_screening(candidacy.campaign, candidacy.task_name)
    assert design is not None
    last = candidacy.screening_rounds.order_by("-number").first()
    opened = ScreeningRound.objects.create(
        candidacy=candidacy,
        number=last.number + 1 if last else 1,
        state=RoundState.QUESTIONS,
        started_at=now,
    )
    _ask(opened, design)
    if next_question(opened) is None:
        _end_questions(opened, design, now)
    return opened


def _ask(found: ScreeningRound, design: Screening) -> None:
    """Add questions until there are as many as the design says, those never seen first."""
    candidacy = found.candidacy
    asked = list(found.questions.select_related("question").order_by("position"))
    missing = design.questions - sum(one.question.withdrawn_at is None for one in asked)
    if missing <= 0:
        return
    seen = AskedQuestion.objects.filter(
        question=OuterRef("pk"),
        round__candidacy__person=candidacy.person_id,
        round__candidacy__campaign=candidacy.campaign_id,
    )
    pool = (
        questions_in_use(candidacy.campaign)
        .exclude(pk__in=[one.question_id for one in asked])
        .annotate(is_seen=Exists(seen))
        .order_by("is_seen", "position")
    )
    start = asked[-1].position + 1 if asked else 1
    AskedQuestion.objects.bulk_create(
        AskedQuestion(round=found, question=question, position=position)
        for position, question in enumerate(pool[:missing], start=start)
    )


@transaction.atomic
def answer_question(
    *, found: ScreeningRound, position: int, choice: int, now: datetime
) -> ScreeningRound:
    """Store the answer to a question, once; the last one ends the language questions."""
    held = hold_round(found)
    design = _check_open(held, RoundState.QUESTIONS)
    asked = (
        held.questions.filter(position=position, question__withdrawn_at=None)
        .select_related("question")
        .first()
    )
    if asked is None or not 0 <= choice < len(asked.question.options):
        raise BadChoiceError
    if ScreeningAnswer.objects.filter(asked=asked).exists():
        raise AnsweredError
    ScreeningAnswer.objects.create(asked=asked, choice=choice, answered_at=now)
    # Withdrawn questions are replaced, as long as there are others.
    _ask(held, design)
    if next_question(held) is None:
        _end_questions(held, design, now)
    return held


@transaction.atomic
def go_on(*, found: ScreeningRound, now: datetime) -> ScreeningRound:
    """End the language questions of a round whose last open ones were withdrawn."""
    held = hold_round(found)
    if held.state == RoundState.QUESTIONS and next_question(held) is None:
        design = _check_open(held, RoundState.QUESTIONS)
        _ask(held, design)
        if next_question(held) is None:
            _end_questions(held, design, now)
    return held


def _end_questions(held: ScreeningRound, design: Screening, now: datetime) -> None:
    """Count the right answers; who reaches the threshold goes on with the summary."""
    counted = held.questions.filter(question__withdrawn_at=None, answer__isnull=False)
    answers = list(counted.values_list("answer__choice", "question__right"))
    right = sum(choice == wanted for choice, wanted in answers)
    held.right_answers, held.answers = right, len(answers)
    held.threshold = float(design.threshold)
    if right < held.threshold * len(answers) - _ROUNDING:
        held.state, held.decided_at = RoundState.FAILED, now
    elif design.summary and (paragraph := _paragraph_for(held)) is not None:
        held.state, held.paragraph = RoundState.WRITING, paragraph
    else:
        held.state, held.decided_at = RoundState.PASSED, now
    held.save()


def _paragraph_for(held: ScreeningRound) -> ScreeningParagraph | None:
    candidacy = held.candidacy
    seen = ScreeningRound.objects.filter(
        paragraph=OuterRef("pk"), candidacy__person=candidacy.person_id
    )
    pool = paragraphs_in_use(candidacy.campaign).annotate(is_seen=Exists(seen))
    return pool.order_by("is_seen", "position").first()


@transaction.atomic
def save_draft(*, found: ScreeningRound, summary: str, mutation: str) -> None:
    """Keep what a candidate has typed so far."""
    held = hold_round(found)
    _check_open(held, RoundState.WRITING)
    for field, text in (("summary", summary), ("mutation", mutation)):
        _check_text(field, text)
    held.draft_summary, held.draft_mutation = summary, mutation
    held.save(update_fields=["draft_summary", "draft_mutation"])


@transaction.atomic
def submit_text(
    *, found: ScreeningRound, summary: str, mutation: str, now: datetime
) -> ScreeningText:
    """Store the summary and the mutation, once. They wait for the managers then."""
    held = hold_round(found)
    _check_open(held, RoundState.WRITING)
    given = {"summary": " ".join(summary.split()), "mutation": " ".join(mutation.split())}
    for field, text in given.items():
        _check_text(field, text)
        if not text:
            raise TextRefusedError(field, "empty")
    if given["summary"].casefold() == given["mutation"].casefold():
        raise TextRefusedError("mutation", "same")
    held.state = RoundState.SUBMITTED
    held.draft_summary = held.draft_mutation = ""
    held.save(update_fields=["state", "draft_summary", "draft_mutation"])
    return ScreeningText.objects.create(round=held, submitted_at=now, **given)


def hold_round(found: ScreeningRound) -> ScreeningRound:
    """Lock a round, with its candidacy and campaign."""
    return (
        ScreeningRound.objects.select_for_update(no_key=True, of=("self",))
        .select_related("candidacy__campaign", "candidacy__person")
        .get(pk=found.pk)
    )


def _check_open(held: ScreeningRound, state: RoundState) -> Screening:
    """Return the design; raise unless the candidate is at this part of the screening."""
    candidacy = held.candidacy
    design = required_screening(candidacy.campaign, candidacy.task_name)
    if (
        held.state != state
        or candidacy.outcome != Candidacy.Outcome.OPEN
        or design is None
        or not candidacy.campaign.requires_calibration
        or not may_work(candidacy.person, candidacy.campaign, _PURPOSES[candidacy.task_name])
    ):
        raise RoundOverError
    stages.check_accepts_work(candidacy.campaign)
    return design


def _check_text(field: str, text: str) -> None:
    if len(text) > LONGEST_SENTENCE:
        raise TextRefusedError(field, "long")
    if "\0" in text:
        raise TextRefusedError(field, "characters")
