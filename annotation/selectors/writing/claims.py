"""Claims: those of an author, and those of a campaign as the checks look them up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import Attempt, Claim
from annotation.rules.checks.duplicates import KnownClaim
from annotation.selectors.desk.attempts import memberships_for
from annotation.selectors.review.claim_reviews import in_force
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT, Stage

_DECIDED = (Claim.State.RETURNED, Claim.State.WITHDRAWN)
# Enough of the claims that share a word; more would not tell which ones are alike.
_MOST_ALIKE = 500


class CampaignClaims:
    """A `ClaimIndex` over the claims of a campaign that are in use or returned."""

    def __init__(self, campaign: Campaign) -> None:
        self._kept = Claim.objects.filter(campaign=campaign, state__in=Claim.KEPT)

    def identical(self, key: str) -> Iterable[KnownClaim]:
        return [_known(row) for row in self._kept.filter(identity=key).values_list(*_FIELDS)]

    def sharing(self, keys: Collection[str]) -> Iterable[KnownClaim]:
        alike = self._kept.filter(keys__key__in=keys).order_by("-pk").distinct()
        return [_known(row) for row in alike.values_list(*_FIELDS)[:_MOST_ALIKE]]


class NoClaims:
    """A `ClaimIndex` without claims, for what stands outside the dataset."""

    def identical(self, key: str) -> Iterable[KnownClaim]:
        return ()

    def sharing(self, keys: Collection[str]) -> Iterable[KnownClaim]:
        return ()


_FIELDS = ("public_id", "text")


def _known(row: tuple[object, ...]) -> KnownClaim:
    return KnownClaim(str(row[0]), str(row[1]))


def own_claims(author: User) -> QuerySet[Claim]:
    """Return the claims that a person may correct, each with its campaign and its page.

    What they wrote in a campaign in which they no longer write is not among them.
    """
    member = memberships_for(Attempt.Purpose.WRITE).filter(
        user=author, campaign=OuterRef("campaign")
    )
    return Claim.objects.filter(Exists(member), author=author).select_related(
        "campaign__corpus", "highlight__page", "highlight__campaign__corpus", "attempt", "base"
    )


class OwnState(StrEnum):
    """The state of a claim as its author sees it."""

    RETURNED = "returned"
    CORRECTABLE = "correctable"
    VERIFYING = "verifying"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFilter:
    """A choice among a person's claims; empty fields leave everything in."""

    verdict: str = ""
    state: OwnState | None = None
    words: str = ""
    since: datetime | None = None
    until: datetime | None = None


def claims_by(
    author: User, campaign: Campaign, chosen: ClaimFilter | None = None
) -> QuerySet[Claim]:
    """Return a person's claims of a campaign: the newest highlight first, its claims in order."""
    mine = Claim.objects.filter(author=author, campaign=campaign)
    for condition in _conditions(chosen or ClaimFilter()):
        mine = mine.filter(condition)
    return mine.select_related("highlight__page", "base").order_by(
        "-written_at", "-highlight", "pk"
    )


def _conditions(chosen: ClaimFilter) -> Iterator[Q]:
    live = Q(state=Claim.State.LIVE)
    if chosen.verdict:
        yield Q(verdict=chosen.verdict)
    if chosen.state is OwnState.CORRECTABLE:
        yield live & Q(verifying_since=None)
    elif chosen.state is OwnState.VERIFYING:
        yield live & Q(verifying_since__isnull=False)
    elif chosen.state is OwnState.RETURNED:
        yield Q(state=Claim.State.RETURNED)
    elif chosen.state is OwnState.WITHDRAWN:
        yield ~Q(state__in=Claim.KEPT)
    if chosen.words and "\0" not in chosen.words:
        yield Q(text__icontains=chosen.words)
    if chosen.since is not None:
        yield Q(written_at__gte=chosen.since)
    if chosen.until is not None:
        yield Q(written_at__lt=chosen.until)


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim as its author sees it in a list, in the protocol's words."""

    claim: Claim
    slot: str
    verdict: str
    duties: list[str]
    # Why a manager returned or withdrew it.
    comment: str = ""


def rows_of(claims: Iterable[Claim], protocol: Protocol, stage: Stage) -> list[ClaimRow]:
    """Return the claims with the labels of their slots, verdicts and prescriptions."""
    slots = {slot.name: slot.label for slot in stage.slots}
    verdicts = {choice.name: choice.label for choice in protocol.verdicts.choices}
    claims = list(claims)
    comments = _comments_on(claims)
    return [
        ClaimRow(
            claim,
            slots.get(claim.slot, claim.slot),
            verdicts.get(claim.verdict, claim.verdict),
            [
                protocol.factor(factor).value(value).label
                for factor, value in claim.prescribed.items()
                if factor != VERDICT
            ],
            comments.get(claim.pk, ""),
        )
        for claim in claims
    ]


def _comments_on(claims: Sequence[Claim]) -> dict[int, str]:
    """Return what managers wrote about claims that they returned or withdrew."""
    decided = [claim.pk for claim in claims if claim.state in _DECIDED]
    if not decided:
        return {}
    reviews = in_force().filter(claim__in=decided)
    return dict(reviews.values_list("claim", "comment"))
