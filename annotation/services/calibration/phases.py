"""Candidates at work: phases opened, items taken one after another, feedback read."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import (
    PRACTICE,
    Appeal,
    Attempt,
    Candidacy,
    Gold,
    Highlight,
    PhaseItem,
    Qualification,
    TaskName,
)
from annotation.models.grades import LONGEST_COMMENT
from annotation.rules.calibration.progress import CalibrationStep, StepKind
from annotation.selectors.calibration.phases import calibrated_tasks, step_of_candidate
from annotation.selectors.desk.attempts import memberships_for
from annotation.services.calibration import phase_items
from annotation.services.desk import stages
from annotation.services.verifying import verifications
from campaigns.models import Campaign, Membership

_PURPOSES = {TaskName.WRITE: Attempt.Purpose.WRITE, TaskName.VERIFY: Attempt.Purpose.VERIFY}


class NotACandidateError(Exception):
    """The person does not have this task in the campaign."""


class NoItemError(Exception):
    """There is nothing to do now; `step` says what the candidate waits for."""

    def __init__(self, step: CalibrationStep) -> None:
        super().__init__(step.kind)
        self.step = step


class FeedbackNotGivenError(Exception):
    """There is no feedback on this phase yet."""


class AppealRefusedError(Exception):
    """The appeal has no text, or too long a one, or there is one already; `code` says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def take_item(*, campaign: Campaign, annotator: User, task: TaskName, now: datetime) -> Attempt:
    """Give a candidate the item at hand, or the next one of the phase; open the phase if needed.

    Everybody gets the same items of a try, in the same order.
    """
    member = hold_candidate(campaign=campaign, person=annotator, task=task)
    if task not in calibrated_tasks(member.campaign):
        # Nobody needs to be approved here.
        raise NoItemError(CalibrationStep(StepKind.APPROVED))
    stages.check_hands_out(member.campaign)
    candidacy, _made = Candidacy.objects.get_or_create(
        campaign=campaign, person=annotator, task=task, defaults={"begun_at": now}
    )
    candidacy.campaign = member.campaign
    found = step_of_candidate(candidacy)
    if not found.step.is_work or found.step.phase is None:
        raise NoItemError(found.step)
    phase = found.qualification or _open_phase(
        candidacy, found.step.phase.name, found.step.phase.total, now
    )
    items = phase.items.filter(gold__withdrawn_at=None).order_by("position")
    for item in items.select_related("attempt", "gold__claim", "gold__highlight"):
        if not item.is_done:
            return _begin(item, annotator, now)
    raise NoItemError(found.step)


def hold_candidate(*, campaign: Campaign, person: User, task: TaskName) -> Membership:
    """Lock the membership of a candidate, with its campaign: one person's windows take turns.

    Raise NotACandidateError for people who have left the campaign or no longer have the task.
    """
    member = (
        Membership.objects.select_for_update(no_key=True, of=("self",))
        .filter(pk__in=memberships_for(_PURPOSES[task]).values("pk"))
        .filter(campaign=campaign, user=person)
        .select_related("campaign")
        .first()
    )
    if member is None:
        raise NotACandidateError
    return member


def _open_phase(candidacy: Candidacy, phase: str, total: int, now: datetime) -> Qualification:
    is_practice = phase == PRACTICE
    gold = Gold.objects.filter(
        campaign=candidacy.campaign_id,
        task=candidacy.task,
        use=Gold.Use.PRACTICE if is_practice else Gold.Use.PHASE,
        phase="" if is_practice else phase,
        try_number=candidacy.try_number,
        withdrawn_at=None,
        answer__outcome=Attempt.Outcome.SUBMITTED,
    ).order_by("position", "pk")
    opened = Qualification.objects.create(
        candidacy=candidacy, phase=phase, try_number=candidacy.try_number, started_at=now
    )
    PhaseItem.objects.bulk_create(
        PhaseItem(qualification=opened, gold=item, position=position)
        for position, item in enumerate(gold[:total], start=1)
    )
    return opened


def _begin(item: PhaseItem, annotator: User, now: datetime) -> Attempt:
    if item.attempt is not None:
        return item.attempt
    if item.gold.claim is not None:
        attempt = verifications.begin_verification(
            claim=item.gold.claim,
            annotator=annotator,
            purpose=Attempt.Purpose.CALIBRATION,
            now=now,
        )
    else:
        assert item.gold.highlight is not None
        attempt = begin_writing(
            highlight=item.gold.highlight,
            annotator=annotator,
            purpose=Attempt.Purpose.CALIBRATION,
            now=now,
        )
    item.attempt = attempt
    item.save(update_fields=["attempt"])
    return attempt


def begin_writing(
    *, highlight: Highlight, annotator: User, purpose: Attempt.Purpose, now: datetime
) -> Attempt:
    """Start to write from a highlight without a lease: gold, calibration."""
    assert purpose in verifications.OUTSIDE_THE_QUEUE
    attempt, _made = Attempt.objects.get_or_create(
        highlight=highlight,
        annotator=annotator,
        purpose=purpose,
        defaults={"lease": 1, "started_at": now},
    )
    return attempt


@transaction.atomic
def read_feedback(*, item: PhaseItem, now: datetime) -> Qualification:
    """Note that a candidate read the feedback of an item; the last one opens the next phase."""
    phase = _hold_feedback(item)
    PhaseItem.objects.filter(pk=item.pk, read_at=None).update(read_at=now)
    phase_items.end_reading(phase, now)
    return phase


@transaction.atomic
def appeal(*, item: PhaseItem, text: str, now: datetime) -> Appeal:
    """Object to the grade of an item, once."""
    _hold_feedback(item)
    text = text.strip()
    if not text or "\0" in text or len(text) > LONGEST_COMMENT:
        raise AppealRefusedError("text")
    if Appeal.objects.filter(item=item).exists():
        raise AppealRefusedError("twice")
    return Appeal.objects.create(item=item, text=text, made_at=now)


def _hold_feedback(item: PhaseItem) -> Qualification:
    """Lock the phase of an item whose feedback its candidate may read and answer now."""
    candidacy = item.qualification.candidacy
    member = hold_candidate(
        campaign=candidacy.campaign, person=candidacy.person, task=candidacy.task_name
    )
    stages.check_not_archived(member.campaign)
    phase = Qualification.objects.select_for_update(no_key=True).get(pk=item.qualification_id)
    if phase.feedback_at is None:
        raise FeedbackNotGivenError
    return phase
