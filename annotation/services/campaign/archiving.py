"""Archiving a campaign: what people hold in it is freed."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import Assignment, Highlight
from annotation.services.desk import leases
from annotation.services.verifying import queue
from annotation.services.verifying.free_slots import HELD_STATES
from annotation.services.writing import highlights
from campaigns.models import Campaign
from campaigns.services import archiving


@transaction.atomic
def archive_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Archive a campaign and free what people hold; their drafts are kept."""
    archived = archiving.archive_campaign(campaign=campaign, actor=actor, now=now)
    held = Highlight.objects.filter(campaign=campaign, state=Highlight.State.HELD)
    for highlight in held.select_related("campaign", "holder"):
        with suppress(leases.LeaseLostError):
            highlights.free_highlight(highlight=highlight, actor=actor, now=now)
    slots = Assignment.with_checks.filter(campaign=campaign, state__in=HELD_STATES)
    for assignment in slots.select_related("claim", "holder"):
        with suppress(leases.LeaseLostError):
            queue.free_claim(assignment=assignment, actor=actor, now=now)
    return archived
