"""The claims of a release, the verification that counts for each, and why others are left out.

Each claim that is left out has one reason: the first of `ExclusionReason` that applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from sys import intern
from typing import Any

from django.db.models import QuerySet
from msgspec import Struct

from annotation.models import (
    Adjudication,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    Verification,
    VerificationVersion,
)
from annotation.selectors.review.claim_reviews import is_accepted
from campaigns.models import Campaign
from campaigns.protocols.enums import ResolutionRule, SplitUnit
from campaigns.protocols.judging import Resolution
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of
from releases.dataset.rules.frozen_counts import ResolutionCounts
from releases.dataset.rules.records import EvidencePiece, EvidencePieces, evidence_kind, fits

_ROWS_AT_ONCE = 5000
_REJECTED = "rejected"
_COUNTED = (Attempt.Purpose.VERIFY, Attempt.Purpose.ADJUDICATION)


class ExclusionReason(StrEnum):
    """The reason why a claim, or a verification, is not in a release."""

    REPORTED = "reported"
    WITHDRAWN = "withdrawn"
    # With the rest of its author's work, by a manager.
    SET_ASIDE = "set_aside"
    # To its writer, by a manager, and not corrected yet.
    RETURNED = "returned"
    # The design wants a manager to accept it first.
    UNREVIEWED = "unreviewed"
    GOLD = "gold"
    CALIBRATION = "calibration"
    SIMULATED = "simulated"
    SKIPPED = "skipped"
    VOID = "void"
    UNVERIFIED = "unverified"
    UNDECIDED = "undecided"
    # A manager decided that all verifications are wrong, and gave no verdict.
    ALL_WRONG = "all_wrong"
    # Verifications, not claims: those beyond the one that counts.
    FURTHER = "further_verifications"
    # Verifications by programs of claims that people verified, too.
    FURTHER_SIMULATED = "simulated_verifications"


class ChosenClaim(Struct, frozen=True, gc=False):
    """A claim of a release, with the version of the verification that counts."""

    claim: int
    version: int
    unit: str
    verdict: str
    challenge: str
    evidence_kind: str
    fits: bool


@dataclass(frozen=True, slots=True)
class SelectedClaims:
    """The claims of a release, and how many others were left out for each reason."""

    chosen: Sequence[ChosenClaim]
    left_out: Counter[str]
    # Whether simulated people wrote or verified some of it.
    simulated: bool
    resolved: ResolutionCounts = field(default_factory=ResolutionCounts)


@dataclass(frozen=True, slots=True)
class _VerificationRow:
    """A verification of a claim, with what selecting needs."""

    id: int
    purpose: str
    number: int
    verdict: str
    submitted_at: datetime
    is_simulated: bool


def select_claims(campaign: Campaign) -> SelectedClaims:
    """Return what a release of the campaign would hold now."""
    protocol = protocol_of(campaign)
    left_out = Counter[str]()
    verifications = _Verifications(campaign)
    excluded = _ExcludedClaims.of(campaign)
    # By verification: its claim, and the number of the version that counts.
    decided: dict[int, tuple[int, int]] = {}
    units: dict[int, str] = {}
    simulated = False
    rulings = _rulings(campaign)
    resolved = Counter[str]()
    for claim in _claims(campaign, protocol):
        given = verifications.of(claim.id)
        reason = excluded.reason(claim, given)
        counted = given.counted_with(rulings.get(claim.id))
        answer = None if reason else decide(protocol.resolution, counted)
        if answer is None:
            is_rejected = not reason and protocol.resolution.adjudicates and _is_rejected(counted)
            resolved["changed"] += is_rejected
            undecided = ExclusionReason.ALL_WRONG if is_rejected else ExclusionReason.UNDECIDED
            left_out[reason or undecided] += 1
            continue
        resolved.update(_changes(answer, counted))
        simulated |= claim.is_simulated or answer.is_simulated
        decided[answer.id] = (claim.id, answer.number)
        units[claim.id] = intern(claim.unit)
        left_out[ExclusionReason.FURTHER] += sum(
            row.purpose == "verify" for row in given.counted
        ) - (answer.purpose == "verify")
        left_out[ExclusionReason.FURTHER_SIMULATED] += given.simulated
    chosen = list(_chosen(campaign, decided, units))
    return SelectedClaims(chosen, +left_out, simulated, ResolutionCounts(**resolved))


def decide(resolution: Resolution, counted: Sequence[_VerificationRow]) -> _VerificationRow | None:
    """Return the verification that counts, by the protocol's rule; None without a decision."""
    ordered = sorted(counted, key=lambda row: (row.submitted_at, row.id))
    for rule in (resolution.rule, resolution.otherwise):
        if rule is None:
            continue
        if rule is ResolutionRule.ADJUDICATED and _is_rejected(counted):
            # A manager found all of them wrong: no other rule makes one of them right.
            return None
        answer = _by(rule, ordered)
        if answer is not None:
            return answer
    return None


