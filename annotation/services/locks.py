"""Locking verifications: what was used for something is not corrected any more."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from annotation.models import Verification


def lock_verifications(*, ids: Collection[int], by: Verification.Lock, now: datetime) -> None:
    """Lock those that are not locked yet. Within a transaction."""
    Verification.objects.filter(pk__in=ids, locked_since=None).update(
        locked_since=now, locked_by=by
    )
