"""Items held by people who have left a campaign, or have no task or no account any more.

Gold, adjudication and calibration have no lease: nobody waits for them.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from annotation.models import QUEUED_PURPOSES, Assignment, Attempt, Highlight, Verification
from annotation.selectors.desk.attempts import memberships_for
from annotation.services.desk import leases, stages
from annotation.services.verifying import queue, reopening
from annotation.services.verifying.free_slots import HELD_STATES
from annotation.services.writing import highlights
from campaigns.models import Campaign

# What is archived stays as it is; when the campaign is restored, the next chore frees the items.
_ARCHIVED = Q(campaign__state__in=[Campaign.State.ARCHIVED, Campaign.State.DELETING])


def free_abandoned_items(*, now: datetime) -> int:
    """Free what people hold who may no longer work on it; return how many items there were."""
    return _free(held=Q(), verified=Q(), actor=None, now=now)


def free_items_of(*, person: User, actor: User | None, now: datetime) -> int:
    """Free what a person holds and may no longer work on; return how many items there were."""
    return _free(held=Q(holder=person), verified=Q(annotator=person), actor=actor, now=now)


def _free(*, held: Q, verified: Q, actor: User | None, now: datetime) -> int:
    freed = 0
    held_highlights = Highlight.objects.filter(
        held, ~_ARCHIVED, ~_may("holder", Attempt.Purpose.WRITE), state=Highlight.State.HELD
    )
    for highlight in held_highlights.select_related("campaign", "holder").order_by("pk"):
        # Somebody else may have freed it in the meantime.
        with suppress(leases.LeaseLostError):
            highlights.free_highlight(highlight=highlight, actor=actor, now=now)
            freed += 1
    held_slots = Assignment.with_checks.filter(
        held, ~_ARCHIVED, ~_may("holder", Attempt.Purpose.VERIFY), state__in=HELD_STATES
    )
    for assignment in held_slots.select_related("claim", "holder").order_by("pk"):
        with suppress(leases.LeaseLostError):
            queue.free_claim(assignment=assignment, actor=actor, now=now)
            freed += 1
    corrected = Verification.objects.filter(
        verified,
        ~_ARCHIVED,
        ~_may("annotator", Attempt.Purpose.VERIFY),
        attempt__purpose__in=QUEUED_PURPOSES,
        attempt__outcome=Attempt.Outcome.OPEN,
    )
    for verification in corrected.select_related("attempt").order_by("pk"):
        # Perhaps archived in the meantime.
        with suppress(stages.CampaignArchivedError):
            reopening.leave_correction(attempt=verification.attempt, now=now)
            freed += 1
    return freed


def _may(person: str, purpose: Attempt.Purpose) -> Q:
    """Return the condition that the person in this field has the task, and an account."""
    members = memberships_for(purpose).filter(
        user=OuterRef(person), campaign=OuterRef("campaign"), user__is_active=True
    )
    return Q(Exists(members))
