"""The open tasks of an annotator; each kind of work adds its own to `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from annotation.models import Assignment, Attempt, Claim, Highlight, ScreeningRound, TaskName
from annotation.rules.calibration.progress import ScreeningProgress, ScreeningState, StepKind
from annotation.selectors.calibration.phases import CandidateStep, steps_of
from annotation.selectors.calibration.screening import decided_rounds
from annotation.selectors.desk.attempts import highlight_of
from annotation.selectors.desk.waiting import MOST_COUNTED, waiting_claims, waiting_highlights
from campaigns.models import Campaign, Membership


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of work in one campaign. Without a button there is nothing to do now."""

    campaign: Campaign
    label: str | Promise
    state: str | Promise
    # The name of the address that takes the next item of a campaign.
    take: str = ""
    button: str | Promise = ""
    # The work that this person has begun: its desk, its attempt, and its lease.
    resume: str = ""
    attempt: UUID | None = None
    until: datetime | None = None
    # The round of screening whose grades and comments this person can read.
    graded_round: UUID | None = None


# Why there is nothing to do in a campaign that is not open.
NOT_OPEN = {
    Campaign.State.DRAFT: _("not open yet"),
    Campaign.State.PAUSED: _("paused by the manager"),
    Campaign.State.CLOSED: _("closed"),
    Campaign.State.ARCHIVED: _("archived"),
}

_AT_AN_END = (Campaign.State.CLOSED, Campaign.State.ARCHIVED)

Tasks = Callable[[User, Sequence[Membership], datetime], list[Task]]


def writing_tasks(person: User, memberships: Sequence[Membership], now: datetime) -> list[Task]:
    """Return writing tasks: a highlight to continue, or another one to take."""
    campaigns = [each.campaign for each in memberships if each.writes_claims]
    if not campaigns:
        return []
    held = {
        highlight_of(attempt).campaign_id: attempt
        for attempt in Attempt.objects.filter(
            annotator=person,
            outcome=Attempt.Outcome.OPEN,
            highlight__campaign__in=campaigns,
            highlight__state=Highlight.State.HELD,
            highlight__holder=person,
        ).select_related("highlight")
    }
    left = waiting_highlights(campaigns)
    return [_writing_task(each, held.get(each.pk), left[each.pk]) for each in campaigns]


def _writing_task(campaign: Campaign, held: Attempt | None, left: int) -> Task:
    label = _("Write claims")
    is_open = campaign.state == Campaign.State.OPEN
    if held is not None and campaign.state not in _AT_AN_END:
        return Task(
            campaign,
            label,
            _("one in progress"),
            button=_("Continue"),
            resume="writing-desk",
            attempt=held.public_id,
            until=highlight_of(held).lease_until,
        )
    if not is_open:
        return Task(campaign, label, not_open_text(campaign))
    if not left:
        return Task(campaign, label, _("all done: every highlight is taken"))
    said = ngettext_lazy("%d highlight to write from", "%d highlights to write from", left) % left
    return Task(campaign, label, said, take="write", button=_("Take a highlight"))


def verifying_tasks(person: User, memberships: Sequence[Membership], now: datetime) -> list[Task]:
    """Return verifying tasks: a claim to continue, or the next one."""
    campaigns = [each.campaign for each in memberships if each.verifies_claims]
    if not campaigns:
        return []
    held: dict[int, Attempt] = {}
    paused: dict[int, list[Attempt]] = {}
    for attempt, slot in _begun_claims(person, campaigns):
        if slot.state == Assignment.State.HELD:
            held[slot.campaign_id] = attempt
        else:
            paused.setdefault(slot.campaign_id, []).append(attempt)
    waiting = waiting_claims(person, campaigns, now)
    idle = [
        each
        for each in campaigns
        if each.state == Campaign.State.OPEN and each.pk not in held and not waiting.get(each.pk)
    ]
    reasons = _why_nothing_waits(idle)
    tasks: list[Task] = []
    for campaign in campaigns:
        key = campaign.pk
        nothing = reasons.get(key, _("all done: no claims are waiting"))
        tasks.append(_verifying_task(campaign, held.get(key), waiting.get(key, 0), nothing))
        if campaign.state not in _AT_AN_END:
            tasks += [
                _held_task(campaign, attempt, _("Paused claim"), _("waits for you"))
                for attempt in paused.get(campaign.pk, [])
            ]
    return tasks


