"""Candidates for the tasks of a campaign: where they are, their scores, approval rates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from accounts.models import User
from annotation.models import Appeal, Candidacy, PhaseItem, Qualification, TaskName
from annotation.rules.calibration.grading import GradeMark, means_of, score_of
from annotation.selectors.calibration.grades import FinalGrade, final_grades, mark_of
from annotation.selectors.calibration.phases import (
    CandidateStep,
    calibrated_tasks,
    opened_phases,
    phases_for,
    ready_gold,
    step_for,
)
from annotation.selectors.calibration.screening import overview_of
from campaigns.models import Campaign, Membership
from campaigns.protocols.enums import Measure
from campaigns.protocols.judging import Phase
from campaigns.selectors.campaigns import count_in_campaign
from campaigns.selectors.protocols import protocol_of


@dataclass(frozen=True, slots=True)
class PhaseScore:
    """The scores of a candidate in one phase of the current try."""

    phase: Phase
    qualification: Qualification
    score: float | None
    means: dict[Measure, float]
    missing: int
    disputed: int


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate for one task, as managers see them."""

    person: User
    task: TaskName
    step: CandidateStep
    candidacy: Candidacy | None
    scores: list[PhaseScore] = field(default_factory=list)
    # Whether somebody may be decided about: members who have begun.
    is_member: bool = True

    @property
    def score(self) -> float | None:
        """Return the mean over the phases that are graded."""
        known = [one.score for one in self.scores if one.score is not None]
        return sum(known) / len(known) if known else None

    @property
    def has_finished(self) -> bool:
        """Return whether every phase of the protocol has a score."""
        phases = phases_for(protocol_of(self.step.campaign), self.task)
        return len([one for one in self.scores if one.score is not None]) == len(phases)


@dataclass(frozen=True, slots=True)
class ApprovalRate:
    """The number of candidates of a task who were approved, rejected, or wait."""

    task: TaskName
    approved: int
    rejected: int
    waiting: int

    @property
    def decided(self) -> int:
        return self.approved + self.rejected

    @property
    def percent(self) -> int | None:
        return round(100 * self.approved / self.decided) if self.decided else None


def waiting_for_graders() -> Coalesce:
    """Return how many candidates of a campaign wait for a manager, as an expression."""
    waiting = Candidacy.objects.filter(
        Exists(
            Qualification.objects.filter(
                candidacy=OuterRef("pk"), state=Qualification.State.SUBMITTED
            )
        )
        | Exists(
            Appeal.objects.filter(
                item__qualification__candidacy=OuterRef("pk"), state=Appeal.State.OPEN
            )
        )
    )
    return count_in_campaign(waiting)


def candidates_in(campaign: Campaign) -> list[CandidateRow]:
    """Return the candidates of every calibrated task, by task and name.

    The number of queries does not grow with them.
    """
    tasks = calibrated_tasks(campaign)
    if not tasks:
        return []
    members = list(
        Membership.objects.filter(campaign=campaign)
        .exclude(writes_claims=False, verifies_claims=False)
        .select_related("user")
    )
    candidacies = {
        (one.person_id, one.task): one
        for one in Candidacy.objects.filter(campaign=campaign).select_related(
            "person", "decided_by"
        )
    }
    for known in candidacies.values():
        known.campaign = campaign
    opened = opened_phases(list(candidacies.values()))
    screened = overview_of(list(candidacies.values()), [campaign])
    scores = _scores(
        campaign, [phase.qualification for phases in opened.values() for phase in phases]
    )
    rows = []
    for task in tasks:
        ready = ready_gold(campaign, task)
        people = {
            each.user_id: each.user
            for each in members
            if (each.writes_claims if task is TaskName.WRITE else each.verifies_claims)
        }
        at_work = set(people)
        people |= {
            one.person_id: one.person for (_key, name), one in candidacies.items() if name == task
        }
        for key, person in people.items():
            candidacy = candidacies.get((key, task))
            phases = opened.get(candidacy.pk, []) if candidacy else []
            mine = [phase.qualification.pk for phase in phases]
            rows.append(
                CandidateRow(
                    person,
                    task,
                    step_for(campaign, task, candidacy, opened, screened, ready),
                    candidacy,
                    [scores[phase] for phase in mine if phase in scores],
                    key in at_work,
                )
            )
    return sorted(rows, key=lambda row: (row.task, str(row.person).casefold()))


def _scores(campaign: Campaign, phases: Sequence[Qualification]) -> dict[int, PhaseScore]:
    protocol = protocol_of(campaign)
    designs = {phase.name: phase for task in TaskName for phase in phases_for(protocol, task)}
    items = list(
        PhaseItem.objects.filter(qualification__in=phases, gold__withdrawn_at=None)
        .select_related("attempt")
        .order_by("qualification", "position")
    )
    graded: dict[int, list[FinalGrade]] = {}
    for grade in final_grades(items):
        graded.setdefault(grade.item.qualification_id, []).append(grade)
    scores = {}
    for row in phases:
        design = designs.get(row.phase)
        if design is None:
            continue
        found = graded.get(row.pk, [])
        marks: list[GradeMark] = [mark_of(one.final) for one in found if one.final is not None]
        is_over = row.state != Qualification.State.OPEN
        scores[row.pk] = PhaseScore(
            design,
            row,
            score_of(marks, design.measures) if is_over else None,
            means_of(marks, design.measures) if is_over else {},
            sum(one.is_missing for one in found),
            sum(one.is_disputed for one in found),
        )
    return scores


def approval_rates(rows: Sequence[CandidateRow]) -> list[ApprovalRate]:
    """Return the approval rate of each task.

    Who was approved for earlier work when calibration was turned on was no candidate.
    """
    tasks = list(dict.fromkeys(row.task for row in rows))
    return [_rate_of(task, [row for row in rows if row.task is task]) for task in tasks]


def _rate_of(task: TaskName, rows: Sequence[CandidateRow]) -> ApprovalRate:
    decided = [row.candidacy for row in rows if row.candidacy and row.candidacy.decided_by_id]
    outcomes = Counter(candidacy.outcome for candidacy in decided)
    return ApprovalRate(
        task,
        approved=outcomes[Candidacy.Outcome.APPROVED],
        rejected=outcomes[Candidacy.Outcome.REJECTED],
        waiting=sum(
            row.candidacy is None or row.candidacy.outcome == Candidacy.Outcome.OPEN for row in rows
        ),
    )
