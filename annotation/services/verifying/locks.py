"""Locks of verifications that were used and may no longer be corrected."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from annotation.models import Verification


def lock_verifications(*, ids: Collection[int], by: Verification.Lock, now: datetime) -> None:
    """Lock those that are not locked yet, in the caller's transaction."""
    Verification.objects.filter(pk__in=ids, locked_since=None).update(
        locked_since=now, locked_by=by
    )
