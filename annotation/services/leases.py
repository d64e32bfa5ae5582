"""Renewing and ending the lease of what somebody has before them, by what they are there for."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from annotation.models import Attempt
from annotation.services import highlights, queue, reopening
from annotation.services.highlights import LEASE, LeaseLostError

__all__ = ["LeaseLostError"]

_RENEWALS = {
    Attempt.Purpose.WRITE: highlights.renew_lease,
    Attempt.Purpose.VERIFY: reopening.renew_lease,
}


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """The person is still there. What stands outside the queue is nobody else's: no lease."""
    renew = _RENEWALS.get(Attempt.Purpose(attempt.purpose))
    return now + LEASE if renew is None else renew(attempt=attempt, now=now)


def free_item(*, attempt: Attempt, actor: User, now: datetime) -> None:
    """A manager ends a lease, so that somebody else gets the item."""
    if attempt.highlight is not None:
        highlights.free_highlight(highlight=attempt.highlight, actor=actor, now=now)
    elif attempt.assignment is not None:
        queue.free_claim(assignment=attempt.assignment, actor=actor, now=now)
    else:
        raise LeaseLostError
