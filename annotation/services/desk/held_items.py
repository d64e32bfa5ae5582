"""Renewing and ending the lease of the item that an attempt is about, by its kind of work."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from annotation.models import Attempt
from annotation.services.desk import leases
from annotation.services.verifying import queue, reopening
from annotation.services.writing import highlights

_RENEWALS = {
    Attempt.Purpose.WRITE: highlights.renew_lease,
    Attempt.Purpose.VERIFY: reopening.renew_lease,
}


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the item for a person who is still there; return until when.

    Work outside the queue has no lease, since nobody else can take it.
    """
    renew = _RENEWALS.get(attempt.task)
    return now + leases.lease_time() if renew is None else renew(attempt=attempt, now=now)


def free_item(*, attempt: Attempt, actor: User, now: datetime) -> None:
    """End a lease on a manager's behalf, so that somebody else gets the item."""
    if attempt.highlight is not None:
        highlights.free_highlight(highlight=attempt.highlight, actor=actor, now=now)
    elif attempt.assignment is not None:
        queue.free_claim(assignment=attempt.assignment, actor=actor, now=now)
    else:
        raise leases.LeaseLostError
