"""Claims whose verifications disagree: about the verdict, or with evidence that shares nothing.

The verifications that count are those for the dataset, of the claim as it is now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from annotation.models import (
    QUEUED_PURPOSES,
    Adjudication,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    Verification,
)
from campaigns.models import Campaign

# Who wrote or verified a claim.
OWN_WORK = (*QUEUED_PURPOSES, Attempt.Purpose.GOLD, Attempt.Purpose.CALIBRATION)

_VERDICTS = Count("verdict", distinct=True)


def counting_verifications(campaign: Campaign) -> QuerySet[Verification]:
    """Return the verifications that count; those by programs count in a demonstration only."""
    return _counting(campaign, _valid(campaign))


def _valid(campaign: Campaign) -> QuerySet[Verification]:
    """Return the verifications for the dataset of claims as they are, by whomever."""
    return Verification.objects.filter(
        campaign=campaign, purpose=Attempt.Purpose.VERIFY, void_since=None
    )


def _counting(campaign: Campaign, valid: QuerySet[Verification]) -> QuerySet[Verification]:
    return valid if campaign.is_demonstration else valid.filter(annotator__is_simulated=False)


def disagreements_in(campaign: Campaign, *, about_evidence: bool = False) -> QuerySet[Claim]:
    """Return the claims that are disagreed about, the oldest first, decided ones included.

    With `about_evidence`, those with one verdict whose evidence has no element in common.
    """
    return _disagreed(campaign, _valid(campaign), about_evidence=about_evidence)


def decided_in(campaign: Campaign, *, about_evidence: bool = False) -> QuerySet[Claim]:
    """Return the disagreements that are decided, without a look at the claims that are not."""
    decisions = Adjudication.objects.filter(campaign=campaign, superseded_at=None)
    valid = _valid(campaign).filter(claim__in=decisions.values("claim"))
    return decided(_disagreed(campaign, valid, about_evidence=about_evidence))


def _disagreed(
    campaign: Campaign, valid: QuerySet[Verification], *, about_evidence: bool
) -> QuerySet[Claim]:
    found = _disjoint(campaign, valid) if about_evidence else _contrary(_counting(campaign, valid))
    reported = ClaimReport.objects.filter(claim=OuterRef("pk"), state=ClaimReport.State.OPEN)
    gold = Verification.objects.filter(claim=OuterRef("pk"), purpose=Attempt.Purpose.GOLD)
    return Claim.objects.filter(
        ~Exists(reported), ~Exists(gold), pk__in=found, state=Claim.State.LIVE
    ).order_by("pk")


def waiting_for(person: User, claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return those of the claims that are not decided, and that this person may decide."""
    return undecided(claims).exclude(own_work_of(person))


def undecided(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return those of the claims that no adjudication in force is about."""
    return claims.filter(~Exists(_in_force()))


def decided(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return those of the claims that an adjudication in force is about."""
    return claims.filter(Exists(_in_force()))


def own_work_of(person: User) -> Q:
    """Return the condition that a person wrote the claim or verified it."""
    verified = Verification.objects.filter(
        claim=OuterRef("pk"), annotator=person, purpose__in=OWN_WORK
    )
    return Q(author=person) | Q(Exists(verified))


def adjudication_in_force(claim: Claim) -> Adjudication | None:
    """Return the decision about a claim that counts, if there is one."""
    rows = Adjudication.objects.filter(claim=claim, superseded_at=None)
    return rows.select_related("adjudicator", "verification").first()


def others_at(claim: Claim, person: User) -> list[User]:
    """Return the other people whose adjudication of the claim is begun and not finished."""
    open_ones = Attempt.objects.filter(
        claim=claim, purpose=Attempt.Purpose.ADJUDICATION, outcome=Attempt.Outcome.OPEN
    ).exclude(annotator=person)
    return [one.annotator for one in open_ones.select_related("annotator").order_by("pk")]


def state_digest(claim: Claim, campaign: Campaign) -> str:
    """Return a digest that changes when the claim or a verification of it changes."""
    rows = counting_verifications(campaign).filter(claim=claim).order_by("pk")
    parts = [f"{pk}:{number}" for pk, number in rows.values_list("pk", "number")]
    text = "\n".join([claim.text, *parts])
    return sha256(text.encode()).hexdigest()[:32]


def _in_force() -> QuerySet[Adjudication]:
    return Adjudication.objects.filter(claim=OuterRef("pk"), superseded_at=None)


def _contrary(counting: QuerySet[Verification]) -> QuerySet[Any, Any]:
    """Return the keys of the claims with two verdicts or more."""
    # Counting the verdicts takes half as long as comparing the first and the last of them.
    by_claim = counting.order_by().values("claim").annotate(verdicts=_VERDICTS)
    return by_claim.filter(verdicts__gt=1).values("claim")


def _disjoint(campaign: Campaign, valid: QuerySet[Verification]) -> QuerySet[Any, Any]:
    """Return the keys of the claims with one verdict and two verifications that share nothing."""
    counting = _counting(campaign, valid).order_by()
    # Most claims have one verification: an index alone tells which have more, without the people.
    several = valid.order_by().values("claim").annotate(number=Count("pk")).filter(number__gt=1)
    agreed = (
        counting.filter(claim__in=several.values("claim"))
        .values("claim")
        .annotate(verdicts=_VERDICTS)
        .filter(verdicts=1)
    )
    # Three levels: the evidence of the first, among that of the second, of one claim.
    of_first = Evidence.objects.filter(
        evidence_set__version__verification=OuterRef(OuterRef(OuterRef("pk"))),
        evidence_set__version__number=OuterRef(OuterRef(OuterRef("number"))),
        page=OuterRef("page"),
        address=OuterRef("address"),
    )
    of_second = Evidence.objects.filter(
        evidence_set__version__verification=OuterRef("pk"),
        evidence_set__version__number=OuterRef("number"),
    )
    second = counting.filter(claim=OuterRef("claim"), pk__gt=OuterRef("pk")).filter(
        Exists(of_second), ~Exists(of_second.filter(Exists(of_first)))
    )
    own = Evidence.objects.filter(
        evidence_set__version__verification=OuterRef("pk"),
        evidence_set__version__number=OuterRef("number"),
    )
    return counting.filter(Exists(own), Exists(second), claim__in=agreed.values("claim")).values(
        "claim"
    )


def own_among(person: User, claims: Iterable[Claim]) -> set[int]:
    """Return the keys of those of the claims that the person wrote or verified."""
    keys = [claim.pk for claim in claims]
    return set(Claim.objects.filter(own_work_of(person), pk__in=keys).values_list("pk", flat=True))


def with_verdicts(claims: QuerySet[Claim], campaign: Campaign) -> QuerySet[Claim]:
    """Return claims with the verifications that count, `counting`, and decisions, `in_force`."""
    counting = counting_verifications(campaign).order_by("verdict", "pk")
    in_force = Adjudication.objects.filter(superseded_at=None).select_related(
        "adjudicator", "verification"
    )
    return claims.prefetch_related(
        Prefetch("verifications", counting, to_attr="counting"),
        Prefetch("adjudications", in_force, to_attr="in_force"),
    )


def count_causes(campaign: Campaign) -> list[tuple[str, int]]:
    """Return how often each cause was given by decisions in force, the most frequent first."""
    rows = Adjudication.objects.filter(campaign=campaign, superseded_at=None)
    counts = Counter(rows.values_list("cause", flat=True))
    found = [(str(Adjudication.Cause(cause).label), count) for cause, count in counts.items()]
    return sorted(found, key=lambda item: (-item[1], item[0]))
