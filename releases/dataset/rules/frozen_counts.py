"""The counts of a release's freezing: what was left out, and where the split fell short. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field


class ResolutionCounts(Struct, frozen=True, kw_only=True):
    """The claims that the campaign's rule changed, compared with “the first verification”."""

    # With another verification, or left out because all were wrong.
    changed: int = 0
    # Of these, those with another verdict.
    verdicts: int = 0
    # Of these, those with the verdict and evidence of a manager.
    adjudicated: int = 0


class FrozenFigure(Struct, frozen=True):
    """A figure of a report, with its interval and its denominator."""

    name: str
    value: float
    low: float | None
    high: float | None
    items: int


class FrozenReport(Struct, frozen=True, kw_only=True):
    """The figures of a report on quality that a release keeps."""

    # A day: 2026-03-14.
    made_on: str
    claims: int
    figures: list[FrozenFigure]
    # Of a report on bias: how many verdicts are of a verification, and how many only intended.
    verified: int = 0
    intended: int = 0
    # A phrase, the verdict that it goes with, in how many claims, of how many that have it.
    phrases: list[tuple[str, str, int, int]] = field(default_factory=list)


class FrozenApproval(Struct, frozen=True, kw_only=True):
    """The candidates for a task about whom the managers have decided."""

    # write, verify
    task: str
    approved: int
    decided: int


class FrozenCounts(Struct, frozen=True, kw_only=True):
    """The counts that are stored with a release when it is frozen; all empty for an import."""

    claims: int = 0
    # By reason: see `dataset.selection.ExclusionReason`.
    left_out: dict[str, int] = field(default_factory=dict)
    # Claims in the first part because no system could predict their evidence whole.
    too_large: int = 0
    too_large_for_their_part: int = 0
    # By part, the number of claims that it lacks of what was requested.
    short: dict[str, int] = field(default_factory=dict)
    # By part, why: see `splits.ShortReason`.
    short_because: dict[str, str] = field(default_factory=dict)
    # By part, the number of claims that it has beyond what was requested.
    over: dict[str, int] = field(default_factory=dict)
    # Parts that were to have as many claims of each verdict, and do not.
    unbalanced: list[str] = field(default_factory=list)
    simulated: bool = False
    # The rule by which one verification of each claim counts, and the one for when it fails; empty
    # for an import.
    rule: str = ""
    otherwise: str = ""
    resolved: ResolutionCounts = ResolutionCounts()
    # What people are called today: searches for it are left out, also when built again.
    people: list[str] = field(default_factory=list)
    # The keys of verifications that were void then; a suspension may be undone later.
    void: list[int] = field(default_factory=list)
    # The newest reports when it was frozen, by kind: agreement, bias.
    reports: dict[str, FrozenReport] = field(default_factory=dict)
    # By task, where people were calibrated.
    approvals: list[FrozenApproval] = field(default_factory=list)
    # The claims with a balancing weight of the report on bias.
    weighted: int = 0
    # Evidence that systems predicted, and people accepted.
    added_sets: int = 0

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> FrozenCounts:
        """Read what `as_json` gave."""
        return msgspec.convert(plain, cls)
