"""Workers that are alive, and those that fell silent."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from jobs import timing
from jobs.models import WorkerBeat


def living_workers(*, now: datetime) -> QuerySet[WorkerBeat]:
    """Return the workers that reported lately and are not being shut down, by name."""
    return WorkerBeat.objects.filter(
        leaving=False, seen_at__gte=now - timing.stale_after()
    ).order_by("name")


def lost_workers(*, now: datetime) -> QuerySet[WorkerBeat]:
    """Return the workers that fell silent in the last hour without a shutdown, latest first."""
    return WorkerBeat.objects.filter(
        leaving=False,
        seen_at__lt=now - timing.stale_after(),
        seen_at__gte=now - timing.REMEMBER_WORKERS,
    ).order_by("-seen_at", "name")


def is_worker_running(*, now: datetime) -> bool:
    """Return whether a worker is alive."""
    return living_workers(now=now).exists()
