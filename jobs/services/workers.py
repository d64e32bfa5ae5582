"""Which workers are alive."""

from __future__ import annotations

from datetime import datetime

from jobs import timing
from jobs.models import Job, JobState, WorkerBeat


def beat_worker(*, name: str, now: datetime) -> None:
    """Note that a worker is alive."""
    WorkerBeat.objects.update_or_create(name=name, defaults={"seen_at": now, "leaving": False})


def dismiss_worker(*, name: str) -> None:
    """A worker is shut down: it claims nothing more, and gives back what it runs."""
    WorkerBeat.objects.filter(name=name).update(leaving=True)
    Job.objects.filter(state=JobState.RUNNING, worker=name).update(hand_back=True)


def forget_old_workers(*, now: datetime) -> None:
    """Drop the workers that are long gone."""
    old = WorkerBeat.objects.filter(seen_at__lt=now - timing.REMEMBER_WORKERS)
    # On SQLite even a write that changes nothing waits for the one write lock.
    if old.exists():
        old.delete()