def _is_rejected(counted: Sequence[_VerificationRow]) -> bool:
    return any(row.purpose == _REJECTED for row in counted)


def _changes(answer: _VerificationRow, counted: Sequence[_VerificationRow]) -> Counter[str]:
    """Return what the rule changed about a claim, compared with its first verification."""
    by_people = [row for row in counted if row.purpose == Attempt.Purpose.VERIFY]
    first = min(by_people, key=lambda row: (row.submitted_at, row.id), default=None)
    if first is None or first.id == answer.id:
        return Counter()
    return Counter(
        changed=1,
        verdicts=int(first.verdict != answer.verdict),
        adjudicated=int(answer.purpose == Attempt.Purpose.ADJUDICATION),
    )


def is_decidable(resolution: Resolution) -> bool:
    """Return whether releases support these rules. Verdicts by construction come later."""
    return ResolutionRule.BY_CONSTRUCTION not in (resolution.rule, resolution.otherwise)


def _by(rule: ResolutionRule, ordered: Sequence[_VerificationRow]) -> _VerificationRow | None:
    by_people = [row for row in ordered if row.purpose == Attempt.Purpose.VERIFY]
    match rule:
        case ResolutionRule.FIRST:
            return by_people[0] if by_people else None
        case ResolutionRule.MAJORITY:
            counts = Counter(row.verdict for row in by_people)
            for verdict, count in counts.most_common(1):
                if 2 * count > len(by_people):
                    return next(row for row in by_people if row.verdict == verdict)
            return None
        case ResolutionRule.ADJUDICATED:
            # Of those by managers, only the one in force is counted.
            decided = [row for row in ordered if row.purpose == Attempt.Purpose.ADJUDICATION]
            return decided[-1] if decided else None
        case ResolutionRule.BY_CONSTRUCTION:
            raise ValueError("Claims whose verdict is made with them need no verification.")


@dataclass(frozen=True, slots=True)
class _ClaimRow:
    id: int
    state: str
    is_simulated: bool
    # Written in the calibration.
    is_calibration: bool
    unit: str


@dataclass(frozen=True, slots=True)
class _Ruling:
    """An adjudication in force; without a verification it says that all are wrong."""

    verification: int | None
    decided_at: datetime

    def as_rejection(self) -> _VerificationRow:
        return _VerificationRow(0, _REJECTED, 0, "", self.decided_at, is_simulated=False)


def _rulings(campaign: Campaign) -> dict[int, _Ruling]:
    """Return the adjudications in force that say which verdict is right, or that none is."""
    rows = Adjudication.objects.filter(campaign=campaign, superseded_at=None).exclude(
        outcome=Adjudication.Outcome.BAD_CLAIM
    )
    fields = rows.values_list("claim", "verification", "decided_at")
    return {claim: _Ruling(verification, at) for claim, verification, at in fields}


@dataclass(frozen=True, slots=True)
class _ClaimVerifications:
    """The verifications of a claim as it is now, in the order of time."""

    counted: Sequence[_VerificationRow] = ()
    # The number of further verifications by programs, which decide nothing for people.
    simulated: int = 0
    # Whether an earlier version of the claim was verified.
    is_voided: bool = False

    def counted_with(self, ruling: _Ruling | None) -> Sequence[_VerificationRow]:
        """Return what decides: verifications, and the adjudication in force, if there is one."""
        in_force = ruling.verification if ruling else None
        rows = [row for row in self.counted if row.purpose == "verify" or row.id == in_force]
        if ruling is not None and in_force is None:
            rows.append(ruling.as_rejection())
        return rows


