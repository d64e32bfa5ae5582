"""Reading which workers are alive."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from jobs import timing
from jobs.models import WorkerBeat


def living_workers(*, now: datetime) -> QuerySet[WorkerBeat]:
    """The workers that were heard of lately and are not being shut down, by name."""
    return WorkerBeat.objects.filter(
        leaving=False, seen_at__gte=now - timing.stale_after()
    ).order_by("name")


def is_worker_running(*, now: datetime) -> bool:
    """Whether anybody is there to do what is queued."""
    return living_workers(now=now).exists()
