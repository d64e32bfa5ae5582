"""The lease of a slot: held by an attempt, renewed, settled, given back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Case, DateTimeField, QuerySet, Value, When

from annotation.models import Assignment, Attempt
from annotation.services.desk import leases
from annotation.services.verifying.free_slots import HELD_STATES
from core.prepared_queries import Parameter, PreparedUpdate

# A slot that somebody lets go of waits for others; silent gold was for them only.
WHEN_FREED = Case(
    When(kind=Assignment.Kind.SILENT, then=Value(Assignment.State.CLOSED)),
    default=Value(Assignment.State.WAITING),
)


def held_by(attempt: Attempt) -> QuerySet[Assignment]:
    """Return the attempt's slot while the person holds it, however late they are."""
    return Assignment.with_checks.filter(
        pk=attempt.in_slot,
        state__in=HELD_STATES,
        holder=attempt.annotator_id,
        lease=attempt.lease,
    )


def _held() -> QuerySet[Assignment]:
    return Assignment.with_checks.filter(
        pk=Parameter("slot"),
        state__in=HELD_STATES,
        holder=Parameter("holder"),
        lease=Parameter("lease"),
    )


def _names(attempt: Attempt) -> dict[str, Any]:
    return {"slot": attempt.in_slot, "holder": attempt.annotator_id, "lease": attempt.lease}


_UNTIL = Parameter("until", DateTimeField())
_RENEW = PreparedUpdate(lambda: _held().filter(lease_until__lte=_UNTIL), lease_until=_UNTIL)
_SETTLE = PreparedUpdate(_held, state=Assignment.State.DONE, holder=None, lease_until=None)


def settle_slot(attempt: Attempt) -> bool:
    """End the slot of an attempt; return whether its person still held it."""
    return bool(_SETTLE.run(**_names(attempt)))


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the claim for its holder; an expired lease is renewed if nobody took over."""
    until = now + leases.lease_time()
    if _RENEW.run(**_names(attempt), until=until):
        return until
    # A pause is longer than a lease.
    longer = held_by(attempt).values_list("lease_until", flat=True).first()
    if longer is None:
        raise leases.LeaseLostError
    return longer


def give_back(attempt: Attempt) -> None:
    """Put the slot back into the queue for somebody else."""
    left = held_by(attempt).update(state=WHEN_FREED, holder=None, lease_until=None)
    if not left:
        raise leases.LeaseLostError
