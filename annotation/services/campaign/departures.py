"""Items held by people who have left a campaign or no longer have the task."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from annotation.models import Assignment, Attempt, Highlight
from annotation.selectors.desk.attempts import memberships_for
from annotation.services.desk import leases
from annotation.services.verifying import queue
from annotation.services.writing import highlights


def free_abandoned_items(*, now: datetime) -> int:
    """Free what people hold who may no longer work on it; return how many items there were."""
    freed = 0
    held_highlights = Highlight.objects.filter(
        ~_is_held_by_a_member(Attempt.Purpose.WRITE),
        state=Highlight.State.HELD,
    )
    for highlight in held_highlights.select_related("campaign", "holder"):
        # Somebody else may have freed it in the meantime.
        with suppress(leases.LeaseLostError):
            highlights.free_highlight(highlight=highlight, actor=None, now=now)
            freed += 1
    held_slots = Assignment.objects.filter(
        ~_is_held_by_a_member(Attempt.Purpose.VERIFY), state__in=queue.HELD_STATES
    )
    for assignment in held_slots.select_related("claim", "holder"):
        with suppress(leases.LeaseLostError):
            queue.free_claim(assignment=assignment, actor=None, now=now)
            freed += 1
    return freed


def _is_held_by_a_member(purpose: Attempt.Purpose) -> Q:
    members = memberships_for(purpose).filter(
        user=OuterRef("holder"), campaign=OuterRef("campaign")
    )
    return Q(Exists(members))
