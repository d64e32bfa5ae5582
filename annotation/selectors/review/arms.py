"""The claims whose arms of assistance can be compared.

Arms are dealt while suggestions are off, too. Then neither arm gets any, and such claims would be
compared across time, not across arms.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Min, Q

from annotation.models import QUEUED_PURPOSES, Attempt
from campaigns.models import Campaign
from core.models import AuditEntry

STARTED, STOPPED = "assistance.started", "assistance.stopped"


def compared_claims(campaign: Campaign) -> set[int]:
    """Return the claims whose first attempt in the queue began while suggestions were on."""
    within = Q()
    for start, end in _periods(campaign):
        until = Q() if end is None else Q(first__lt=end)
        within |= Q(first__gte=start) & until
    if not within:
        return set()
    attempts = Attempt.objects.filter(claim__campaign=campaign, purpose__in=QUEUED_PURPOSES)
    begun = attempts.order_by().values("claim").annotate(first=Min("started_at")).filter(within)
    return {claim for claim in begun.values_list("claim", flat=True) if claim is not None}


def _periods(campaign: Campaign) -> list[tuple[datetime, datetime | None]]:
    """Return when suggestions were on; the last period has no end while they are."""
    switched = AuditEntry.objects.filter(
        action__in=(STARTED, STOPPED),
        target_kind=campaign._meta.label_lower,
        target_id=str(campaign.public_id),
    )
    found: list[tuple[datetime, datetime | None]] = []
    for action, at in switched.order_by("at", "pk").values_list("action", "at"):
        if action == STARTED:
            found.append((at, None))
        elif found:
            found[-1] = (found[-1][0], at)
    return found
