"""Locks of verifications that were used and may no longer be corrected."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from annotation.models import QUEUED_PURPOSES, Verification
from annotation.services.desk.leases import correction_time
from campaigns.models import Campaign


def lock_verifications(*, ids: Collection[int], by: Verification.Lock, now: datetime) -> None:
    """Lock those that are not locked yet, in the caller's transaction."""
    Verification.objects.filter(pk__in=ids, locked_since=None).update(
        locked_since=now, locked_by=by
    )


def lock_alike(
    *, campaign: Campaign, until: datetime | None, by: Verification.Lock, now: datetime
) -> None:
    """Lock what could still be corrected of all that was submitted up to a time.

    Were only what is used locked, the time left to correct would tell duplicates and silent gold.
    """
    since = now - correction_time()
    if until is None or until < since:
        return
    Verification.objects.filter(
        campaign=campaign,
        purpose__in=QUEUED_PURPOSES,
        submitted_at__range=(since, until),
        locked_since=None,
    ).update(locked_since=now, locked_by=by)
