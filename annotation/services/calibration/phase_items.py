"""Items of a calibration phase: finished one by one, until the phase is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from annotation.models import (
    PRACTICE,
    Attempt,
    Grade,
    PhaseItem,
    Qualification,
    TaskName,
    Verification,
)
from annotation.rules.calibration.grading import GradedAnswer, grade_verification
from annotation.selectors.calibration.phases import phases_for
from annotation.selectors.verifying.verifications import judgement_of
from annotation.services.verifying.locks import lock_verifications
from campaigns.protocols.enums import Grader
from campaigns.protocols.judging import Phase
from campaigns.selectors.protocols import protocol_of


class PhaseOverError(Exception):
    """The phase of this item is finished: nothing in it changes any more."""


def finish_item(*, attempt: Attempt, now: datetime) -> None:
    """Note that a calibration item was submitted; the last one ends its phase.

    Called in the transaction of the submission. Does nothing for other attempts.
    """
    if attempt.purpose != Attempt.Purpose.CALIBRATION:
        return
    phase = hold_phase(Qualification.objects.filter(items__attempt=attempt))
    if phase is None:
        return
    if phase.state != Qualification.State.OPEN:
        raise PhaseOverError
    close_if_done(phase, now)


def hold_phase(rows: QuerySet[Qualification]) -> Qualification | None:
    """Lock a phase, so that its last two items are not finished beside one another."""
    return (
        rows.select_for_update(no_key=True, of=("self",))
        .select_related("candidacy__campaign")
        .first()
    )


def counted_items(phase: Qualification) -> list[PhaseItem]:
    """Return the items of a phase that count: withdrawn gold does not."""
    items = phase.items.filter(gold__withdrawn_at=None).order_by("position")
    return list(items.select_related("attempt", "gold__claim", "gold__highlight"))


def close_if_done(phase: Qualification, now: datetime) -> None:
    """End a locked phase when everything in it is submitted, and grade what a rule can grade."""
    items = counted_items(phase)
    if phase.state != Qualification.State.OPEN or not all(item.is_done for item in items):
        return
    phase.state, phase.submitted_at = Qualification.State.SUBMITTED, now
    phase.save(update_fields=["state", "submitted_at"])
    design = phase_of(phase)
    if phase.candidacy.task == TaskName.VERIFY and phase.phase != PRACTICE:
        grade_items(items, now)
    if design is None or design.graded_by is Grader.GOLD:
        give_feedback(phase, items, now)


def phase_of(phase: Qualification) -> Phase | None:
    """Return a phase as the protocol has it; practice is not in it."""
    candidacy = phase.candidacy
    phases = phases_for(protocol_of(candidacy.campaign), candidacy.task_name)
    return next((one for one in phases if one.name == phase.phase), None)


def give_feedback(phase: Qualification, items: Sequence[PhaseItem], now: datetime) -> None:
    """Show a candidate the gold and the grades. From now on nothing of it is opened again."""
    phase.state, phase.feedback_at = Qualification.State.FEEDBACK, now
    phase.save(update_fields=["state", "feedback_at"])
    shown = Verification.objects.filter(attempt__phase_item__in=[item.pk for item in items])
    lock_verifications(
        ids=list(shown.values_list("pk", flat=True)), by=Verification.Lock.GRADED, now=now
    )
    end_reading(phase, now)


def end_reading(phase: Qualification, now: datetime) -> None:
    """Open the way to the next phase once all feedback was read; call under the phase's lock."""
    unread = phase.items.filter(read_at=None, gold__withdrawn_at=None)
    if phase.state == Qualification.State.FEEDBACK and not unread.exists():
        phase.state, phase.read_at = Qualification.State.READ, now
        phase.save(update_fields=["state", "read_at"])


def grade_items(items: Sequence[PhaseItem], now: datetime) -> None:
    """Grade verifications against gold."""
    grades = []
    for item in items:
        assert item.attempt is not None
        given, gold = answer_in(item.attempt), answer_in(item.gold.answer)
        grade = grade_verification(given, gold)
        grades.append(
            Grade(
                item=item,
                candidate_id=item.attempt.annotator_id,
                verdict_right=grade.verdict_right,
                tags_fit=grade.tags_fit,
                precision=grade.precision,
                recall=grade.recall,
                complete_sets=grade.complete_sets,
                gold_sets=grade.gold_sets,
                is_strict=grade.is_strict,
                graded_at=now,
            )
        )
    Grade.objects.bulk_create(grades)


def answer_in(attempt: Attempt | None) -> GradedAnswer:
    """Return what was submitted from an attempt at a claim."""
    assert attempt is not None
    verification = Verification.objects.get(attempt=attempt)
    judgement = judgement_of(verification.versions.get(number=verification.number))
    return GradedAnswer(judgement.verdict, judgement.tags, judgement.sets)
