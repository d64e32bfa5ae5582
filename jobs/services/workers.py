"""Workers: alive, shut down, forgotten."""

from __future__ import annotations

from datetime import datetime

from jobs import timing
from jobs.models import Job, JobState, WorkerBeat


def beat_worker(*, name: str, now: datetime) -> None:
    """Store that a worker is alive."""
    WorkerBeat.objects.update_or_create(name=name, defaults={"seen_at": now, "leaving": False})


def dismiss_worker(*, name: str) -> None:
    """Mark a worker as shutting down: it claims nothing more, and its jobs return to the queue."""
    WorkerBeat.objects.filter(name=name).update(leaving=True)
    Job.objects.filter(state=JobState.RUNNING, worker=name).update(hand_back=True)


def forget_old_workers(*, now: datetime) -> None:
    """Delete the workers that are long gone."""
    old = WorkerBeat.objects.filter(seen_at__lt=now - timing.REMEMBER_WORKERS)
    # On SQLite even a write that changes nothing waits for the only write lock.
    if old.exists():
        old.delete()
