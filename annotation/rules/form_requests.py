"""The forms of the desks and of managers' decisions, each read once into a struct.

Texts are as people typed them; the services say what is wrong with them.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from annotation.rules.verifying.rulings import Ruling


class SkipRequest(Struct, frozen=True):
    """The reason for skipping an item, and a few words about it."""

    reason: str = ""
    text: str = ""


class ClaimReportRequest(Struct, frozen=True):
    """The reasons for reporting a claim, and a note."""

    reasons: list[str] = []
    note: str = ""


class BadClaimRuling(Ruling, frozen=True):
    """A decision of the adjudication bench that a claim is bad."""

    reasons: list[str] = []


class TextRequest(Struct, frozen=True):
    """A text alone: a question, an appeal, another text for a claim."""

    text: str = ""


class SwitchRequest(Struct, frozen=True):
    """The position of a switch: "1" is on, anything else off."""

    on: str = ""


class SummaryRequest(Struct, frozen=True):
    """A candidate's summary of a paragraph, and its mutation."""

    summary: str = ""
    mutation: str = ""


class GradeRequest(Struct, frozen=True):
    """A grade of a claim, as it was typed: `keeps` the guidelines, `fits` its tags."""

    # The place and the public id of the claim that was shown.
    at: str = ""
    claim: str = ""
    keeps: str = ""
    fits: str = ""
    comment: str = ""
    clause: str = ""
    # Anything if the comment becomes a phrase to reuse.
    phrase: str = ""


class ChosenGradeRequest(Struct, frozen=True):
    """The grade that counts, of those of two managers."""

    grade: UUID
    at: str = ""


class CandidateDecisionRequest(Struct, frozen=True):
    """A decision about a candidate for a task."""

    person: UUID
    task: str = ""
    decision: str = ""
    note: str = ""


class ThresholdRequest(Struct, frozen=True):
    """The score from which all candidates of a task are approved, in percent."""

    task: str = ""
    threshold: str = ""


class AppealAnswerRequest(Struct, frozen=True):
    """The answer to an appeal, and what of the item counts as right."""

    answer: str = ""
    decision: str = ""
    granted: list[str] = []


class ClaimDecisionRequest(Struct, frozen=True):
    """A decision about a written claim."""

    decision: str = ""
    comment: str = ""


class BatchDecisionRequest(Struct, frozen=True):
    """A decision about a batch of claims."""

    state: str = ""
    comment: str = ""


class SpotCheckRequest(Struct, frozen=True):
    """The result of a spot check, and the one that was shown before."""

    result: str = ""
    comment: str = ""
    seen: str = ""