@dataclass(frozen=True, slots=True)
class _ExcludedClaims:
    """Claims that are left out, whatever their verifications say."""

    reported: frozenset[int]
    gold: frozenset[int]
    # Verified in the calibration.
    calibrated: frozenset[int]
    skipped: frozenset[int]
    takes_simulated: bool
    # Those that managers accepted, where the design wants that.
    accepted: frozenset[int] | None

    @classmethod
    def of(cls, campaign: Campaign) -> _ExcludedClaims:
        reports = ClaimReport.objects.filter(
            campaign=campaign, state__in=[ClaimReport.State.OPEN, ClaimReport.State.CONFIRMED]
        )
        verified = Verification.objects.filter(campaign=campaign)
        gold = verified.filter(purpose=Attempt.Purpose.GOLD)
        calibrated = verified.filter(purpose=Attempt.Purpose.CALIBRATION)
        skipped = Attempt.objects.filter(
            claim__campaign=campaign, outcome=Attempt.Outcome.SKIPPED
        ).exclude(purpose=Attempt.Purpose.MACHINE)
        return cls(
            reported=_claims_of(reports),
            gold=_claims_of(gold),
            calibrated=_claims_of(calibrated),
            skipped=_claims_of(skipped),
            takes_simulated=campaign.is_demonstration,
            accepted=_accepted(campaign),
        )

    def reason(self, claim: _ClaimRow, given: _ClaimVerifications) -> ExclusionReason | None:
        """Return why a claim is left out, whatever was decided about it; None where it is not."""
        if claim.id in self.reported:
            return ExclusionReason.REPORTED
        if claim.state == Claim.State.SET_ASIDE:
            return ExclusionReason.SET_ASIDE
        if claim.state == Claim.State.RETURNED:
            return ExclusionReason.RETURNED
        if claim.state != Claim.State.LIVE:
            return ExclusionReason.WITHDRAWN
        if self.accepted is not None and claim.id not in self.accepted:
            return ExclusionReason.UNREVIEWED
        if claim.id in self.gold:
            return ExclusionReason.GOLD
        # A claim of the calibration counts only where it was verified for the campaign, too.
        if claim.is_calibration or (claim.id in self.calibrated and not given.counted):
            return ExclusionReason.CALIBRATION
        if claim.is_simulated and not self.takes_simulated:
            return ExclusionReason.SIMULATED
        return None if given.counted else self._why_unverified(claim, given)

    def _why_unverified(self, claim: _ClaimRow, given: _ClaimVerifications) -> ExclusionReason:
        """Return why a claim has no verification that counts."""
        if given.simulated:
            return ExclusionReason.SIMULATED
        if claim.id in self.skipped and not given.is_voided:
            return ExclusionReason.SKIPPED
        return ExclusionReason.VOID if given.is_voided else ExclusionReason.UNVERIFIED


def _accepted(campaign: Campaign) -> frozenset[int] | None:
    if not protocol_of(campaign).acceptance.filtered:
        return None
    claims = Claim.objects.filter(is_accepted(), campaign=campaign)
    return frozenset(claims.values_list("pk", flat=True))


def _claims_of(rows: QuerySet[Any]) -> frozenset[int]:
    return frozenset(rows.values_list("claim", flat=True))


def _claims(campaign: Campaign, protocol: Protocol) -> Iterator[_ClaimRow]:
    rows = Claim.objects.filter(campaign=campaign).order_by("pk")
    fields = rows.values_list(
        "pk",
        "state",
        "author__is_simulated",
        "attempt__purpose",
        "original_id",
        "highlight",
        "highlight__unit",
        "highlight__page",
    )
    unit = protocol.export.split_unit
    for row in fields.iterator(_ROWS_AT_ONCE):
        pk, state, simulated, purpose, original, highlight, source, page = row
        # An imported claim stays in its part, by the id that it has there.
        own = f"claim:{original}" if original is not None else ""
        is_calibration = purpose == Attempt.Purpose.CALIBRATION
        place = own or _unit(unit, pk, highlight, source, page)
        yield _ClaimRow(pk, state, bool(simulated), is_calibration, place)


