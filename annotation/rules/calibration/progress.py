"""A candidate's way through calibration, as one step: the state machine of R3.

Screening comes first, in campaigns that screen; then practice, then the phases of the protocol in
order. A phase opens when the feedback of the one before it was read to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class PhaseState(StrEnum):
    """The state of one phase of the current try."""

    UNOPENED = "unopened"
    OPEN = "open"
    SUBMITTED = "submitted"
    FEEDBACK = "feedback"
    READ = "read"


class ScreeningState(StrEnum):
    """The state of a candidate's latest round of screening."""

    UNOPENED = "unopened"
    QUESTIONS = "questions"
    WRITING = "writing"
    SUBMITTED = "submitted"
    FAILED = "failed"
    PASSED = "passed"


class Decision(StrEnum):
    """The managers' decision about a candidate."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"


class StepKind(StrEnum):
    """The places on a candidate's way."""

    # There is no gold for the next phase, or nothing to be screened with.
    NOT_READY = "not_ready"
    SCREENING = "screening"
    # Their texts wait for grades, or they did not pass: the managers decide.
    WAITING_FOR_SCREENERS = "waiting_for_screeners"
    PRACTICE = "practice"
    PHASE = "phase"
    WAITING_FOR_GRADES = "waiting_for_grades"
    FEEDBACK = "feedback"
    WAITING_FOR_DECISION = "waiting_for_decision"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class PhaseProgress:
    """One phase of the current try: how much of it is done."""

    name: str
    label: str
    # Practice is number 0.
    number: int
    total: int
    done: int = 0
    read: int = 0
    state: PhaseState = PhaseState.UNOPENED


@dataclass(frozen=True, slots=True)
class ScreeningProgress:
    """A round of screening: how many of its language questions are answered."""

    state: ScreeningState
    total: int = 0
    done: int = 0
    # Whether there is enough to ask.
    is_ready: bool = True


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """A candidate's place on the way, with its phase or its screening."""

    kind: StepKind
    phase: PhaseProgress | None = None
    screening: ScreeningProgress | None = None

    @property
    def is_work(self) -> bool:
        """Return whether there is an item to do now."""
        return self.kind in (StepKind.PRACTICE, StepKind.PHASE)


def step_of(
    phases: Sequence[PhaseProgress],
    decision: Decision = Decision.OPEN,
    screening: ScreeningProgress | None = None,
) -> CalibrationStep:
    """Return where a candidate is. The managers' decision goes before everything."""
    if decision is Decision.APPROVED:
        return CalibrationStep(StepKind.APPROVED)
    if decision is Decision.REJECTED:
        return CalibrationStep(StepKind.REJECTED)
    if screening is not None and screening.state is not ScreeningState.PASSED:
        return CalibrationStep(_screening_kind(screening), screening=screening)
    for phase in phases:
        if phase.state is PhaseState.READ:
            continue
        if phase.state is PhaseState.SUBMITTED:
            return CalibrationStep(StepKind.WAITING_FOR_GRADES, phase)
        if phase.state is PhaseState.FEEDBACK:
            return CalibrationStep(StepKind.FEEDBACK, phase)
        if not phase.total:
            return CalibrationStep(StepKind.NOT_READY, phase)
        return CalibrationStep(StepKind.PHASE if phase.number else StepKind.PRACTICE, phase)
    return (
        CalibrationStep(StepKind.WAITING_FOR_DECISION)
        if phases
        else CalibrationStep(StepKind.NOT_READY)
    )


def _screening_kind(screening: ScreeningProgress) -> StepKind:
    if screening.state in (ScreeningState.SUBMITTED, ScreeningState.FAILED):
        return StepKind.WAITING_FOR_SCREENERS
    return StepKind.SCREENING if screening.is_ready else StepKind.NOT_READY
