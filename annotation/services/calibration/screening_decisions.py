"""Managers at screening: texts graded, candidates passed or given another try; on and off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import Candidacy, RoundState, ScreeningGrade, ScreeningRound, TaskName
from annotation.models.grades import LONGEST_COMMENT
from annotation.selectors.calibration.phases import phases_for
from annotation.selectors.calibration.screening import (
    ScreeningMaterial,
    awaits_decision,
    material_of,
    screening_for,
)
from annotation.services.calibration.grading import BadCommentError, NotGradableError, OwnWorkError
from annotation.services.calibration.screening import hold_round, open_round
from campaigns.models import Campaign
from campaigns.protocols.judging import Screening
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit


class TooLittleMaterialError(Exception):
    """There are too few questions or paragraphs; `ready` says how many there are."""

    def __init__(self, ready: ScreeningMaterial, needed: Sequence[Screening]) -> None:
        super().__init__(str(ready))
        self.ready = ready
        self.needed = needed


class NotGradedError(Exception):
    """Nobody has graded the summary and the mutation yet."""


class RoundOpenError(Exception):
    """The candidate is still at this round."""


@transaction.atomic
def require_screening(*, campaign: Campaign, actor: User, now: datetime) -> None:
    """Turn screening on. Who is in a phase of calibration already goes on with it."""
    held = hold_campaign(campaign)
    protocol = protocol_of(held)
    designs = [
        design
        for task in TaskName
        if phases_for(protocol, task) and (design := screening_for(protocol, task)) is not None
    ]
    ready = material_of(held)
    if not designs or not all(ready.suffices(design) for design in designs):
        raise TooLittleMaterialError(ready, designs)
    Campaign.objects.filter(pk=held.pk).update(requires_screening=True)
    audit.record(actor=actor, action="screening.required", target=held, now=now)


@transaction.atomic
def stop_screening(*, campaign: Campaign, actor: User, now: datetime) -> None:
    """Turn screening off: candidates go to calibration at once. What was answered is kept."""
    held = hold_campaign(campaign)
    Campaign.objects.filter(pk=held.pk).update(requires_screening=False)
    audit.record(actor=actor, action="screening.stopped", target=held, now=now)


@transaction.atomic
def grade_text(
    *,
    found: ScreeningRound,
    grader: User,
    summary_fits: bool,
    mutation_fits: bool,
    comment: str,
    now: datetime,
) -> ScreeningGrade:
    """Store a manager's grade of a summary and its mutation; they may change it until decided."""
    held = _hold(found, grader)
    comment = comment.strip()
    if len(comment) > LONGEST_COMMENT or "\0" in comment:
        raise BadCommentError
    if held.state != RoundState.SUBMITTED:
        raise NotGradableError
    grade, _made = ScreeningGrade.objects.update_or_create(
        round=held,
        grader=grader,
        defaults={
            "candidate_id": held.candidacy.person_id,
            "summary_fits": summary_fits,
            "mutation_fits": mutation_fits,
            "comment": comment,
            "graded_at": now,
        },
    )
    return grade


@transaction.atomic
def pass_round(*, found: ScreeningRound, actor: User, now: datetime) -> ScreeningRound:
    """Let a candidate go on to calibration, also one below the threshold."""
    held = hold_undecided(found, actor)
    if held.state == RoundState.SUBMITTED and not held.grades.exists():
        raise NotGradedError
    _decide(held, RoundState.PASSED, actor, now)
    _record("screening.passed", held, actor, now)
    return held


def give_another_round(*, candidacy: Candidacy, actor: User, now: datetime) -> ScreeningRound:
    """Begin another round, with fresh questions if there are; call under the candidacy's lock.

    Raise RoundOpenError where the last round is not over.
    """
    last = candidacy.screening_rounds.order_by("-number").first()
    if last is not None:
        held = _hold(last, actor)
        is_over = candidacy.outcome != Candidacy.Outcome.OPEN
        if held.state in (RoundState.QUESTIONS, RoundState.WRITING) and not is_over:
            raise RoundOpenError
        if held.state != RoundState.FAILED:
            _decide(held, RoundState.FAILED, actor, now)
    return open_round(candidacy, now)


def hold_undecided(found: ScreeningRound, actor: User) -> ScreeningRound:
    """Lock a round and its candidacy; raise unless it waits for a manager's decision.

    A page that was open for long may show a round about which others have decided since.
    """
    Candidacy.objects.select_for_update(no_key=True).get(pk=found.candidacy_id)
    held = _hold(found, actor)
    if held.state in (RoundState.QUESTIONS, RoundState.WRITING) and held.candidacy.is_open:
        raise RoundOpenError
    if not awaits_decision(held):
        raise NotGradableError
    return held


def _hold(found: ScreeningRound, actor: User) -> ScreeningRound:
    held = hold_round(found)
    if held.candidacy.person_id == actor.pk:
        raise OwnWorkError
    return held


def _decide(held: ScreeningRound, state: RoundState, actor: User, now: datetime) -> None:
    held.state, held.decided_at, held.decided_by = state, now, actor
    held.save(update_fields=["state", "decided_at", "decided_by"])


def _record(action: str, held: ScreeningRound, actor: User, now: datetime) -> None:
    audit.record(
        actor=actor,
        action=action,
        target=held.candidacy,
        now=now,
        details={
            "campaign": held.candidacy.campaign.name,
            "person": str(held.candidacy.person),
            "task": held.candidacy.task,
            "round": held.number,
        },
    )
