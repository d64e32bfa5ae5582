"""Spot checks: what can be drawn, what is to be judged next, and the shares that were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import (
    Adjudication,
    Claim,
    ClaimReport,
    SampledClaim,
    SpotCheck,
    VerificationVersion,
)
from annotation.selectors.review import disagreements
from campaigns.models import Campaign
from campaigns.protocols.enums import ResolutionRule
from campaigns.selectors.protocols import protocol_of
from metrics.estimates import Estimate, share


@dataclass(frozen=True, slots=True)
class CountingVersion:
    """A claim with the version of the verification that counts for it."""

    claim: int
    version: int
    verdict: str


def counting_versions(campaign: Campaign) -> list[CountingVersion]:
    """Return what counts of each claim now, by the campaign's rule."""
    reported = ClaimReport.objects.filter(claim=OuterRef("claim"), state=ClaimReport.State.OPEN)
    rows = (
        disagreements.counting_verifications(campaign)
        .filter(~Exists(reported), claim__state=Claim.State.LIVE)
        .filter(versions__number=F("number"))
        .order_by("claim", "submitted_at", "pk")
        .values_list("claim", "versions", "verdict")
    )
    ruled, rejected = _adjudicated(campaign), _rejected(campaign)
    resolution = protocol_of(campaign).resolution
    found = []
    for claim, group in groupby(rows.iterator(5000), key=lambda row: row[0]):
        versions = [CountingVersion(*row) for row in group]
        decision = _Decision(ruled.get(claim), claim in rejected)
        counts = _counting(resolution.rule, resolution.otherwise, versions, decision)
        if counts is not None:
            found.append(counts)
    return found


def _adjudicated(campaign: Campaign) -> dict[int, CountingVersion]:
    in_force = Adjudication.objects.filter(
        campaign=campaign, superseded_at=None, verification__isnull=False
    )
    versions = VerificationVersion.objects.filter(
        verification__in=in_force.values("verification"), number=F("verification__number")
    )
    fields = versions.values_list("verification__claim", "pk", "verdict")
    return {claim: CountingVersion(claim, pk, verdict) for claim, pk, verdict in fields}


def _rejected(campaign: Campaign) -> set[int]:
    """Return the claims of which managers found all verifications wrong, and none right."""
    in_force = Adjudication.objects.filter(campaign=campaign, superseded_at=None)
    all_wrong = in_force.filter(outcome=Adjudication.Outcome.ALL_WRONG, verification=None)
    return set(all_wrong.values_list("claim", flat=True))


@dataclass(frozen=True, slots=True)
class _Decision:
    """A manager's decision on a claim, if there is one in force."""

    version: CountingVersion | None
    is_rejected: bool


def _counting(
    rule: ResolutionRule,
    otherwise: ResolutionRule | None,
    versions: Sequence[CountingVersion],
    decision: _Decision,
) -> CountingVersion | None:
    if rule is ResolutionRule.ADJUDICATED:
        if decision.is_rejected:
            # As in releases: no other rule makes one of them right.
            return None
        found = decision.version
    elif rule is ResolutionRule.MAJORITY:
        verdict, count = Counter(one.verdict for one in versions).most_common(1)[0]
        is_majority = 2 * count > len(versions)
        found = next(one for one in versions if one.verdict == verdict) if is_majority else None
    else:
        found = versions[0]
    if found is None and otherwise is not None:
        return _counting(otherwise, None, versions, decision)
    return found


@dataclass(frozen=True, slots=True)
class FoundShare:
    """The number of claims with one result in a round, and their share with its interval."""

    result: SampledClaim.Result
    count: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class ShownSpotCheck:
    """A round with its progress and its shares."""

    spot_check: SpotCheck
    claims: int
    checked: int
    shares: Sequence[FoundShare]


def rounds_of(campaign: Campaign) -> QuerySet[SpotCheck]:
    """Return the rounds of a campaign, the newest first."""
    rounds = SpotCheck.objects.filter(campaign=campaign).select_related("drawn_by")
    return rounds.order_by("-number")


def show_rounds(rounds: Iterable[SpotCheck]) -> list[ShownSpotCheck]:
    """Return these rounds with their progress and shares."""
    shown = list(rounds)
    counts: dict[int, Counter[str]] = {}
    rows = SampledClaim.objects.filter(spot_check__in=[one.pk for one in shown]).order_by()
    for key, result, count in rows.values_list("spot_check", "result").annotate(number=Count("pk")):
        counts.setdefault(key, Counter())[result] = count
    return [_shown(one, counts.get(one.pk, Counter())) for one in shown]


def _shown(spot_check: SpotCheck, counts: Counter[str]) -> ShownSpotCheck:
    checked = counts.total() - counts[""]
    shares = [
        FoundShare(result, counts[result.value], share(counts[result.value], checked))
        for result in SampledClaim.Result
    ]
    return ShownSpotCheck(spot_check, counts.total(), checked, shares if checked else [])


def claims_of(
    spot_check: SpotCheck, *, among: Collection[int] | None = None
) -> QuerySet[SampledClaim]:
    """Return the claims of a round in their order, with what counts of each.

    `among` are the claims whose labels somebody may see; None means all.
    """
    rows = SampledClaim.objects.filter(spot_check=spot_check)
    if among is not None:
        rows = rows.filter(claim__in=among)
    return rows.select_related(
        "claim", "version__claim_version", "version__verification__campaign__corpus", "checked_by"
    ).order_by("position")


def next_claim(
    spot_check: SpotCheck, person: User, *, among: Collection[int] | None = None
) -> SampledClaim | None:
    """Return the first claim of a round that nobody judged and that is not this person's own."""
    own = Claim.objects.filter(disagreements.own_work_of(person), pk=OuterRef("claim"))
    return claims_of(spot_check, among=among).filter(~Q(Exists(own)), result="").first()