def _begun_claims(
    person: User, campaigns: Sequence[Campaign]
) -> Iterator[tuple[Attempt, Assignment]]:
    """Yield what a person verifies or has paused, with the slots."""
    attempts = Attempt.objects.filter(
        annotator=person,
        outcome=Attempt.Outcome.OPEN,
        assignment__campaign__in=campaigns,
        assignment__state__in=[Assignment.State.HELD, Assignment.State.PAUSED],
        assignment__holder=person,
    )
    for attempt in attempts.select_related("assignment").order_by("assignment__lease_until", "pk"):
        assert attempt.assignment is not None
        yield attempt, attempt.assignment


def _held_task(
    campaign: Campaign, held: Attempt, label: str | Promise, state: str | Promise
) -> Task:
    assert held.assignment is not None
    return Task(
        campaign,
        label,
        state,
        button=_("Continue"),
        resume="verifying-desk",
        attempt=held.public_id,
        until=held.assignment.lease_until,
    )


def _why_nothing_waits(campaigns: Sequence[Campaign]) -> dict[int, str | Promise]:
    """Return why no claim waits for a person in these campaigns; none are where all is done."""
    if not campaigns:
        return {}
    states = (Assignment.State.WAITING, Assignment.State.HELD, Assignment.State.PAUSED)
    slots = Assignment.objects.filter(campaign=OuterRef("pk"), state__in=states)
    claims = Claim.objects.filter(campaign=OuterRef("pk"))
    some = Campaign.objects.filter(pk__in=[each.pk for each in campaigns])
    told: dict[int, str | Promise] = {}
    for key, is_busy, has_claims in some.values_list("pk", Exists(slots), Exists(claims)):
        if is_busy:
            told[key] = _("none waiting for you: others are working on the rest")
        elif not has_claims:
            told[key] = _("no claims to verify yet")
    return told


def not_open_text(campaign: Campaign) -> str | Promise:
    """Return why a campaign that is not open hands out nothing."""
    return NOT_OPEN.get(Campaign.State(campaign.state), _("not open"))


def _waiting_words(waiting: int) -> str | Promise:
    if waiting > MOST_COUNTED:
        return _("more than %d waiting for you") % MOST_COUNTED
    return ngettext_lazy("%d waiting for you", "%d waiting for you", waiting) % waiting


def _verifying_task(
    campaign: Campaign, held: Attempt | None, waiting: int, nothing: str | Promise
) -> Task:
    label = _("Verify claims")
    if held is not None and campaign.state not in _AT_AN_END:
        return _held_task(campaign, held, label, _("one in progress"))
    if campaign.state != Campaign.State.OPEN:
        return Task(campaign, label, not_open_text(campaign))
    if not waiting:
        return Task(campaign, label, nothing)
    return Task(
        campaign, label, _waiting_words(waiting), take="verify", button=_("Take the next claim")
    )


# The address that takes the next item of calibration.
_CALIBRATE = {TaskName.WRITE: "calibrate-write", TaskName.VERIFY: "calibrate-verify"}
# The address that begins screening.
_SCREEN = {TaskName.WRITE: "screen-write", TaskName.VERIFY: "screen-verify"}
# What a candidate waits for, where there is nothing to do.
_WAITING = {
    StepKind.NOT_READY: _("calibration: the managers are preparing it"),
    StepKind.WAITING_FOR_SCREENERS: _("screening: done, waiting for the managers"),
    StepKind.WAITING_FOR_GRADES: _("calibration: waiting for grades"),
    StepKind.WAITING_FOR_DECISION: _("calibration: finished, waiting for the managers"),
    StepKind.REJECTED: _("not approved: you get no work for this task"),
}


