"""Decisions about candidates: approved, rejected, another try; and calibration as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import QUEUED_PURPOSES, Attempt, Candidacy, ScreeningRound, TaskName
from annotation.selectors.calibration.candidacies import candidates_in
from annotation.selectors.calibration.phases import phases_for, ready_gold
from annotation.selectors.calibration.screening import is_at_screening
from annotation.services.calibration import screening_decisions
from annotation.services.calibration.grading import OwnWorkError
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit

LONGEST_NOTE = 1000
# Means of thirds are not exact.
_ROUNDING = 1e-9


class NoGoldError(Exception):
    """There is not enough gold; `lacking` says how much, by task, phase and try."""

    def __init__(self, lacking: Sequence[tuple[TaskName, str, int, int]]) -> None:
        super().__init__(str(lacking))
        self.lacking = lacking


class NotAMemberError(Exception):
    """The person does not have this task in the campaign."""


class DecisionNoteError(Exception):
    """A note that is too long or cannot be stored."""


@transaction.atomic
def decide(
    *,
    campaign: Campaign,
    person: User,
    task: TaskName,
    outcome: Candidacy.Outcome,
    actor: User,
    note: str = "",
    screening: ScreeningRound | None = None,
    now: datetime,
) -> Candidacy:
    """Approve or reject a candidate, also one who has not begun.

    Who decides about a round of `screening` is refused when it no longer waits for a decision.
    """
    candidacy = _hold(campaign, person, task, actor, now)
    if screening is not None:
        screening_decisions.hold_undecided(screening, actor)
    note = _checked(note)
    before = candidacy.outcome
    candidacy.outcome, candidacy.note = outcome, note
    candidacy.decided_at, candidacy.decided_by = now, actor
    candidacy.save(update_fields=["outcome", "note", "decided_at", "decided_by"])
    _record(candidacy, f"candidate.{outcome}", actor, now, before)
    return candidacy


@transaction.atomic
def give_another_try(
    *,
    campaign: Campaign,
    person: User,
    task: TaskName,
    actor: User,
    note: str = "",
    screening: ScreeningRound | None = None,
    now: datetime,
) -> Candidacy:
    """Let a candidate begin again, with other items; raise NoGoldError if there are none.

    Who has not passed screening begins that again, with other questions if there are. Who decides
    about a round of `screening` is refused when it no longer waits for a decision.
    """
    candidacy = _hold(campaign, person, task, actor, now)
    if screening is not None:
        screening_decisions.hold_undecided(screening, actor)
    note = _checked(note)
    before = candidacy.outcome
    number = candidacy.try_number
    if is_at_screening(candidacy):
        screening_decisions.give_another_round(candidacy=candidacy, actor=actor, now=now)
    else:
        number += 1
        if lacking := lacking_gold(campaign, task, number):
            raise NoGoldError(lacking)
    candidacy.try_number, candidacy.note = number, note
    candidacy.outcome, candidacy.decided_at, candidacy.decided_by = (
        Candidacy.Outcome.OPEN,
        None,
        None,
    )
    candidacy.save(update_fields=["try_number", "note", "outcome", "decided_at", "decided_by"])
    _record(candidacy, "candidate.another_try", actor, now, before)
    return candidacy


@transaction.atomic
def approve_above(
    *, campaign: Campaign, task: TaskName, threshold: float, actor: User, now: datetime
) -> list[Candidacy]:
    """Approve everybody who has finished all phases with this score (0 to 1) or a better one."""
    passed = [
        row.person
        for row in candidates_in(campaign)
        if row.task is task
        and row.is_member
        and row.person.pk != actor.pk
        and row.candidacy is not None
        and row.candidacy.outcome == Candidacy.Outcome.OPEN
        and row.has_finished
        and row.score is not None
        and row.score >= threshold - _ROUNDING
    ]
    return [
        decide(
            campaign=campaign,
            person=person,
            task=task,
            outcome=Candidacy.Outcome.APPROVED,
            actor=actor,
            now=now,
        )
        for person in passed
    ]


@transaction.atomic
def require_calibration(*, campaign: Campaign, actor: User, now: datetime) -> int:
    """Turn calibration on; return how many people stay approved because they work here already.

    Raise NoGoldError where the first try lacks gold.
    """
    held = hold_campaign(campaign)
    protocol = protocol_of(held)
    tasks = [task for task in TaskName if phases_for(protocol, task)]
    lacking = [one for task in tasks for one in lacking_gold(held, task, 1)]
    if lacking or not tasks:
        raise NoGoldError(lacking)
    Campaign.objects.filter(pk=held.pk).update(requires_calibration=True)
    kept = 0
    for task in tasks:
        for person in _workers(held, task):
            _candidacy, made = Candidacy.objects.get_or_create(
                campaign=held,
                person=person,
                task=task,
                defaults={
                    "outcome": Candidacy.Outcome.APPROVED,
                    "begun_at": now,
                    "decided_at": now,
                },
            )
            kept += made
    audit.record(
        actor=actor,
        action="calibration.required",
        target=held,
        now=now,
        details={"approved": kept},
    )
    return kept


def _workers(campaign: Campaign, task: TaskName) -> list[User]:
    if task is TaskName.WRITE:
        done = Attempt.objects.filter(purpose=Attempt.Purpose.WRITE, highlight__campaign=campaign)
    else:
        done = Attempt.objects.filter(purpose__in=QUEUED_PURPOSES, assignment__campaign=campaign)
    people = done.filter(outcome=Attempt.Outcome.SUBMITTED).values("annotator")
    return list(User.objects.filter(pk__in=people).order_by("pk"))


@transaction.atomic
def stop_calibration(*, campaign: Campaign, actor: User, now: datetime) -> None:
    """Turn calibration off: everybody with the task gets work. What was graded is kept."""
    held = hold_campaign(campaign)
    Campaign.objects.filter(pk=held.pk).update(requires_calibration=False)
    audit.record(actor=actor, action="calibration.stopped", target=held, now=now)


def lacking_gold(
    campaign: Campaign, task: TaskName, number: int
) -> list[tuple[TaskName, str, int, int]]:
    """Return the phases of a try that have less gold than they need, with how much is missing."""
    ready = ready_gold(campaign, task)
    return [
        (task, phase.label, number, phase.items - ready.get((phase.name, number), 0))
        for phase in phases_for(protocol_of(campaign), task)
        if ready.get((phase.name, number), 0) < phase.items
    ]


def _hold(
    campaign: Campaign, person: User, task: TaskName, actor: User, now: datetime
) -> Candidacy:
    if person.pk == actor.pk:
        raise OwnWorkError
    member = Membership.objects.filter(campaign=campaign, user=person)
    if task is TaskName.WRITE:
        member = member.filter(writes_claims=True)
    else:
        member = member.filter(verifies_claims=True)
    mine = {"campaign": campaign, "person": person, "task": task}
    if not member.exists():
        raise NotAMemberError
    Candidacy.objects.get_or_create(**mine, defaults={"begun_at": now})
    return Candidacy.objects.select_for_update(no_key=True).get(**mine)


def _record(candidacy: Candidacy, action: str, actor: User, now: datetime, before: str) -> None:
    audit.record(
        actor=actor,
        action=action,
        target=candidacy,
        now=now,
        details={
            "campaign": candidacy.campaign.name,
            "person": str(candidacy.person),
            "task": candidacy.task,
            "try": candidacy.try_number,
            "before": before,
        },
    )


def _checked(note: str) -> str:
    note = note.strip()
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise DecisionNoteError
    return note
