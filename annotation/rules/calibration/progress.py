"""A candidate's way through calibration, as one step: the state machine of R3.

Practice comes first, then the phases of the protocol in order. A phase opens when the feedback of
the one before it was read to its end.
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


class Decision(StrEnum):
    """The managers' decision about a candidate."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"


class StepKind(StrEnum):
    """The places on a candidate's way."""

    # There is no gold for the next phase.
    NOT_READY = "not_ready"
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
class CalibrationStep:
    """A candidate's place on the way, with its phase."""

    kind: StepKind
    phase: PhaseProgress | None = None

    @property
    def is_work(self) -> bool:
        """Return whether there is an item to do now."""
        return self.kind in (StepKind.PRACTICE, StepKind.PHASE)


def step_of(phases: Sequence[PhaseProgress], decision: Decision = Decision.OPEN) -> CalibrationStep:
    """Return where a candidate is. The managers' decision goes before everything."""
    if decision is Decision.APPROVED:
        return CalibrationStep(StepKind.APPROVED)
    if decision is Decision.REJECTED:
        return CalibrationStep(StepKind.REJECTED)
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
