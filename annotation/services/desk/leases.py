"""The lease kit: how long an item is held, granting and losing a lease, ending an attempt.

Highlights and slots in the queue are leased in the same way. Every change of their state names
the lease that it starts from, so two people never hold one item. This module imports no other
service; `held_items` chooses the right one for the kind of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from annotation.models import Assignment, Attempt, Highlight


class LeaseLostError(Exception):
    """Somebody else holds the item by now, or it is finished."""


class AlreadySubmittedError(Exception):
    """Something else was submitted from this attempt before."""


def lease_time() -> timedelta:
    """Return how long an item is held without a sign from its holder."""
    return timedelta(minutes=settings.LEASE_MINUTES)


def pause_time() -> timedelta:
    """Return how long a claim waits for a verifier who paused."""
    return timedelta(hours=settings.PAUSE_HOURS)


def correction_time() -> timedelta:
    """Return how long a verification may be corrected after it was submitted."""
    return timedelta(hours=settings.CORRECTION_HOURS)


def grant_lease(item: Highlight | Assignment, *, holder: User, until: datetime) -> bool:
    """Give an item to a person and return whether it is new to them.

    Raise LeaseLostError if the row is not as it was read: somebody else was given the item.
    """
    is_new = item.holder_id != holder.pk
    number = item.lease + 1 if is_new else item.lease
    # The same word in both tables: a constraint of `Leased` relies on it.
    held = Highlight.State.HELD.value
    rows = cast("QuerySet[Highlight | Assignment]", type(item)._base_manager.all())
    updated = rows.filter(
        pk=item.pk, lease=item.lease, state=item.state, lease_until=item.lease_until
    ).update(state=held, holder=holder, lease=number, lease_until=until)
    if not updated:
        raise LeaseLostError
    item.state, item.holder, item.lease, item.lease_until = held, holder, number, until
    return is_new


def end_attempt(
    attempt: Attempt,
    outcome: Attempt.Outcome,
    now: datetime,
    *,
    digest: str = "",
    changed: Sequence[str] = (),
) -> None:
    """Store how an attempt ended, in the transaction that settles its item.

    `changed` names fields that the caller has changed, to be stored with it.
    """
    attempt.outcome, attempt.ended_at, attempt.digest = outcome, now, digest
    attempt.save(update_fields=["outcome", "ended_at", "digest", *changed])


def lose_open(attempts: QuerySet[Attempt], now: datetime) -> None:
    """End those of the attempts that are still open: their item was taken away."""
    attempts.filter(outcome=Attempt.Outcome.OPEN).update(outcome=Attempt.Outcome.LOST, ended_at=now)


def is_submitted(attempt: Attempt, digest: str) -> bool:
    """Return whether exactly this was submitted from the attempt before.

    Raise AlreadySubmittedError if something else was.
    """
    outcome, stored = Attempt.objects.values_list("outcome", "digest").get(pk=attempt.pk)
    return was_submitted(outcome, stored, digest)


def was_submitted(outcome: str, stored: str, digest: str) -> bool:
    """Return whether an attempt with this outcome and stored digest submitted exactly this.

    Raise AlreadySubmittedError if it submitted something else.
    """
    if outcome != Attempt.Outcome.SUBMITTED:
        return False
    if stored != digest:
        raise AlreadySubmittedError
    return True
