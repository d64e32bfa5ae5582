"""Grades by managers: claims one by one, blind to each other, until the feedback is given."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import (
    Attempt,
    Claim,
    Grade,
    GradingPhrase,
    PhaseItem,
    Qualification,
)
from annotation.models.grades import LONGEST_COMMENT
from annotation.selectors.calibration.grades import final_grades
from annotation.services.calibration import phase_items
from campaigns.models import Campaign
from core.services import audit

LONGEST_PHRASE = 300
LONGEST_CLAUSE = 200


class OwnWorkError(Exception):
    """Nobody grades their own work or decides about themselves."""


class NotGradableError(Exception):
    """The phase is not submitted yet, or its feedback was given."""


class BadCommentError(Exception):
    """A comment, clause or phrase that is too long or cannot be stored."""


class NotAllGradedError(Exception):
    """Items are not graded, or two managers disagree; `missing` and `disputed` say how many."""

    def __init__(self, missing: int, disputed: int) -> None:
        super().__init__(f"{missing} missing, {disputed} disputed")
        self.missing = missing
        self.disputed = disputed


@transaction.atomic
def grade_claim(
    *,
    item: PhaseItem,
    claim: Claim,
    grader: User,
    keeps_guidelines: bool,
    tags_fit: bool,
    comment: str,
    clause: str,
    now: datetime,
) -> Grade:
    """Store a manager's grade of a claim; they may change it until the feedback is given."""
    phase = _hold_gradable(item, grader)
    comment, clause = checked(comment, LONGEST_COMMENT), checked(clause, LONGEST_CLAUSE)
    # Another opinion reopens what was settled.
    Grade.objects.filter(item=item, claim=claim, settles=True).update(settles=False)
    grade, _made = Grade.objects.update_or_create(
        item=item,
        claim=claim,
        grader=grader,
        defaults={
            "candidate_id": phase.candidacy.person_id,
            "keeps_guidelines": keeps_guidelines,
            "tags_fit": tags_fit,
            "comment": comment,
            "clause": clause,
            "graded_at": now,
        },
    )
    return grade


@transaction.atomic
def settle_grade(*, grade: Grade, actor: User, now: datetime) -> None:
    """Decide which of two managers' grades counts."""
    phase = _hold_gradable(grade.item, actor)
    beside = Grade.objects.filter(item=grade.item_id, claim=grade.claim_id)
    beside.update(settles=False)
    beside.filter(pk=grade.pk).update(settles=True)
    audit.record(
        actor=actor,
        action="grade.settled",
        target=grade,
        now=now,
        details={"candidate": str(phase.candidacy.person), "grader": str(grade.grader)},
    )


def _hold_gradable(item: PhaseItem, grader: User) -> Qualification:
    phase = phase_items.hold_phase(Qualification.objects.filter(pk=item.qualification_id))
    assert phase is not None
    if phase.candidacy.person_id == grader.pk:
        raise OwnWorkError
    if phase.state != Qualification.State.SUBMITTED:
        raise NotGradableError
    return phase


@transaction.atomic
def release_feedback(*, phase: Qualification, actor: User, now: datetime) -> None:
    """Show a candidate their grades. Two managers who press at once give it once."""
    held = phase_items.hold_phase(Qualification.objects.filter(pk=phase.pk))
    assert held is not None
    if held.candidacy.person_id == actor.pk:
        raise OwnWorkError
    if held.state != Qualification.State.SUBMITTED:
        raise NotGradableError
    items = phase_items.counted_items(held)
    found = final_grades(items)
    missing = sum(one.is_missing for one in found)
    disputed = sum(one.is_disputed for one in found)
    if missing or disputed:
        raise NotAllGradedError(missing, disputed)
    phase_items.give_feedback(held, items, now)
    audit.record(
        actor=actor,
        action="feedback.given",
        target=held.candidacy,
        now=now,
        details={"campaign": held.candidacy.campaign.name, "phase": held.phase},
    )


def add_phrase(*, campaign: Campaign, text: str) -> GradingPhrase:
    """Keep a sentence for other comments."""
    text = checked(text, LONGEST_PHRASE)
    if not text:
        raise BadCommentError
    phrase, _made = GradingPhrase.objects.get_or_create(campaign=campaign, text=text)
    return phrase


def checked(text: str, most: int) -> str:
    text = text.strip()
    if len(text) > most or "\0" in text:
        raise BadCommentError
    return text


def written_claims(item: PhaseItem) -> list[Claim]:
    """Return what a candidate wrote for an item, in the order of the slots."""
    if item.attempt is None or item.attempt.outcome != Attempt.Outcome.SUBMITTED:
        return []
    return list(Claim.with_gold.filter(attempt=item.attempt).order_by("pk"))
