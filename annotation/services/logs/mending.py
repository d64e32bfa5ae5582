"""Mending logs: times outside an attempt become the nearest possible ones, with an audit entry."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Greatest, Least

from annotation.models import Attempt, Interaction
from annotation.selectors.logs.misplaced_acts import misplaced_acts
from core import append_only
from core.services import audit


@transaction.atomic
def mend_log_times(*, now: datetime) -> int:
    """Move misplaced entries to the start of their attempt or to their arrival; return how many."""
    found = list(misplaced_acts().order_by("pk").values_list("pk", "attempt", "happened_at"))
    if not found:
        return 0
    start = Attempt.objects.filter(pk=OuterRef("attempt")).values("started_at")
    with append_only.lifted(connection, [Interaction._meta.db_table]):
        Interaction.objects.filter(pk__in=misplaced_acts().values("pk")).update(
            happened_at=Least(Greatest(F("happened_at"), Subquery(start)), F("received_at"))
        )
    audit.record(
        actor=None,
        action="log.times_mended",
        target=None,
        now=now,
        details={
            "entries": len(found),
            "attempts": len({attempt for _, attempt, _ in found}),
            "earliest": min(at for _, _, at in found).isoformat(),
            "latest": max(at for _, _, at in found).isoformat(),
        },
    )
    return len(found)
