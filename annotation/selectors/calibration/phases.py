"""Calibration: which tasks need it, and where each candidate is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from annotation.models import (
    PRACTICE,
    Attempt,
    Candidacy,
    Gold,
    Qualification,
    ScreeningRound,
    TaskName,
)
from annotation.rules.calibration.progress import (
    CalibrationStep,
    Decision,
    PhaseProgress,
    PhaseState,
    ScreeningProgress,
    step_of,
)
from annotation.selectors.calibration.screening import (
    CountedRound,
    ScreeningOverview,
    overview_of,
    progress_of,
    required_screening,
    stage_for,
)
from campaigns.models import Campaign, Membership
from campaigns.protocols.judging import Phase
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of


def phases_for(protocol: Protocol, task: TaskName) -> tuple[Phase, ...]:
    """Return the phases of a task that have items, in order."""
    stage = stage_for(protocol, task)
    if stage is None:
        return ()
    return tuple(phase for phase in protocol.calibration.phases_of(stage.name) if phase.items)


def calibrated_tasks(campaign: Campaign) -> tuple[TaskName, ...]:
    """Return the tasks for which people are calibrated in a campaign."""
    if not campaign.requires_calibration or campaign.protocol is None:
        return ()
    protocol = protocol_of(campaign)
    return tuple(task for task in TaskName if phases_for(protocol, task))


def is_approved(campaign: Campaign, person: User, task: TaskName) -> bool:
    """Return whether a person gets work of this task: approved, or nobody needs to be."""
    if task not in calibrated_tasks(campaign):
        return True
    return Candidacy.objects.filter(
        campaign=campaign, person=person, task=task, outcome=Candidacy.Outcome.APPROVED
    ).exists()


def ready_gold(campaign: Campaign, task: TaskName) -> dict[tuple[str, int], int]:
    """Return how much gold people can get, by phase and try."""
    rows = (
        Gold.objects.filter(
            campaign=campaign,
            task=task,
            withdrawn_at=None,
            answer__outcome=Attempt.Outcome.SUBMITTED,
        )
        .exclude(use=Gold.Use.SILENT)
        .order_by()
        .values_list("use", "phase", "try_number")
        .annotate(count=Count("pk"))
    )
    return {(phase or PRACTICE, number): count for use, phase, number, count in rows}


def phase_number(phase: Qualification) -> int:
    """Return the number of a phase among those of its task; 0 for practice."""
    candidacy = phase.candidacy
    phases = phases_for(protocol_of(candidacy.campaign), candidacy.task_name)
    names = [one.name for one in phases]
    return names.index(phase.phase) + 1 if phase.phase in names else 0


@dataclass(frozen=True, slots=True)
class CandidateStep:
    """A person's place on the way to a task."""

    campaign: Campaign
    task: TaskName
    step: CalibrationStep
    candidacy: Candidacy | None
    # The phase that the step is about, once it was opened.
    qualification: Qualification | None
    # The round of screening, once it was begun.
    round: ScreeningRound | None = None


def steps_of(person: User, memberships: Sequence[Membership]) -> list[CandidateStep]:
    """Return where a person is in all campaigns that calibrate. None if nothing is calibrated."""
    wanted = [
        (member.campaign, task)
        for member in memberships
        for task in calibrated_tasks(member.campaign)
        if (member.writes_claims if task is TaskName.WRITE else member.verifies_claims)
    ]
    if not wanted:
        return []
    candidacies = {
        (one.campaign_id, one.task): one
        for one in Candidacy.objects.filter(
            person=person, campaign__in={campaign.pk for campaign, _task in wanted}
        )
    }
    opened = opened_phases(list(candidacies.values()))
    screened = overview_of(list(candidacies.values()), [campaign for campaign, _task in wanted])
    return [
        step_for(campaign, task, candidacies.get((campaign.pk, task)), opened, screened)
        for campaign, task in wanted
    ]


@dataclass(frozen=True, slots=True)
class OpenedPhase:
    """A candidate's phase with the number of its items: in all, submitted, with feedback read."""

    qualification: Qualification
    total: int
    done: int
    read: int