def _unit(unit: SplitUnit, claim: int, highlight: int, source: str, page: int) -> str:
    if unit is SplitUnit.CLAIM:
        return f"claim:{claim}"
    if unit is SplitUnit.HIGHLIGHT:
        return f"highlight:{highlight}"
    # The unit of a highlight names its table: "table:7:2".
    return source if unit is SplitUnit.TABLE and source.startswith("table:") else f"page:{page}"


class _Verifications:
    """The verifications of claims, which must be asked for in the order of the claims' keys."""

    def __init__(self, campaign: Campaign) -> None:
        self._takes_simulated = campaign.is_demonstration
        rows = Verification.objects.filter(campaign=campaign, purpose__in=_COUNTED)
        fields = rows.order_by("claim", "submitted_at", "pk").values_list(
            "claim",
            "void_since",
            "pk",
            "purpose",
            "number",
            "verdict",
            "submitted_at",
            "annotator__is_simulated",
        )
        self._groups = groupby(fields.iterator(_ROWS_AT_ONCE), key=itemgetter(0))
        self._next = next(self._groups, None)

    def of(self, claim: int) -> _ClaimVerifications:
        while self._next is not None and self._next[0] < claim:
            self._next = next(self._groups, None)
        if self._next is None or self._next[0] > claim:
            return _ClaimVerifications()
        rows = list(self._next[1])
        given = [_VerificationRow(*row[2:]) for row in rows if row[1] is None]
        counted = [row for row in given if self._takes_simulated or not row.is_simulated]
        return _ClaimVerifications(counted, len(given) - len(counted), len(given) < len(rows))


def _chosen(
    campaign: Campaign, decided: Mapping[int, tuple[int, int]], units: Mapping[int, str]
) -> Iterator[ChosenClaim]:
    """Yield the claims with what the split and the browser need of their evidence."""
    versions: dict[int, tuple[int, str, str]] = {}
    rows = VerificationVersion.objects.filter(verification__campaign=campaign)
    fields = rows.values_list("pk", "verification", "number", "verdict", "tags")
    for pk, verification, number, verdict, tags in fields.iterator(_ROWS_AT_ONCE):
        claim = decided.get(verification)
        if claim is not None and claim[1] == number:
            # The same few words for tens of thousands of claims: each is kept once.
            versions[pk] = (claim[0], intern(verdict), intern(tags.get("challenge", "")))
    evidence = _evidence(campaign)
    for pk in sorted(versions, key=lambda version: versions[version][0]):
        claim_id, verdict, challenge = versions[pk]
        kind, does_fit = evidence.get(pk, ("none", True))
        yield ChosenClaim(claim_id, pk, units[claim_id], verdict, challenge, kind, does_fit)


def _evidence(campaign: Campaign) -> dict[int, tuple[str, bool]]:
    """Return by version what its evidence is made of, and whether a set can be predicted whole."""
    rows = (
        Evidence.objects.filter(evidence_set__version__verification__campaign=campaign)
        .order_by("evidence_set__version", "evidence_set__position", "position")
        .values_list("evidence_set__version", "evidence_set__position", "address")
    )
    found: dict[int, tuple[str, bool]] = {}
    known: dict[tuple[str, bool], tuple[str, bool]] = {}
    for version, pieces in groupby(rows.iterator(_ROWS_AT_ONCE), key=itemgetter(0)):
        sets: tuple[EvidencePieces, ...] = tuple(
            tuple(EvidencePiece("", address) for _, _, address in rows_of_set)
            for _, rows_of_set in groupby(pieces, key=itemgetter(1))
        )
        described = (evidence_kind(sets), any(map(fits, sets)))
        found[version] = known.setdefault(described, described)
    return found
