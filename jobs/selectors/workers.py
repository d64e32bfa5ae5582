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


def lost_workers(*, now: datetime) -> QuerySet[WorkerBeat]:
    """The workers that fell silent in the last hour without being shut down, the latest first."""
    return WorkerBeat.objects.filter(
        leaving=False,
        seen_at__lt=now - timing.stale_after(),
        seen_at__gte=now - timing.REMEMBER_WORKERS,
    ).order_by("-seen_at", "name")


def is_worker_running(*, now: datetime) -> bool:
    """Whether anybody is there to do what is queued."""
    return living_workers(now=now).exists()
