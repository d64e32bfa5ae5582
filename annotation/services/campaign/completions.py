"""Completion codes: what workers of external platforms get for their work."""

from __future__ import annotations

from datetime import datetime

from annotation.selectors.campaign.completions import items_done
from campaigns.models import CrowdWorker


class NotCompleteError(Exception):
    """The worker has not submitted as many items as their link asks for."""


def give_code(*, worker: CrowdWorker, now: datetime) -> str:
    """Return the completion code of a worker who has done enough, and record the first time."""
    if items_done(worker) < worker.link.items:
        raise NotCompleteError
    # What was earned stays: a suspension later does not take the code back.
    CrowdWorker.objects.filter(pk=worker.pk, completed_at=None).update(completed_at=now)
    return worker.code