def candidate_task(found: CandidateStep) -> Task:
    """Return where a candidate is, in one line."""
    campaign, step = found.campaign, found.step
    label = found.task.label
    if step.kind is StepKind.FEEDBACK and found.qualification is not None:
        return Task(
            campaign,
            label,
            _("calibration: feedback to read"),
            button=_("Read the feedback"),
            resume="calibration-feedback",
            attempt=found.qualification.public_id,
        )
    if step.kind is StepKind.SCREENING and step.screening is not None:
        return _screening_task(found, step.screening)
    if not step.is_work or step.phase is None:
        return Task(campaign, label, _WAITING[step.kind])
    if campaign.state != Campaign.State.OPEN:
        return Task(campaign, label, not_open_text(campaign))
    numbers = {"phase": step.phase.number, "done": step.phase.done, "total": step.phase.total}
    said = (
        _("calibration, phase %(phase)d: %(done)d of %(total)d")
        if step.phase.number
        else _("calibration, practice: %(done)d of %(total)d")
    )
    begun = found.qualification is not None
    return Task(
        campaign,
        label,
        said % numbers,
        take=_CALIBRATE[found.task],
        button=_("Continue") if begun else _("Start"),
    )


def _screening_task(found: CandidateStep, screening: ScreeningProgress) -> Task:
    campaign, label = found.campaign, found.task.label
    if campaign.state != Campaign.State.OPEN:
        return Task(campaign, label, not_open_text(campaign))
    said: str | Promise = _("screening: a summary and a mutation to write")
    if screening.state is not ScreeningState.WRITING and screening.total:
        numbers = {"done": screening.done, "total": screening.total}
        said = _("screening, language questions: %(done)d of %(total)d") % numbers
    if found.round is None:
        return Task(campaign, label, said, take=_SCREEN[found.task], button=_("Start"))
    return Task(
        campaign,
        label,
        said,
        button=_("Continue"),
        resume="screening",
        attempt=found.round.public_id,
    )


def _with_comments(task: Task, found: CandidateStep, graded: Mapping[int, ScreeningRound]) -> Task:
    """Return the task with the way to the comments on the screening, if there are any."""
    of_candidate = graded.get(found.candidacy.pk) if found.candidacy else None
    return replace(task, graded_round=of_candidate.public_id) if of_candidate else task


# In the order in which they are shown.
KINDS: tuple[tuple[TaskName, Tasks], ...] = (
    (TaskName.VERIFY, verifying_tasks),
    (TaskName.WRITE, writing_tasks),
)


def tasks_of(person: User, memberships: Sequence[Membership], now: datetime) -> list[Task]:
    """Return all open tasks of a person, by campaign; candidates get calibration instead."""
    candidate_in = {
        (found.campaign.pk, found.task): found
        for found in steps_of(person, memberships)
        if found.step.kind is not StepKind.APPROVED
    }
    screened = [
        found.candidacy
        for found in candidate_in.values()
        if found.candidacy is not None and found.campaign.requires_screening
    ]
    graded = decided_rounds(screened) if screened else {}
    tasks: list[Task] = []
    for name, kind in KINDS:
        # What somebody holds they may finish, whatever was decided since.
        tasks += [
            task
            for task in kind(person, memberships, now)
            if task.resume or (task.campaign.pk, name) not in candidate_in
        ]
        tasks += [
            _with_comments(candidate_task(found), found, graded)
            for (_key, task), found in candidate_in.items()
            if task is name
        ]
    order = {each.campaign_id: place for place, each in enumerate(memberships)}
    return sorted(tasks, key=lambda task: order[task.campaign.pk])