def opened_phases(candidacies: Sequence[Candidacy]) -> dict[int, list[OpenedPhase]]:
    """Return the phases of the current try by the candidacy's key."""
    counted = Q(items__gold__withdrawn_at=None)
    rows: QuerySet[Any] = (
        Qualification.objects.filter(candidacy__in=candidacies)
        .annotate(
            total=Count("items", filter=counted),
            done=Count(
                "items",
                filter=counted & Q(items__attempt__outcome=Attempt.Outcome.SUBMITTED),
            ),
            read=Count("items", filter=counted & Q(items__read_at__isnull=False)),
        )
        .order_by("pk")
    )
    tries = {one.pk: one.try_number for one in candidacies}
    opened: dict[int, list[OpenedPhase]] = {one.pk: [] for one in candidacies}
    for row in rows:
        if row.try_number == tries[row.candidacy_id]:
            phase = OpenedPhase(row, row.total, row.done, row.read)
            opened[row.candidacy_id].append(phase)
    return opened


def step_for(
    campaign: Campaign,
    task: TaskName,
    candidacy: Candidacy | None,
    opened: dict[int, list[OpenedPhase]],
    screened: ScreeningOverview,
    ready: Mapping[tuple[str, int], int] | None = None,
) -> CandidateStep:
    """Return where one candidate is.

    `opened` has their phases, `screened` their screening, `ready` the gold that there is.
    """
    phases = opened.get(candidacy.pk, []) if candidacy else []
    mine = {phase.qualification.phase: phase for phase in phases}
    decision = Decision(candidacy.outcome) if candidacy else Decision.OPEN
    if decision is not Decision.OPEN:
        return CandidateStep(campaign, task, step_of([], decision), candidacy, None)
    found = screened.rounds.get(candidacy.pk) if candidacy else None
    screening = None if mine else _screening(campaign, task, found, screened)
    if screening is not None and (step := step_of([], screening=screening)).screening:
        began = found.round if found else None
        return CandidateStep(campaign, task, step, candidacy, None, began)
    number = candidacy.try_number if candidacy else 1
    progress = _progress(campaign, task, number, mine, ready)
    step = step_of(progress)
    now_in = mine.get(step.phase.name) if step.phase else None
    return CandidateStep(campaign, task, step, candidacy, now_in.qualification if now_in else None)


def step_of_candidate(candidacy: Candidacy) -> CandidateStep:
    """Return where one candidate is, read alone."""
    return step_for(
        candidacy.campaign,
        candidacy.task_name,
        candidacy,
        opened_phases([candidacy]),
        overview_of([candidacy], [candidacy.campaign]),
    )


def _screening(
    campaign: Campaign, task: TaskName, found: CountedRound | None, screened: ScreeningOverview
) -> ScreeningProgress | None:
    design = required_screening(campaign, task)
    return progress_of(found, design, screened.material[campaign.pk]) if design else None


def _progress(
    campaign: Campaign,
    task: TaskName,
    number: int,
    mine: dict[str, OpenedPhase],
    ready: Mapping[tuple[str, int], int] | None,
) -> list[PhaseProgress]:
    phases = phases_for(protocol_of(campaign), task)
    planned = [(PRACTICE, "", 0, 0)]
    planned += [
        (phase.name, phase.label, place, phase.items) for place, phase in enumerate(phases, start=1)
    ]
    # Only who is between phases needs to know how much gold there is.
    unopened = any(name not in mine for name, *_rest in planned)
    if ready is None:
        ready = ready_gold(campaign, task) if unopened else {}
    progress = []
    for name, label, place, items in planned:
        row = mine.get(name)
        if row is not None:
            state = PhaseState(row.qualification.state)
            progress.append(
                PhaseProgress(name, label, place, row.total, row.done, row.read, state=state)
            )
            continue
        there = ready.get((name, number), 0)
        if place or there:
            # Practice has as many items as there are; a phase as many as the protocol says.
            total = min(items, there) if place else there
            progress.append(PhaseProgress(name, label, place, total))
    return progress
