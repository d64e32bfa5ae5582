"""Forecasts of a campaign's queues, and quotas that are off: what reports do not measure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.db.models import Exists, OuterRef

from annotation.models import Attempt, Claim, Highlight, Verification
from annotation.selectors.campaign import progress
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of

# A queue that lasts longer needs nobody's attention yet.
WARNED_DAYS = 7


class QueueTask(StrEnum):
    """The tasks whose queues can run dry."""

    WRITE = "write"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class DryQueue:
    """A queue that runs dry soon, at the pace of the last two weeks, before the work is done."""

    task: QueueTask
    waiting: int
    a_day: float
    dry_on: date


def dry_queues(campaign: Campaign, now: datetime) -> list[DryQueue]:
    """Return the queues of an open campaign that run dry within a week."""
    if campaign.state != Campaign.State.OPEN or campaign.protocol is None:
        return []
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        return []
    counts = progress.highlight_counts(campaign)
    written = counts[Highlight.State.WRITTEN]
    left = campaign.target - written - counts[Highlight.State.HELD]
    if left <= 0:
        # Everything is being written: that queues end is no news.
        return []
    pace = progress.pace_of(campaign, now=now, written=written)
    waiting = counts[Highlight.State.WAITING]
    found = []
    if waiting < left:
        found.append(_dry(QueueTask.WRITE, waiting, pace.a_day, now))
    verified = Verification.objects.filter(
        claim=OuterRef("pk"), purpose=Attempt.Purpose.VERIFY, void_since=None
    )
    claims = Claim.objects.filter(campaign=campaign, state=Claim.State.LIVE)
    unverified = claims.filter(~Exists(verified)).count()
    verifying = progress.verifying_pace_of(campaign, now=now, left=unverified)
    found.append(_dry(QueueTask.VERIFY, unverified, verifying.a_day, now))
    return [queue for queue in found if queue is not None]


def _dry(task: QueueTask, waiting: int, a_day: float, now: datetime) -> DryQueue | None:
    """Return the forecast; None without a pace, or if it is far away."""
    if not a_day or waiting > WARNED_DAYS * a_day:
        return None
    return DryQueue(task, waiting, a_day, now.date() + timedelta(days=int(waiting / a_day)))


def missed_quotas(campaign: Campaign) -> list[progress.DeckMeter]:
    """Return the decks whose counts are further from their quotas than dealing explains."""
    if campaign.protocol is None:
        return []
    meters = progress.meters_of(campaign, protocol_of(campaign))
    return [meter for meter in meters if meter.total and not meter.is_within]
