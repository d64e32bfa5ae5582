"""The progress of a campaign: its funnel, its pace, and quotas against what was dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import ceil

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    Deck,
    Highlight,
    Prescription,
    Verification,
)
from campaigns.models import Campaign
from campaigns.protocols.enums import StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import SOURCE

DAYS = 14
# No forecast is later: the years of dates end.
_FAR_AWAY = 36_500


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """One step from highlights to the dataset, with its count and its target."""

    name: str
    label: str | Promise
    count: int
    target: int
    hint: str | Promise = ""

    @property
    def percent(self) -> int:
        return min(100, 100 * self.count // self.target) if self.target else 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Items finished by day, and the days left at this rate."""

    days: tuple[tuple[date, int], ...]
    today: int
    # On the days of the last two weeks on which people worked.
    a_day: float
    days_left: int | None

    @property
    def done_on(self) -> date | None:
        """Return the day on which the last item is finished if people work every day."""
        if not self.days_left:
            return None
        return self.days[-1][0] + timedelta(days=min(self.days_left, _FAR_AWAY))


@dataclass(frozen=True, slots=True)
class MeterRow:
    """One value of a deck: its share, and how often it is in use."""

    label: str
    share: Fraction
    count: int
    target: float  # the share of all that are in use

    @property
    def difference(self) -> float:
        return self.count - self.target


@dataclass(frozen=True, slots=True)
class DeckMeter:
    """One deck: the values in use, against their quotas."""

    factor: str
    label: str
    version: int
    rows: tuple[MeterRow, ...]
    total: int
    freed: int

    @property
    def bound(self) -> int:
        """Return how far a count can be from its share: one, and one for each freed position."""
        return 1 + self.freed

    @property
    def furthest(self) -> float:
        return max((abs(row.difference) for row in self.rows), default=0.0)

    @property
    def is_within(self) -> bool:
        return self.furthest <= self.bound


def highlight_counts(campaign: Campaign) -> dict[str, int]:
    """Return how many highlights are in each state, zeros included."""
    rows = Highlight.objects.filter(campaign=campaign).order_by()
    counts = dict(rows.values_list("state").annotate(n=Count("pk")))
    return {state: counts.get(state, 0) for state in Highlight.State.values}


def funnel_of(campaign: Campaign, protocol: Protocol, counts: dict[str, int]) -> list[FunnelStep]:
    """Return the steps from drawn highlights to claims in use and claims verified at least once."""
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        return _imported_funnel(campaign)
    target = campaign.target
    claims_each = _claims_each(protocol)
    drawn = sum(counts.values()) - counts[Highlight.State.SKIPPED]
    written = counts[Highlight.State.WRITTEN]
    claims = Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
    steps = [
        FunnelStep(
            "drawn", _("Highlights drawn"), drawn, target, _("with spares for skipped ones")
        ),
        FunnelStep("begun", _("Taken"), counts[Highlight.State.HELD] + written, target),
        FunnelStep("written", _("Used"), written, target),
        FunnelStep("claims", _("Claims"), claims.count(), target * claims_each),
    ]
    if protocol.stage_for(StageKind.VERIFY) is not None:
        verified = _verified(claims)
        steps.append(FunnelStep("verified", _("Verified"), verified, target * claims_each))
    return steps


def planned_claims(campaign: Campaign, protocol: Protocol) -> int:
    """Return how many claims a campaign has when its target is met, as far as one can tell."""
    claims = Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        return claims.count()
    return max(_claims_each(protocol) * campaign.target, claims.count())


def _claims_each(protocol: Protocol) -> int:
    """Return the fewest claims that are written from a highlight."""
    stage = protocol.stage_for(StageKind.WRITE)
    return sum(slot.least for slot in stage.slots) if stage else 0


def _imported_funnel(campaign: Campaign) -> list[FunnelStep]:
    claims = Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
    total = claims.count()
    return [
        FunnelStep("claims", _("Claims"), total, total),
        FunnelStep("verified", _("Verified"), _verified(claims), total),
    ]


def _verified(claims: QuerySet[Claim]) -> int:
    """Return how many claims were verified at least once."""
    done = Assignment.objects.filter(claim=OuterRef("pk"), state=Assignment.State.DONE)
    return claims.filter(Exists(done)).count()


def pace_of(campaign: Campaign, *, now: datetime, written: int) -> Pace:
    """Return the pace of writing, by the days on which highlights were finished."""
    done = (
        Attempt.objects.filter(
            highlight__campaign=campaign,
            purpose=Attempt.Purpose.WRITE,
            outcome=Attempt.Outcome.SUBMITTED,
            ended_at__gte=now - timedelta(days=DAYS),
        )
        .order_by()
        .annotate(day=TruncDate("ended_at"))
        .values_list("day")
        .annotate(n=Count("pk"))
    )
    return _pace(dict(done), now, left=campaign.target - written)


def verifying_pace_of(campaign: Campaign, *, now: datetime, left: int) -> Pace:
    """Return the pace of verifying, by the days on which claims were verified."""
    done = (
        Verification.objects.filter(
            campaign=campaign,
            purpose=Attempt.Purpose.VERIFY,
            submitted_at__gte=now - timedelta(days=DAYS),
        )
        .order_by()
        .annotate(day=TruncDate("submitted_at"))
        .values_list("day")
        .annotate(n=Count("claim", distinct=True))
    )
    return _pace(dict(done), now, left=left)


def _pace(by_day: dict[date, int], now: datetime, *, left: int) -> Pace:
    first = now.date() - timedelta(days=DAYS - 1)
    days = tuple(
        (day, by_day.get(day, 0)) for day in (first + timedelta(days=n) for n in range(DAYS))
    )
    worked = [count for _day, count in days if count]
    a_day = sum(worked) / len(worked) if worked else 0.0
    return Pace(days, days[-1][1], a_day, ceil(max(0, left) / a_day) if a_day else None)


def meters_of(campaign: Campaign, protocol: Protocol) -> list[DeckMeter]:
    """Return a meter for each deck that is dealt from now."""
    decks = list(Deck.objects.filter(campaign=campaign, ended_at=None).order_by("pk"))
    rows = (
        Prescription.objects.filter(deck__in=decks)
        .order_by()
        .values_list("deck", "value")
        .annotate(used=Count("pk", filter=Q(highlight__isnull=False)), dealt=Count("pk"))
    )
    used: dict[int, Counter[str]] = {deck.pk: Counter() for deck in decks}
    freed: Counter[int] = Counter()
    for deck, value, in_use, dealt in rows:
        used[deck][value] = in_use
        freed[deck] += dealt - in_use
    return [_meter(deck, protocol, used[deck.pk], freed[deck.pk]) for deck in decks]


def _meter(deck: Deck, protocol: Protocol, used: Counter[str], freed: int) -> DeckMeter:
    total = sum(used.values())
    if deck.factor == SOURCE:
        label = str(_("Kind of highlight"))
        labels = {source.name: source.label for source in protocol.sources}
    else:
        factor = protocol.factor(deck.factor)
        label, labels = factor.label, {value.name: value.label for value in factor.values}
    return DeckMeter(
        factor=deck.factor,
        label=label,
        version=deck.version,
        rows=tuple(
            MeterRow(labels.get(value, value), share, used[value], float(share * total))
            for value, share in deck.exact_shares.items()
        ),
        total=total,
        freed=freed,
    )
